import Foundation
public import StateMachines

/// The result of sending an event to a fleet's machine.
///
/// ```swift
/// switch try await orders.send(.pay, to: "order-42", eventID: request.id) {
/// case .handled: reply(200)
/// case .rejected(let rejection): reply(409, "\(rejection)")
/// case .dropped: reply(409)
/// }
/// ```
///
/// Only a job's events can be dropped, so the last case never occurs here.
public enum FleetOutcome<Definition: DurableDefinition>: Sendable {
    /// The machine handled the event, and its new state is stored.
    case handled(Definition.Output)

    /// The machine rejected the event, and its state is unchanged.
    case rejected(FleetRejection<Definition.Rejection>)

    /// A job's event came too late and changed nothing.
    case dropped(FleetDropReason)

    /// Whether the machine handled the event.
    public var isHandled: Bool {
        if case .handled = self { true } else { false }
    }
}

/// A stored rejection of an event.
///
/// Sending the event again with the same ID returns this rejection again, even if the machine could
/// now handle the event.
public struct FleetRejection<Reason: Error & Hashable & Codable>: Hashable, Sendable {
    /// The reason that `handleEvent` threw; `nil` if it was not stored.
    ///
    /// A reason isn't stored if it can't be encoded, if it's larger than
    /// ``FleetSettings/sizeLimit``, or if an older version of this library stored the event. It's
    /// also `nil` if the definition's ``StoredState/shape``, the version of its stored form, has
    /// changed since then.
    public let reason: Reason?

    /// A sentence with the state, the event, and the reason, cut off at about 1,000 characters.
    let words: String
}

extension FleetRejection: CustomStringConvertible {
    /// A sentence with the state, the event, and the reason, shortened if it is long.
    ///
    /// For example: `Invalid transition: open does not handle withdraw: insufficient(missing: 50)`.
    public var description: String { words }
}

extension FleetRejection {
    init(_ rejection: InvalidTransition<some StateDefinition>, reason: Reason) {
        self.init(reason: reason, words: "\(rejection)".shortened)
    }

    /// Creates the rejection of a stored event.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - isReadable: Whether the reason was stored with the definition's current shape. With
    ///     another shape, its form may differ.
    init(_ record: EventRecord, isReadable: Bool) {
        // If the definition has no reasons of its own, nothing is stored.
        let stored = record.output.flatMap { isReadable ? try? JSON.decode(Reason.self, from: $0) : nil }
        self.init(reason: stored ?? TransitionError.invalid as? Reason, words: record.words ?? "")
    }

    /// A copy without the reason.
    var withoutReason: FleetRejection { FleetRejection(reason: nil, words: words) }

    /// Encodes the reason as JSON; returns `nil` for a `TransitionError`.
    func encodedReason() throws -> Data? {
        try reason.flatMap { $0 is TransitionError ? nil : try JSON.encode($0) }
    }
}

extension FleetOutcome: Equatable where Definition.Output: Equatable {}
extension FleetOutcome: Hashable where Definition.Output: Hashable {}

// `Void` cannot conform to `Equatable`, so outcomes without an output have their own operators.
extension FleetOutcome where Definition.Output == Void {
    /// Returns whether two outcomes are equal, for a machine without outputs.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.handled, .handled): true
        case (.rejected(let left), .rejected(let right)): left == right
        case (.dropped(let left), .dropped(let right)): left == right
        case (.handled, _), (.rejected, _), (.dropped, _): false
        }
    }

    /// Returns whether two outcomes differ, for a machine without outputs.
    public static func != (left: Self, right: Self) -> Bool { !(left == right) }
}

extension FleetOutcome: CustomStringConvertible {
    /// The name of the case with its payload, such as `rejected(Invalid transition: …)`.
    public var description: String {
        switch self {
        case .handled(let output): output is Void ? "handled" : "handled(\(output))"
        case .rejected(let rejection): "rejected(\(rejection))"
        case .dropped(let reason): "dropped(\(reason))"
        }
    }
}

/// A reason why a job's event was dropped.
public enum FleetDropReason: Hashable, Sendable {
    /// The job has ended: the machine exited its activity, or the work is done.
    case stale

    /// Another worker took over the job.
    case takenOver
}
