import StateMachineGraphs
import StateMachines
import ExampleSupport

/// What became of an event, as a line of text: `red ─ timeIsUp → green  -timer(red)  +timer(green)`.
enum TransitionLine {
    static func text<Definition: StateDefinition & Equatable>(
        from old: Definition,
        _ transition: StateMachine<Definition>.Transition,
        to new: Definition
    ) -> String {
        let output = transition.output is Void ? "" : " / \(ValueName(of: transition.output))"
        let states = StateText.change(from: old, to: new)
        let move = "\(states.old) ─ \(ValueName(of: transition.event))\(output) → \(states.new)"
        let changes =
            transition.exited.map { "-\(ValueName(of: $0))" } + transition.entered.map { "+\(ValueName(of: $0))" }
        return ([move.printable.padded(to: changes.isEmpty ? 0 : 58)] + changes).joined(separator: "  ")
    }

    static func text<Definition: StateDefinition>(_ rejection: InvalidTransition<Definition>) -> String {
        "\(ValueName(of: rejection.state)) ─ \(ValueName(of: rejection.event)) → –".printable
    }
}
