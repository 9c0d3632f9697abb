public import Foundation
public import StateMachines

/// A definition whose machines can be stored, so that they outlive their process.
///
/// A fleet stores a machine's state, its events, and its activities, so all three must be
/// `Codable`. Events must also be `Equatable`.
///
/// The fleet also stores outputs and rejection reasons, which it returns when a caller repeats an
/// event. Reasons must be `Codable`. An output must be `Codable` or `Void`, unless you implement
/// ``encode(output:)`` and ``decode(output:)``.
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
    /// A job is the stored work of one activity; see ``Fleet``.
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

    /// Returns the name of the queue for an activity's jobs.
    ///
    /// You can run workers for certain queues only, limit how many jobs of a queue run at once, or
    /// pause a queue; see <doc:QueuesAndLimits>.
    ///
    /// If the result is `nil`, which is the default, the queue is named after the activity's enum
    /// case, without its payload: for example, `charge`. If the activity isn't an enum, the queue
    /// is named after the activity's type. Only the first 100 characters of a name are stored.
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

    /// Returns the event that the machine gets when a job has failed too many times; `nil` by
    /// default.
    ///
    /// If the result is `nil`, the fleet parks the job: it sets the job aside until somebody
    /// retries it, for example with ``Fleet/retry(_:)``. To choose how many failures are allowed,
    /// set ``FleetSettings/failureLimit``.
    ///
    /// - Parameters:
    ///   - activity: The job's activity.
    ///   - reason: The description of the last error.
    static func exhausted(_ activity: Activity, reason: String) -> Event?

    /// Returns the name of a state.
    ///
    /// ``Fleet/counts()`` counts the machines with each state name, and
    /// ``Fleet/machines(inState:after:limit:)`` returns the machines with a certain state name.
    ///
    /// By default, a state is named after its enum case, without its payload: for example,
    /// `charging`. If the definition isn't an enum, the state is named after its type. Only the
    /// first 100 characters of a name are stored.
    static func name(of state: Self) -> String

    /// Encodes an output as UTF-8 text, which the fleet stores with the event.
    ///
    /// Return `nil` to store nothing. By default, a `Codable` output is encoded as JSON, and `Void`
    /// isn't stored. For any other output, implement this method and ``decode(output:)``.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/unencodable(_:reason:)``.
    static func encode(output: Output) throws -> Data?

    /// Decodes an output that ``encode(output:)`` encoded.
    ///
    /// The fleet calls this method when a caller repeats an event.
    ///
    /// - Throws: Any error. The call to the fleet then throws
    ///   ``FleetError/undecodable(_:reason:)``.
    static func decode(output: Data?) throws -> Output
}

extension DurableDefinition {
    /// Returns ``DueTime/now``, so that a job may begin as soon as a worker is free.
    public static func due(_ activity: Activity) -> DueTime { .now }

    /// Returns the name of the state's enum case, or of its type if the state is not an enum.
    public static func name(of state: Self) -> String { typeOrCaseName(of: state) }

    /// Returns `nil`, so that the queue is named after the activity's enum case or type.
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

    /// Returns `nil`, so that a job that has failed too many times is parked.
    public static func exhausted(_ activity: Activity, reason: String) -> Event? { nil }
}

extension DurableDefinition where Output == Void {
    /// Returns `nil`, because `Void` has no encoded form.
    public static func encode(output: Output) throws -> Data? { nil }

    /// Returns the empty tuple, the only value of `Void`.
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
/// If a job should wait indefinitely, use `Date.distantFuture`, which is in the year 4001.
///
/// A date must be within 9.2e12 seconds of January 1, 1970, which is about 292,000 years. For any
/// other date, the fleet throws ``FleetError/unencodable(_:reason:)``.
public enum DueTime: Hashable, Sendable {
    /// As soon as a worker is free.
    case now

    /// After this much time since the event that made the machine enter the activity, as measured
    /// by the store's clock.
    case after(Duration)

    /// At this date.
    case at(Date)
}
