/// A job that a worker performs: the stored work of one activity.
public struct FleetJob<Definition: DurableDefinition>: Hashable, Sendable, CustomStringConvertible {
    /// The activity.
    public let activity: Definition.Activity

    /// The machine's ID.
    public var machine: String { labels.machine }

    /// The number of this attempt at the job, starting at 1.
    public var attempt: Int { labels.attempt }

    /// The job's ID, which is unique and stays the same in every attempt.
    ///
    /// Pass it to other services as the idempotency key, because a job can be done twice, for
    /// example if a worker dies before it stores the result.
    public var id: String { labels.id }

    /// The job's queue.
    public var queue: String { labels.queue }

    let key: JobRecord.Key

    /// The job's labels for reports.
    let labels: FleetReport.Job

    /// When the work began in this process.
    var start: ContinuousClock.Instant?

    /// The job's labels for reports at the end of the work.
    var labelsAtEnd: FleetReport.Job {
        var labels = labels
        labels.duration = start?.duration(to: .now)
        return labels
    }

    /// Whether the job counts toward its queue's limit.
    let isLimited: Bool

    /// Whether the work may begin only once its worker holds no other job.
    let isSuspect: Bool

    /// The ID, the activity, and the number of the attempt.
    public var description: String { "\(id): \(activity), attempt \(attempt)" }

    /// A closure that sends a job's event to its machine while the work continues.
    ///
    /// If the machine exited the activity or another worker took over the job, the outcome is
    /// ``FleetOutcome/dropped(_:)``.
    ///
    /// If the call throws ``FleetError/store(_:)``, the event may or may not have been committed.
    /// To repeat the call, send an equal event from the same attempt, and the machine handles it
    /// only once.
    ///
    /// After such an error, the next equal event counts as a repetition of the failed call, even if
    /// the job sends other events first. Without an error, equal events are separate: if a job
    /// sends `.tick` twice, the machine receives two ticks.
    public typealias Sender =
        @Sendable (Definition.Event) async throws(FleetError) -> FleetOutcome<Definition>

    var identity: JobAttempt { JobAttempt(key: key, attempt: attempt) }
}

/// An attempt at a job.
///
/// A process can hold two attempts at one job: one that was taken over, and the next one.
struct JobAttempt: Hashable {
    let key: JobRecord.Key
    let attempt: Int
}

extension JobRecord.Key {
    /// Returns the job's ID in a fleet.
    func name(in fleet: String) -> String { "\(fleet)/\(version).\(ordinal)/\(machine)" }

    /// Returns an ID for an event that an attempt sends.
    ///
    /// No caller can use this ID, because it begins with U+0001.
    func eventID(attempt: Int, suffix: String) throws(FleetError) -> MachineID {
        try MachineID("\u{1}\(version).\(ordinal)/\(attempt)/\(suffix)")
    }
}

extension EventRecord {
    /// Returns the ID of the job that sent the event; `nil` if a caller sent it.
    func jobName(in fleet: String) -> String? {
        guard let text = id?.text, text.utf8.first == 1 else { return nil }
        return "\(fleet)/\(text.dropFirst().prefix { $0 != "/" })/\(machine)"
    }
}
