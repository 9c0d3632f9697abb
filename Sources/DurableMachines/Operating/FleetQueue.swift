public import Foundation

/// A part of a fleet that can be paused.
public enum FleetPart: Hashable, Sendable, CustomStringConvertible {
    /// The whole fleet.
    case fleet

    /// A queue's jobs.
    case queue(String)

    /// A machine's jobs.
    case machine(String)

    /// A name for the part, such as `the queue charge`.
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
    /// Which part is paused.
    public let part: FleetPart

    /// When the pause began.
    public let start: Date

    /// An operator's reason; `nil` if none was given.
    public let reason: String?

    init?(_ control: ControlRecord) {
        guard let start = control.pausedSince else { return nil }
        (part, self.start, reason) = (FleetPart(control.subject), start, control.reason)
    }
}

/// A queue's limits, and its head start over other queues.
///
/// ```swift
/// // The bank allows two requests at the same time and 100 in a minute. A charge overtakes jobs
/// // of other queues that have waited up to a minute longer.
/// let limits = QueueLimits(jobs: 2, starts: 100, per: .seconds(60), headStart: .seconds(60))
/// try await orders.setLimits(limits, of: "charge")
/// ```
public struct QueueLimits: Hashable, Sendable {
    /// The number of jobs that all workers together may perform at once; `nil` for no limit.
    public var jobs: Int?

    /// The number of jobs that may begin in each ``period``; `nil` for no limit.
    ///
    /// Workers space the jobs evenly: at 100 a minute, one may begin every 0.6 seconds. At high
    /// rates, the jobs due within 50 milliseconds may begin together. At 100 a second, that's five,
    /// so up to 105 jobs can begin within one second.
    public var starts: Int?

    /// The time in which ``starts`` jobs may begin.
    public var period: Duration

    /// How far the queue's jobs go ahead of others, as if they had waited that much longer.
    ///
    /// Workers take whichever job has waited longest. With a head start of a minute, this queue's
    /// jobs overtake other queues' jobs that have waited up to a minute longer, but not older ones.
    /// A negative head start lets the other queues go first.
    public var headStart: Duration

    /// Creates limits.
    ///
    /// By default, nothing is limited.
    ///
    /// - Parameters:
    ///   - jobs: How many jobs may be performed at the same time, at least 1.
    ///   - starts: How many jobs may begin in a period, at least 1.
    ///   - period: How long a period is, at least a millisecond.
    ///   - headStart: How far the queue's jobs go ahead of others, at most 10,000 days.
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

    /// A copy with values that can be stored.
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

/// A queue's jobs, pause, and limits.
public struct FleetQueue: Hashable, Sendable {
    /// The queue's name.
    ///
    /// It's empty for jobs that were stored by a version of this library without queues. A worker
    /// that comes across such a job assigns it to its queue.
    public let name: String

    /// How many jobs are due, so that workers could take them now.
    public internal(set) var due = 0

    /// When the queue's longest-waiting due job became due; `nil` if none is due.
    public internal(set) var oldestDue: Date?

    /// How many jobs are due later, because they are timers or because an attempt failed.
    public internal(set) var later = 0

    /// How many of the queue's jobs are held by workers.
    public internal(set) var held = 0

    /// How many jobs are parked, waiting until somebody retries them.
    public internal(set) var parked = 0

    /// The queue's own pause; `nil` if it has none, even if the whole fleet is paused.
    public internal(set) var pause: FleetPause?

    /// The queue's limits and head start.
    public internal(set) var limits = QueueLimits()

    init(name: String) { self.name = name }
}
