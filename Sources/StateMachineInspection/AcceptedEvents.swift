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

    /// Returns a description of the events for a form, as JSON; `nil` if this kind needs no form.
    var description: (@Sendable (_ state: Definition, _ isRedacted: Bool) -> String)?
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
    /// Events with any payload, which the app decodes from JSON.
    ///
    /// The page shows a form with a field for each part of the payload. If the events are also
    /// `Encodable` and the definition is a ``/StateMachines/FiniteStateDefinition``, the app learns
    /// the fields from the sample events: it encodes each sample, decodes it again, and records the
    /// keys and types that the event's `init(from:)` asks for. If a part is missing from every
    /// sample, such as an optional that is always `nil`, the form shows a field of the part's type
    /// if that type is simple, and a field for JSON otherwise. Without samples, the form consists
    /// of one field for the JSON of the event.
    ///
    /// The app decodes each event that a page sends. If the decoder throws, the event is not sent,
    /// and the page shows the reason beside the field.
    public static var values: AcceptedEvents {
        AcceptedEvents(name: "values") { command, _ in
            do {
                return try JSONDecoder().decode(ValueCommand<Definition.Event>.self, from: command).value
            } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
                // The command is JSON, so a value within it does not fit into its type.
                return try JSONDecoder().decode(ValueCommand<PlacedEvent<Definition.Event>>.self, from: command)
                    .value?.event
            }
        } description: { state, isRedacted in
            // The samples of a state may contain its payload.
            EventDescription(of: state.knownSamples(ofInitialStatesOnly: isRedacted)).json(isRedacted: isRedacted)
        }
    }
}

private struct SampleCommand: Decodable {
    let sample: String?
}

private struct ValueCommand<Event: Decodable>: Decodable {
    let value: Event?
}
