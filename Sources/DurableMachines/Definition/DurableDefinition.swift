public import Foundation
public import StateMachines

/// A definition whose machines can be stored, so that they outlive their process.
///
/// A fleet stores the state, the events and the activities, so all three must be `Codable`. It also
/// stores outputs and the definition's own reasons for rejections, which it returns when a caller
/// repeats an event. So they must be `Codable` as well, unless the output is `Void`.
///
/// ```swift
/// enum Order: DurableDefinition, Hashable {
///     case placed(cents: Int), charging(cents: Int), paid, cancelled
///
///     enum Event: Codable, Hashable, Sendable { case pay, didCharge, wasDeclined, cancel, expire }
///     enum Activity: Codable, Hashable, Sendable { case charge(cents: Int), expiry }
///
///     var activities: [Activity] { … }
///
///     mutating func handleEvent(_ event: Event) throws(TransitionError) { … }
/// }
/// ```
///
/// The same definition also runs in a `StateMachine`.
public protocol DurableDefinition: StateDefinition, StoredState
where Event: Codable & Equatable, Activity: Codable, Rejection: Codable {
    /// Returns the time at which an activity's job may begin; ``DueTime/now`` by default.
    ///
    /// ```swift
    /// static func due(_ activity: Activity) -> DueTime {
    ///     switch activity {
    ///     case .charge: .now
    ///     case .expiry: .after(.seconds(24 * 3600))
    ///     }
    /// }
    /// ```
    static func due(_ activity: Activity) -> DueTime

    /// Returns the name of the queue for an activity's jobs, by which workers, limits and pauses
    /// select them.
    ///
    /// By default, and if the result is `nil`, the queue has the name of the activity's enum case
    /// without its payload, such as `charge`, or the name of the type if the activity is not an
    /// enum. At most 100 characters are stored.
    ///
    /// ```swift
    /// static func queue(for activity: Activity) -> String? {
    ///     switch activity {
    ///     case .charge(let cents) where cents >= 100_000: "large"
    ///     case .charge, .expiry: nil
    ///     }
    /// }
    /// ```
    static func queue(for activity: Activity) -> String?

    /// Returns the event that the machine gets when a job has failed too often; `nil`, the default,
    /// parks the job.
    ///
    /// - Parameters:
    ///   - activity: The job's activity.
    ///   - reason: The description of the last error.
    static func exhausted(_ activity: Activity, reason: String) -> Event?

    /// Returns the name of a state, by which ``Fleet/counts()`` groups machines and
    /// ``Fleet/machines(inState:after:limit:)`` selects them.
    ///
    /// By default, it is the name of the enum case without its payload, such as `charging`, or the
    /// name of the type if the state is not an enum. At most 100 characters are stored.
    static func name(of state: Self) -> String

    /// Encodes an output as text in UTF-8, which the fleet stores with the event; `nil` stores
    /// nothing.
    ///
    /// By default, a `Codable` output is encoded as JSON, and `Void` is not stored. For an output
    /// of another kind, implement this method and ``decode(output:)``.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/unencodable(_:reason:)``.
    static func encode(output: Output) throws -> Data?

    /// Decodes an output that ``encode(output:)`` has encoded, when a caller repeats an event.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/undecodable(_:reason:)``.
    static func decode(output: Data?) throws -> Output
}

extension DurableDefinition {
    /// Returns ``DueTime/now``.
    public static func due(_ activity: Activity) -> DueTime { .now }

    /// Returns the name of the enum case, or of the type.
    public static func name(of state: Self) -> String { typeOrCaseName(of: state) }

    /// Returns `nil`.
    public static func queue(for activity: Activity) -> String? { nil }

    /// Returns the name of the queue that the definition chooses, shortened for the store.
    static func chosenQueue(for activity: Activity) -> String? { queue(for: activity).map(QueueName.stored) }

    /// Returns the name of the activity's enum case, or of its type.
    static func name(of activity: Activity) -> String { QueueName.stored(typeOrCaseName(of: activity)) }

    private static func typeOrCaseName<Value>(of value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "\(Value.self)" }
        return mirror.children.first?.label ?? caseName(of: value)
    }

    /// Returns `nil`.
    public static func exhausted(_ activity: Activity, reason: String) -> Event? { nil }
}

extension DurableDefinition where Output == Void {
    /// Returns `nil`, because `Void` has no encoded form.
    public static func encode(output: Output) throws -> Data? { nil }

    /// Returns `Void`, which has no encoded form.
    public static func decode(output: Data?) throws -> Output { () }
}

extension DurableDefinition where Output: Codable {
    /// Encodes the output as JSON.
    public static func encode(output: Output) throws -> Data? { try JSON.encode(output) }

    /// Decodes the output from JSON.
    public static func decode(output: Data?) throws -> Output {
        try JSON.decode(Output.self, from: output ?? Data())
    }
}

/// The time at which a job may begin.
///
/// A date must lie within 9.2e12 seconds of 1970. For a later date or a NaN, the fleet throws
/// ``FleetError/unencodable(_:reason:)``. A job that is due at `Date.distantFuture` waits forever.
public enum DueTime: Hashable, Sendable {
    /// As soon as a worker is free.
    case now

    /// When this duration has passed since the event with which the machine entered the activity,
    /// measured by the store's clock.
    case after(Duration)

    /// At this date.
    case at(Date)
}
