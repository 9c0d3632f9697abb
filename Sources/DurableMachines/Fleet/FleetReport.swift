public import Foundation

/// A report from a fleet to its observer, for logs and metrics.
///
/// ```swift
/// let orders = try Fleet<Order>(in: store) { report in logger.info("\(report)") }
/// ```
///
/// Two words recur below. A *lease* gives one worker a job to itself for a while; see
/// ``FleetSettings/lease``. A *parked* job waits until somebody retries it, for example with
/// ``Fleet/retry(_:)``.
///
/// For metrics, use ``duration``, grouped by ``name`` and ``labels``, which take only a few values.
public enum FleetReport: Hashable, Sendable, CustomStringConvertible {
    /// A machine was created.
    case created(machine: Machine)

    /// A machine was deleted; `machine` includes its last state.
    case deleted(machine: Machine)

    /// An event was handled, rejected, or dropped; the text describes the outcome without its
    /// output.
    case event(machine: Machine, outcome: String, duration: Duration)

    /// A worker took a job.
    ///
    /// If `isTakeover` is true, it took the job over because another worker's lease had ended.
    case taken(job: Job, isTakeover: Bool)

    /// A run renewed its leases on some of a fleet's jobs.
    case renewed(jobs: Int, fleet: String)

    /// A worker finished a job.
    case finished(job: Job)

    /// A job failed, and workers can take it again starting at `next`.
    case failed(job: Job, reason: String, next: Date)

    /// A worker gave back an unfinished job, for example because its run is ending or the lease ran
    /// out.
    case released(job: Job)

    /// A job failed too often, and the machine handled the event from
    /// ``DurableDefinition/exhausted(_:reason:)``.
    case exhausted(job: Job, reason: String)

    /// A job was parked because it failed too often or because the machine rejected its event.
    case parked(job: Job, reason: String)

    /// The machine exited a job's activity, so the work is cancelled.
    case cancelled(job: Job)

    /// Another worker took over a job, so the work is cancelled.
    case lost(job: Job)

    /// A row could not be decoded.
    ///
    /// The first value identifies the machine or the job.
    case undecodable(String, fleet: String, reason: String)

    /// The store failed, and the fleet will try again.
    ///
    /// If `job` isn't `nil`, the store couldn't record the job's start or its result. If it refused
    /// the result, for example because of a trigger or a missing privilege, the attempt counts as a
    /// failure.
    case storeFailed(FleetError, fleet: String, job: Job? = nil)

    /// A line of text for a log.
    public var description: String {
        switch self {
        case .created(let machine): "\(machine): created"
        case .deleted(let machine): "\(machine): deleted"
        case .event(let machine, let outcome, let duration): "\(machine): event \(outcome), in \(duration)"
        case .taken(let job, let isTakeover): "\(job): taken\(isTakeover ? " over" : ""), attempt \(job.attempt)"
        case .renewed(let jobs, _): "\(jobs) \(jobs == 1 ? "lease" : "leases") renewed"
        case .finished(let job): "\(job): done" + (job.duration.map { " in \($0)" } ?? "")
        case .failed(let job, let reason, let next): "\(job): failed, next attempt at \(next): \(reason)"
        case .released(let job): "\(job): released"
        case .exhausted(let job, let reason): "\(job): exhausted: \(reason)"
        case .parked(let job, let reason): "\(job): parked: \(reason)"
        case .cancelled(let job): "\(job): cancelled, because the machine exited the activity"
        case .lost(let job): "\(job): cancelled, because another worker took the job over"
        case .undecodable(let name, _, let reason): "\(name): cannot be decoded: \(reason)"
        case .storeFailed(let error, _, let job): "\(job.map { "\($0): " } ?? "")the store failed: \(error)"
        }
    }
}

extension FleetReport {
    /// The machine that a report is about.
    public struct Machine: Hashable, Sendable, CustomStringConvertible {
        /// The name of the fleet.
        public let fleet: String

        /// The machine's ID.
        public let id: String

        /// The name of the machine's state; see ``DurableDefinition/name(of:)``.
        ///
        /// In a report about an event, it's the state after the event.
        public let state: String

        /// The version number of the state's stored form; see ``StoredState/shape``.
        public let shape: Int

        /// The machine's ID.
        public var description: String { id }

        init(_ record: MachineRecord, in fleet: String) {
            (self.fleet, id, state, shape) = (fleet, record.id.text, record.name, record.shape)
        }
    }

    /// The job that a report is about, and the attempt at it.
    public struct Job: Hashable, Sendable, CustomStringConvertible {
        /// The name of the fleet.
        public var fleet: String { names.fleet }

        /// The job's ID.
        public var id: String { names.id }

        /// The machine's ID.
        public var machine: String { names.machine }

        /// The machine's state when the job was taken, as named by ``DurableDefinition/name(of:)``.
        public var state: String { names.state }

        /// The activity's enum case, without its payload.
        public var activity: String { names.activity }

        /// The job's queue.
        public var queue: String { names.queue }

        /// The version number of the job's stored form; see ``StoredState/shape``.
        public let shape: Int

        /// The number of this attempt, starting at 1.
        public internal(set) var attempt: Int

        /// How long the work has taken; `nil` if it has not started in this process.
        public internal(set) var duration: Duration?

        /// The job's ID.
        public var description: String { id }

        private let names: Names

        init(_ record: JobRecord, activity: String, state: String, in fleet: String) {
            (shape, attempt) = (record.shape, record.state.attempts)
            names = Names(
                fleet: fleet,
                id: record.key.name(in: fleet),
                machine: record.key.machine.text,
                state: state,
                activity: activity,
                queue: record.queue
            )
        }

        /// Returns whether all labels and the durations are equal.
        public static func == (left: Job, right: Job) -> Bool {
            (left.id, left.activity, left.queue, left.state) == (right.id, right.activity, right.queue, right.state)
                && (left.shape, left.attempt, left.duration) == (right.shape, right.attempt, right.duration)
        }

        /// Hashes the ID and the attempt.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(attempt)
        }

        /// Names that all copies of a report and its job share.
        private final class Names: Sendable {
            let fleet, id, machine, state, activity, queue: String

            init(fleet: String, id: String, machine: String, state: String, activity: String, queue: String) {
                (self.fleet, self.id, self.machine) = (fleet, id, machine)
                (self.state, self.activity, self.queue) = (state, activity, queue)
            }
        }
    }
}

extension FleetReport {
    /// The name of the case, such as `finished`.
    public var name: String {
        switch self {
        case .created: "created"
        case .deleted: "deleted"
        case .event: "event"
        case .taken: "taken"
        case .renewed: "renewed"
        case .finished: "finished"
        case .failed: "failed"
        case .released: "released"
        case .exhausted: "exhausted"
        case .parked: "parked"
        case .cancelled: "cancelled"
        case .lost: "lost"
        case .undecodable: "undecodable"
        case .storeFailed: "storeFailed"
        }
    }

    /// The machine that the report is about, if any.
    public var machine: Machine? {
        switch self {
        case .created(let machine), .deleted(let machine), .event(let machine, _, _): machine
        case .taken, .renewed, .finished, .failed, .released, .exhausted, .parked, .cancelled, .lost, .undecodable,
            .storeFailed:
            nil
        }
    }

    /// The job that the report is about, if any.
    public var job: Job? {
        switch self {
        case .taken(let job, _), .finished(let job), .failed(let job, _, _), .released(let job),
            .exhausted(let job, _), .parked(let job, _), .cancelled(let job), .lost(let job):
            job
        case .storeFailed(_, _, let job): job
        case .created, .deleted, .event, .renewed, .undecodable: nil
        }
    }

    /// The name of the fleet that sent the report.
    public var fleet: String {
        switch self {
        case .renewed(_, let fleet), .undecodable(_, let fleet, _), .storeFailed(_, let fleet, _): fleet
        case .created, .deleted, .event, .taken, .finished, .failed, .released, .exhausted, .parked, .cancelled,
            .lost:
            machine?.fleet ?? job?.fleet ?? ""
        }
    }

    /// How long an event or a job's work took, if that is known.
    public var duration: Duration? {
        if case .event(_, _, let duration) = self { duration } else { job?.duration }
    }

    /// Labels for metrics, such as the fleet, the state, and the queue.
    ///
    /// Every report has the label `fleet`. Reports about machines add `state` and `shape`, and
    /// reports about jobs add `queue`, `activity`, `state`, `shape`, and `attempt`. The IDs of
    /// machines and jobs aren't labels, because a metrics system keeps a series for each
    /// combination of values.
    public var labels: [(name: String, value: String)] {
        var labels = [(name: "fleet", value: fleet)]
        if let machine { labels += [("state", machine.state), ("shape", "\(machine.shape)")] }
        if let job {
            labels += [
                ("queue", job.queue), ("activity", job.activity), ("state", job.state), ("shape", "\(job.shape)"),
                ("attempt", "\(job.attempt)"),
            ]
        }
        return labels
    }

    /// Creates an event's report with a duration of zero, which is unknown until the commit.
    static func event<Definition>(_ machine: Machine, _ outcome: FleetOutcome<Definition>) -> FleetReport {
        .event(machine: machine, outcome: outcome.isHandled ? "handled" : "\(outcome)", duration: .zero)
    }

    /// Returns the report with the time since the call or the work began.
    func lasting(since start: ContinuousClock.Instant) -> FleetReport {
        guard case .event(let machine, let outcome, .zero) = self else { return self }
        return .event(machine: machine, outcome: outcome, duration: start.duration(to: .now))
    }
}
