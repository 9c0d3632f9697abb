import StateMachineExampleSupport
import StateMachineGraphs
import StateMachines

/// A transition of any machine as a line of text.
///
/// An example is `red ─ timeIsUp → green  -timer(red)  +timer(green)`.
extension TransitionLine {
    static func text<Definition: StateDefinition & Equatable>(
        from old: Definition,
        _ transition: StateMachine<Definition>.Transition,
        to new: Definition
    ) -> String {
        let output = transition.output is Void ? "" : " / \(ValueName(of: transition.output))"
        let states = StateText.change(from: old, to: new)
        return text(
            from: states.old.printable,
            on: "\(ValueName(of: transition.event))\(output)".printable,
            to: states.new.printable,
            exited: transition.exited.map { "\(ValueName(of: $0))" },
            entered: transition.entered.map { "\(ValueName(of: $0))" },
            column: 58
        )
    }

    static func text<Definition: StateDefinition>(_ rejection: InvalidTransition<Definition>) -> String {
        "\(ValueName(of: rejection.state)) ─ \(ValueName(of: rejection.event)) → \(rejectionText(rejection.reason))"
            .printable
    }
}
