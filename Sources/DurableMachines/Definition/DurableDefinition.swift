public import Foundation
public import StateMachines

/// A definition whose machines can be stored, so that they outlive their process.
///
/// The state, its events and its activities are `Codable`. The output must also be `Codable`, or it
/// must be `Void`, because the fleet stores it, and so must the definition's own reasons for
/// rejections. If a caller repeats an event, the fleet returns the stored output or reason.
///
/// ```swift
/// enum Order: DurableDefinition, Hashable {
///     case placed, charging, paid, failed
///
///     enum Event: Codable, Hashable, Sendable { case pay, didCharge, wasDeclined }
///     enum Activity: Codable, Hashable, Sendable { case charging }
///
///     mutating func handleEvent(_ event: Event) throws(TransitionError) { … }
///
///     var activities: [Activity] { self == .charging ? [.charging] : [] }
/// }
/// ```
///
/// The same definition also runs in a `StateMachine`.
public protocol DurableDefinition: StateDefinition, StoredState
where Event: Codable & Equatable, Activity: Codable, Rejection: Codable {
    /// The time at which the job of an activity may begin; ``DueTime/now`` by default.
    ///
    /// ```swift
    /// static func due(_ activity: Activity) -> DueTime {
    ///     switch activity {
    ///     case .charging: .now
    ///     case .reminder: .after(.seconds(3 * 24 * 3600))
    ///     }
    /// }
    /// ```
    static func due(_ activity: Activity) -> DueTime

    /// The queue of an activity's jobs, by which workers, limits and pauses select them.
    ///
    /// By default, and if the result is `nil`, it has the name of the enum case without its
    /// payload, such as `charging`; for an activity that is not an enum, it is the name of the
    /// type. At most 100 characters are stored.
    ///
    /// ```swift
    /// static func queue(for activity: Activity) -> String? {
    ///     switch activity {
    ///     case .charging(let order): order.isLarge ? "large" : nil
    ///     case .reminder: "mail"
    ///     }
    /// }
    /// ```
    static func queue(for activity: Activity) -> String?

    /// The event that the machine gets when a job has failed too often. By default, there is no
    /// such event, and the job is parked.
    ///
    /// - Parameters:
    ///   - activity: The activity of the job.
    ///   - reason: The description of the last error.
    static func exhausted(_ activity: Activity, reason: String) -> Event?

    /// The name of a state. ``Fleet/machines(inState:after:limit:)`` selects machines by this name,
    /// and ``Fleet/counts()`` groups them by it.
    ///
    /// By default, it is the name of the enum case without its payload, such as `charging`; for a
    /// state that is not an enum, it is the name of the type. At most 100 characters are stored.
    static func name(of state: Self) -> String

    /// Encodes an output as text in UTF-8, which the fleet stores with the event; `nil` if the
    /// output is not stored.
    ///
    /// The default implementation encodes a `Codable` output as JSON, and stores nothing for
    /// `Void`. Implement this method and ``decode(output:)`` for an output of another kind.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/unencodable(_:reason:)``.
    static func encode(output: Output) throws -> Data?

    /// Decodes an output that ``encode(output:)`` has encoded, if a caller repeats an event.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/undecodable(_:reason:)``.
    static func decode(output: Data?) throws -> Output
}

extension DurableDefinition {
    /// The default value, ``DueTime/now``.
    public static func due(_ activity: Activity) -> DueTime { .now }

    /// The name of the enum case, or of the type.
    public static func name(of state: Self) -> String { typeOrCaseName(of: state) }

    /// The default value, `nil`.
    public static func queue(for activity: Activity) -> String? { nil }

    /// The stored part of the name of the queue that the definition chooses.
    static func chosenQueue(for activity: Activity) -> String? { queue(for: activity).map(QueueName.stored) }

    /// The name of the activity's enum case, or of its type.
    static func name(of activity: Activity) -> String { QueueName.stored(typeOrCaseName(of: activity)) }

    private static func typeOrCaseName<Value>(of value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "\(Value.self)" }
        return mirror.children.first?.label ?? caseName(of: value)
    }

    /// The default value, `nil`.
    public static func exhausted(_ activity: Activity, reason: String) -> Event? { nil }
}

extension DurableDefinition where Output == Void {
    /// Void has no encoded form.
    public static func encode(output: Output) throws -> Data? { nil }

    /// Void has no encoded form.
    public static func decode(output: Data?) throws -> Output { () }
}

extension DurableDefinition where Output: Codable {
    /// The output as JSON.
    public static func encode(output: Output) throws -> Data? { try JSON.encode(output) }

    /// Decodes the output from JSON.
    public static func decode(output: Data?) throws -> Output {
        try JSON.decode(Output.self, from: output ?? Data())
    }
}

/// The time at which a job may begin.
///
/// The date must lie within 9.2e12 seconds of 1970. For a later one or a NaN, the fleet throws
/// ``FleetError/unencodable(_:reason:)``. A job that is due at `Date.distantFuture` waits forever.
public enum DueTime: Hashable, Sendable {
    /// As soon as a worker has time.
    case now

    /// When this duration has passed since the event with which the machine entered the activity.
    /// The duration is measured by the store's clock.
    case after(Duration)

    /// A date.
    case at(Date)
}
