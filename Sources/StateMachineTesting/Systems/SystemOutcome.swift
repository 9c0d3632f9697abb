public import StateMachines

/// The result that a system under test reports for an event.
///
/// ```swift
/// func apply(_ event: Account.Event) -> SystemOutcome {
///     switch event {
///     case .close: SystemOutcome(isHandled: close())
///     case .withdraw(let amount): withdraw(amount) ? .handled : .rejected(because: Account.Refusal.closed)
///     }
/// }
/// ```
public struct SystemOutcome: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case handled, unknown
        case rejected(RejectionReason?)
    }

    private let kind: Kind

    /// The event was handled.
    public static let handled = SystemOutcome(kind: .handled)

    /// The event was rejected, and the system did not change.
    ///
    /// A run does not compare the reason.
    public static let rejected = SystemOutcome(kind: .rejected(nil))

    /// Returns the outcome of an event that was rejected for a reason, without changing the system.
    ///
    /// A run fails if the definition rejects the event for another reason of that type. It does not
    /// compare a `TransitionError`, which says nothing more than a rejection does.
    public static func rejected(because reason: some Error & Hashable) -> SystemOutcome {
        SystemOutcome(kind: .rejected(reason is TransitionError ? nil : RejectionReason(reason)))
    }

    /// No result is reported, so a run compares only the system's state.
    public static let unknown = SystemOutcome(kind: .unknown)

    private init(kind: Kind) { self.kind = kind }

    /// Creates the outcome of an event that a system has either handled or rejected.
    public init(isHandled: Bool) { self = isHandled ? .handled : .rejected }

    /// Creates the outcome of an event in a machine, which is ``unknown`` for an enqueued event.
    ///
    /// - Throws: The drop reason, if the machine has dropped the event.
    public init<Definition: StateDefinition>(
        _ outcome: StateMachine<Definition>.Outcome
    ) throws(StateMachine<Definition>.DropReason) {
        switch outcome {
        case .handled: self = .handled
        case .rejected(let rejection): self = .rejected(because: rejection.reason)
        case .enqueued: self = .unknown
        case .dropped(let reason): throw reason
        }
    }

    /// Whether this outcome does not contradict the expected one.
    func matches(_ expected: SystemOutcome) -> Bool {
        switch (kind, expected.kind) {
        case (.unknown, _), (_, .unknown), (.handled, .handled): true
        case (.rejected(let reason?), .rejected(let expected?)): !reason.hasType(of: expected) || reason == expected
        case (.rejected, .rejected): true
        case (.handled, .rejected), (.rejected, .handled): false
        }
    }
}

extension SystemOutcome: CustomStringConvertible {
    /// `handled`, `unknown` or `rejected`, and a rejection's reason: `rejected:
    /// insufficient(missing: 50)`.
    public var description: String {
        switch kind {
        case .handled: "handled"
        case .unknown: "unknown"
        case .rejected(let reason): reason?.text.map { "rejected: \($0)" } ?? "rejected"
        }
    }
}

/// A reason of any type.
private struct RejectionReason: Hashable, Sendable {
    let value: any Error & Hashable

    init(_ value: some Error & Hashable) { self.value = value }

    var text: String? { StateMachines.text(of: value) }

    func hasType(of other: Self) -> Bool { type(of: value) == type(of: other.value) }

    static func == (left: Self, right: Self) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}
