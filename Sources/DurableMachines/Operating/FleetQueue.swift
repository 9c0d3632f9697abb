public import Foundation

/// A part of a fleet that can be paused.
public enum FleetPart: Hashable, Sendable, CustomStringConvertible {
    /// The whole fleet.
    case fleet

    /// A queue's jobs.
    case queue(String)

    /// A machine's jobs.
    case machine(String)

    /// The name of the part, such as `the queue charge`.
    public var description: String {
        switch self {
        case .fleet: "the fleet"
        case .queue(let name): "the queue \(name)"
        case .machine(let id): "the machine \(id)"
        }
    }

    init(_ subject: ControlRecord.Subject) {
        self =
            switch subject {
            case .fleet: .fleet
            case .queue(let name): .queue(name)
            case .machine(let id): .machine(id.text)
            }
    }

    var subject: ControlRecord.Subject {
        get throws(FleetError) {
            switch self {
            case .fleet: .fleet
            case .queue(let name): .queue(QueueName.stored(name))
            case .machine(let id): .machine(try MachineID(id))
            }
        }
    }
}

/// A pause of a part of a fleet.
public struct FleetPause: Hashable, Sendable {
    /// The part that is paused.
    public let part: FleetPart

    /// The time at which the pause began.
    public let start: Date

    /// The reason; `nil` if none was given.
    public let reason: String?

    init?(_ control: ControlRecord) {
        guard let start = control.pausedSince else { return nil }
        (part, self.start, reason) = (FleetPart(control.subject), start, control.reason)
    }
}

/// The limits of a queue, and its head start over other queues.
///
/// ```swift
/// // The bank allows two requests at the same time and 100 in a minute. A charge overtakes jobs
/// // of other queues that have waited up to a minute longer.
/// let limits = QueueLimits(jobs: 2, starts: 100, per: .seconds(60), headStart: .seconds(60))
/// try await orders.setLimits(limits, of: "charge")
/// ```
public struct QueueLimits: Hashable, Sendable {
    /// The maximum number of jobs that all workers together perform at the same time; `nil` for any
    /// number.
    public var jobs: Int?

    /// The number of jobs that begin in each ``period``; `nil` for any number.
    ///
    /// The jobs begin at even intervals. If the interval is less than 50 milliseconds, the jobs of
    /// up to 50 milliseconds can begin together, so a period can have that many more.
    public var starts: Int?

    /// The period of ``starts``.
    public var period: Duration

    /// The time by which each of the queue's jobs counts as having waited longer than it has.
    ///
    /// Workers take the job that has waited longest. So a job of this queue overtakes jobs of other
    /// queues that have waited up to this time longer, but not those that have waited longer still.
    /// A negative head start lets the others go first.
    public var headStart: Duration

    /// Creates limits, of which there are none by default.
    ///
    /// - Parameters:
    ///   - jobs: The maximum number of jobs at the same time, at least 1.
    ///   - starts: The maximum number of jobs that begin in a period, at least 1.
    ///   - period: The period, at least a millisecond.
    ///   - headStart: The head start, at most 10,000 days.
    public init(
        jobs: Int? = nil,
        starts: Int? = nil,
        per period: Duration = .seconds(1),
        headStart: Duration = .zero
    ) {
        self.jobs = jobs.map { max(1, $0) }
        self.starts = starts.map { min(max(1, $0), 1_000_000_000) }
        self.period = min(max(period, .milliseconds(1)), Self.longest)
        self.headStart = min(max(headStart, .zero - Self.longest), Self.longest)
    }

    private static let longest = Duration.seconds(10_000 * 86_400)

    /// The limits, with values that can be stored.
    var valid: QueueLimits { QueueLimits(jobs: jobs, starts: starts, per: period, headStart: headStart) }

    init(_ control: ControlRecord?) {
        self.init(
            jobs: control?.jobLimit,
            starts: control?.startLimit,
            per: control?.period ?? .seconds(1),
            headStart: control?.headStart ?? .zero
        )
    }
}

/// A queue's jobs, pause and limits.
public struct FleetQueue: Hashable, Sendable {
    /// The queue's name.
    ///
    /// It is empty for jobs that a program with an older schema has stored, until a worker finds
    /// them.
    public let name: String

    /// The number of jobs that a worker could take now.
    public internal(set) var due = 0

    /// The time since which the first of these jobs has waited; `nil` if there is none.
    public internal(set) var oldestDue: Date?

    /// The number of jobs that begin later, because they are timers or have failed.
    public internal(set) var later = 0

    /// The number of jobs that workers have.
    public internal(set) var held = 0

    /// The number of parked jobs.
    public internal(set) var parked = 0

    /// The queue's pause; `nil` if workers take its jobs.
    public internal(set) var pause: FleetPause?

    /// The queue's limits and head start.
    public internal(set) var limits = QueueLimits()

    init(name: String) { self.name = name }
}
