public import Foundation

/// A report from a fleet to its observer, for logs and metrics.
///
/// ```swift
/// let orders = try Fleet<Order>(in: store) { report in logger.info("\(report)") }
/// ```
public enum FleetReport: Hashable, Sendable, CustomStringConvertible {
    /// A machine was created.
    case created(machine: String)

    /// A machine was deleted.
    case deleted(machine: String)

    /// An event was handled, rejected or dropped. The text describes the outcome, without its
    /// output.
    case event(machine: String, outcome: String, duration: Duration)

    /// A worker has taken a job. If `isTakeover` is `true`, the job was previously held by another
    /// worker.
    case taken(job: String, attempt: Int, isTakeover: Bool)

    /// The leases of some jobs were renewed.
    case renewed(jobs: Int)

    /// A worker has finished a job.
    case finished(job: String, duration: Duration)

    /// A job has failed. It can be taken again from the date `next`.
    case failed(job: String, reason: String, next: Date)

    /// A worker has returned a job, because it is shutting down or the lease was over.
    case released(job: String)

    /// A job has failed too often, and the machine has handled the event from
    /// ``DurableDefinition/exhausted(_:reason:)``.
    case exhausted(job: String, reason: String)

    /// A job has failed too often, or the machine has rejected its event.
    case parked(job: String, reason: String)

    /// The machine has exited the activity of a job, and the work is cancelled.
    case cancelled(job: String)

    /// Another worker has taken over a job, and the work is cancelled.
    case lost(job: String)

    /// A row cannot be decoded. The first value is the name of the machine or of the job.
    case undecodable(String, reason: String)

    /// The store has failed. The fleet tries again.
    ///
    /// The second value is the name of the job whose end could not be stored, if that is the
    /// reason; it ends in the name of the machine. If the store has refused the end, for example
    /// because of a trigger or a missing privilege, the attempt counts as a failure.
    case storeFailed(FleetError, job: String? = nil)

    /// A line of text.
    public var description: String {
        switch self {
        case .created(let machine): "\(machine): created"
        case .deleted(let machine): "\(machine): deleted"
        case .event(let machine, let outcome, let duration): "\(machine): event \(outcome), in \(duration)"
        case .taken(let job, let attempt, let isTakeover):
            "\(job): taken\(isTakeover ? " over" : ""), attempt \(attempt)"
        case .renewed(let jobs): "\(jobs) \(jobs == 1 ? "lease" : "leases") renewed"
        case .finished(let job, let duration): "\(job): done in \(duration)"
        case .failed(let job, let reason, let next): "\(job): failed, next attempt at \(next): \(reason)"
        case .released(let job): "\(job): released"
        case .exhausted(let job, let reason): "\(job): exhausted: \(reason)"
        case .parked(let job, let reason): "\(job): parked: \(reason)"
        case .cancelled(let job): "\(job): cancelled, because the machine has exited the activity"
        case .lost(let job): "\(job): cancelled, because another worker has taken it over"
        case .undecodable(let name, let reason): "\(name): cannot be decoded: \(reason)"
        case .storeFailed(let error, let job): "\(job.map { "\($0): " } ?? "")the store has failed: \(error)"
        }
    }
}

extension FleetReport {
    /// The report of an event that was sent at a time.
    static func event<Definition>(
        _ machine: String,
        _ outcome: FleetOutcome<Definition>,
        since start: ContinuousClock.Instant
    ) -> FleetReport {
        let words = outcome.isHandled ? "handled" : "\(outcome)"
        return .event(machine: machine, outcome: words, duration: start.duration(to: .now))
    }
}
