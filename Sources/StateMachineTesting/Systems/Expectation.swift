import StateMachineGraphs
import StateMachines

/// The expected result of one event of a trace or a recording, without the output, because
/// recordings do not contain outputs.
struct Expectation<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    /// Why the event is rejected, if it is and the reason is known.
    let rejection: Definition.Rejection?
    let isHandled: Bool
    let after: Definition
}

extension Expectation {
    init(_ step: TraceStep<Definition>) {
        self.init(event: step.event, rejection: step.rejection, isHandled: step.isHandled, after: step.after)
    }

    /// The event and the state after it, or a dash and the reason for a rejected event:
    /// `lock → locked`.
    var description: String {
        "\(ValueName(of: event)) → \(isHandled ? "\(ValueName(of: after))" : rejection.map(rejectionText) ?? "–")"
    }
}

extension Expectation: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension Expectation: Hashable where Definition: Hashable, Definition.Event: Hashable {}
