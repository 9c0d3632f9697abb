import Foundation
import StateMachineGraphs
public import StateMachines

/// Events that a page may send to a live machine.
///
/// By default, a machine accepts no events.
///
/// ```swift
/// machine.inspect("player", accepting: [.samples, .values])
/// ```
public struct AcceptedEvents<Definition: StateDefinition>: Sendable {
    /// The name of this kind of events, for the page.
    let name: String

    /// Returns the event of a command in a state, or `nil` if the command has none of this kind.
    let event: @Sendable (_ command: Data, _ state: Definition) throws -> Definition.Event?
}

extension AcceptedEvents where Definition: FiniteStateDefinition {
    /// The sample events of the current state and of the initial states.
    public static var samples: AcceptedEvents {
        AcceptedEvents(name: "samples") { command, state in
            guard let text = try JSONDecoder().decode(SampleCommand.self, from: command).sample else { return nil }
            let samples = state.sampleEvents + Definition.initialStates.flatMap(\.sampleEvents)
            return samples.first { exactSwiftExpression($0) == text }
                ?? samples.first { "\(ValueName(of: $0))" == text }
        }
    }
}

extension AcceptedEvents where Definition.Event: Decodable {
    /// Events that the app decodes from JSON.
    public static var values: AcceptedEvents {
        AcceptedEvents(name: "values") { command, _ in
            try JSONDecoder().decode(ValueCommand<Definition.Event>.self, from: command).value
        }
    }
}

private struct SampleCommand: Decodable {
    let sample: String?
}

private struct ValueCommand<Event: Decodable>: Decodable {
    let value: Event?
}
