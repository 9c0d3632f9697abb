import Foundation
public import StateMachines

/// The outcome of an event that was sent to a machine of a fleet.
///
/// ```swift
/// switch try await orders.send(.ship, to: "order-42", eventID: request.id) {
/// case .handled: reply(200)
/// case .rejected(let rejection): reply(409, rejection.reason == .notPaid ? "Pay first." : "\(rejection)")
/// case .dropped: reply(409)
/// }
/// ```
public enum FleetOutcome<Definition: DurableDefinition>: Sendable {
    /// The machine has handled the event. The new state is stored.
    case handled(Definition.Output)

    /// The machine has rejected the event and is still in the same state.
    case rejected(FleetRejection<Definition.Rejection>)

    /// The event of a job came too late, and nothing was changed.
    case dropped(FleetDropReason)

    /// Whether the machine has handled the event.
    public var isHandled: Bool {
        if case .handled = self { true } else { false }
    }
}

/// The rejection of an event, as a fleet stores it.
///
/// If a caller repeats the event, the fleet returns the stored rejection, even if the machine would
/// handle the event by now.
public struct FleetRejection<Reason: Error & Hashable & Codable>: Hashable, Sendable {
    /// The reason that `handleEvent` threw; `nil` if it is not stored.
    ///
    /// The reason is missing from a row of an older version of this library or of a definition with
    /// another shape, and if it could not be encoded or was larger than a state may be.
    /// ``Fleet/removePayloads(of:before:keeping:)`` keeps reasons, as it keeps outputs.
    public let reason: Reason?

    /// One sentence with the state, the event and the reason, of about 1,000 characters at most.
    let words: String
}

extension FleetRejection: CustomStringConvertible {
    /// One sentence with the state, the event and the reason, shortened if it is long:
    /// `Invalid transition: open does not handle withdraw: insufficient(missing: 50)`.
    public var description: String { words }
}

extension FleetRejection {
    init(_ rejection: InvalidTransition<some StateDefinition>, reason: Reason) {
        self.init(reason: reason, words: "\(rejection)".shortened)
    }

    /// Creates the rejection of a stored event; `isReadable` is false for a definition of another
    /// shape, whose reasons may have another form.
    init(_ record: EventRecord, isReadable: Bool) {
        // A rejection without a reason of the definition's own stores nothing for it.
        let stored = record.output.flatMap { isReadable ? try? JSON.decode(Reason.self, from: $0) : nil }
        self.init(reason: stored ?? TransitionError.invalid as? Reason, words: record.words ?? "")
    }

    /// The rejection with its words alone.
    var withoutReason: FleetRejection { FleetRejection(reason: nil, words: words) }

    /// The reason as JSON; `nil` for `TransitionError`.
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

/// The reason why an event of a job was dropped.
public enum FleetDropReason: Hashable, Sendable {
    /// The job has ended, because the machine has exited its activity or the work is over.
    case stale

    /// Another worker has taken over the job.
    case takenOver
}
