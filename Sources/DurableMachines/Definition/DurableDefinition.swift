public import Foundation
public import StateMachines

/// A definition whose machines can be stored, so that they outlive their process.
///
/// A fleet stores a machine's state, events, and activities, so all three must be `Codable`. Events
/// must also be `Equatable`, so that the fleet can tell whether an event ID is reused for another
/// event.
///
/// The fleet also stores outputs and rejection reasons, so that it can return them when a caller
/// repeats an event. Reasons must be `Codable`. An output must be `Codable` or `Void`, unless you
/// implement ``encode(output:)`` and ``decode(output:)``.
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
/// You can also run this definition in a `StateMachine`.
public protocol DurableDefinition: StateDefinition, StoredState
where Event: Codable & Equatable, Activity: Codable, Rejection: Codable {
    /// Returns the earliest time a worker may begin an activity's work; ``DueTime/now`` by default.
    ///
    /// A fleet stores this work as a *job*; see ``Fleet``.
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
    /// Queues let you run workers for certain jobs only, limit how many run at once, or pause them;
    /// see <doc:QueuesAndLimits>.
    ///
    /// By default, the result is `nil`, and the queue is named after the activity's enum case,
    /// without its payload, such as `charge`. If the activity isn't an enum, the queue is named
    /// after its type. Only the first 100 characters of a name are stored.
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

    /// Returns the event that the machine receives when a job fails too often; `nil` by default.
    ///
    /// Return an event to let the machine deal with the failure, for example by moving to another
    /// state. Without one, the fleet *parks* the job: it sets the job aside until somebody retries
    /// it, for example with ``Fleet/retry(_:)``. How many failures are too many is up to
    /// ``FleetSettings/failureLimit``.
    ///
    /// - Parameters:
    ///   - activity: The job's activity.
    ///   - reason: The description of the last error.
    static func exhausted(_ activity: Activity, reason: String) -> Event?

    /// Returns the name of a state.
    ///
    /// ``Fleet/counts()`` groups machines by this name, and
    /// ``Fleet/machines(inState:after:limit:)`` filters by it.
    ///
    /// By default, a state is named after its enum case, without its payload, such as `charging`.
    /// If the definition isn't an enum, the state is named after its type. Only the first 100
    /// characters of a name are stored.
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

    /// Returns the definition's choice of a queue name, shortened for the store.
    static func chosenQueue(for activity: Activity) -> String? { queue(for: activity).map(QueueName.stored) }

    /// Returns the name of the activity's enum case, or of its type.
    static func name(of activity: Activity) -> String { QueueName.stored(typeOrCaseName(of: activity)) }

    private static func typeOrCaseName<Value>(of value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "\(Value.self)" }
        return mirror.children.first?.label ?? caseName(of: value)
    }

    /// Returns `nil`, so that a job is parked when it fails too often.
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

/// When a job may begin.
///
/// To keep a job from ever starting, use `Date.distantFuture` (the year 4001).
///
/// A date must be within 9.2e12 seconds (about 292,000 years) of January 1, 1970. For any other
/// date, the fleet throws ``FleetError/unencodable(_:reason:)``.
public enum DueTime: Hashable, Sendable {
    /// As soon as a worker is free.
    case now

    /// This long after the machine enters the activity, by the store's clock.
    ///
    /// A machine enters its initial state's activities when it's created. If ``Fleet/reconcile()``
    /// adds the job, the time counts from then.
    case after(Duration)

    /// At this time.
    case at(Date)
}
