import Foundation
import StateMachines

/// A description of the events that a page may send as values, from which the page makes a form.
///
/// It is made when a page asks for it, from the samples that the app can encode. Nothing is decoded
/// except what the app has encoded itself.
struct EventDescription<Event: Decodable> {
    /// The shape of an event.
    private(set) var shape = EventShape.unknown("\(Event.self)")

    /// The samples as JSON.
    private(set) var samples: [String] = []

    /// The maximum number of samples, and the maximum size of the samples in a description.
    private static var limit: (count: Int, bytes: Int) { (count: 100, bytes: 32 * 1024) }

    /// Creates a description.
    init(of samples: [Event]) {
        if let leaf = EventShape(leaf: Event.self) { shape = leaf }
        var bytes = 0
        for sample in samples.prefix(Self.limit.count) {
            guard let json = (sample as? any Encodable)?.eventJSON else { continue }
            if let recorded = try? JSONDecoder().decode(Recorded.self, from: Data(json.utf8)) {
                shape = shape.merged(with: recorded.shape)
            }
            bytes += json.utf8.count
            if bytes <= Self.limit.bytes { self.samples.append(json) }
        }
    }

    /// Returns the description as JSON on one line.
    ///
    /// - Parameter isRedacted: Whether only names and types may leave the process.
    func json(isRedacted: Bool) -> String {
        let shape = isRedacted ? shape.withoutValues : shape
        return
            "{\"shape\":\(shape.eventJSON ?? "{}"),\"samples\":[\(isRedacted ? "" : samples.joined(separator: ","))]}"
    }

    /// The shape of an encoded event, which is decoded to learn the shape.
    private struct Recorded: Decodable {
        let shape: EventShape

        init(from decoder: any Decoder) throws {
            let node = ShapeNode()
            // A decoder that throws has asked for some of the parts.
            _ = try? node.decode(Event.self, at: []) {
                try Event(from: decoder)
            } by: {
                decoder
            }
            shape = node.shape
        }
    }
}

extension EventShape {
    /// The shape without the values of enums.
    fileprivate var withoutValues: EventShape {
        var shape = self
        if kind == .choice { shape = EventShape(kind: .json, type: type, isOptional: isOptional) }
        shape.fields = fields.map { Field(name: $0.name, shape: $0.shape.withoutValues) }
        shape.element = element.map(\.withoutValues)
        return shape
    }
}

extension StateDefinition {
    /// The sample events of this state and of the initial states; none if the definition has no
    /// samples.
    func knownSamples(ofInitialStatesOnly isLimited: Bool) -> [Event] {
        guard let state = self as? any FiniteStateDefinition else { return [] }
        return samples(of: state, isLimited).compactMap { $0 as? Event }
    }

    private func samples<State: FiniteStateDefinition>(of state: State, _ isLimited: Bool) -> [any Sendable] {
        (isLimited ? [] : state.sampleEvents) + State.initialStates.flatMap(\.sampleEvents)
    }
}
