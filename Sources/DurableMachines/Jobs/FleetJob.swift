/// A job that a worker performs, which is the work for one instance of an activity.
public struct FleetJob<Definition: DurableDefinition>: Hashable, Sendable, CustomStringConvertible {
    /// The activity.
    public let activity: Definition.Activity

    /// The machine's name.
    public var machine: String { labels.machine }

    /// The number of this attempt, from 1.
    public var attempt: Int { labels.attempt }

    /// The job's name, which is the same in every attempt and belongs to no other job.
    ///
    /// Pass it to other services as the idempotency key, because a job can be done twice, for
    /// example if a worker dies before it has stored the result.
    public var id: String { labels.id }

    /// The job's queue.
    public var queue: String { labels.queue }

    let key: JobRecord.Key

    /// The job's labels for reports.
    let labels: FleetReport.Job

    /// The beginning of the work in this process.
    var start: ContinuousClock.Instant?

    /// The job's labels for reports at the end of the work.
    var labelsAtEnd: FleetReport.Job {
        var labels = labels
        labels.duration = start?.duration(to: .now)
        return labels
    }

    /// Whether the job counts for the limit of its queue.
    let isLimited: Bool

    /// Whether the work must not begin before its worker has no other job.
    let isSuspect: Bool

    /// The name, the activity and the number of the attempt.
    public var description: String { "\(id): \(activity), attempt \(attempt)" }

    /// A closure that sends an event of a job to its machine while the work continues.
    ///
    /// The outcome is ``FleetOutcome/dropped(_:)`` if the machine has exited the activity or
    /// another worker has taken over the job.
    ///
    /// If the call throws ``FleetError/store(_:)``, the event may or may not have been committed.
    /// To repeat the call, send an equal event, which is then handled only once.
    public typealias Sender =
        @Sendable (Definition.Event) async throws(FleetError) -> FleetOutcome<Definition>

    var identity: JobAttempt { JobAttempt(key: key, attempt: attempt) }
}

/// An attempt of a job.
///
/// A process can hold two attempts of one job: one that was taken over, and the next one.
struct JobAttempt: Hashable {
    let key: JobRecord.Key
    let attempt: Int
}

extension JobRecord.Key {
    /// Returns the job's name in a fleet.
    func name(in fleet: String) -> String { "\(fleet)/\(version).\(ordinal)/\(machine)" }

    /// Returns the ID of an event that an attempt sends.
    ///
    /// No caller can use this ID, because it begins with U+0001.
    func eventID(attempt: Int, suffix: String) throws(FleetError) -> MachineID {
        try MachineID("\u{1}\(version).\(ordinal)/\(attempt)/\(suffix)")
    }
}

extension EventRecord {
    /// Returns the name of the job that sent the event; `nil` if a caller sent it.
    func jobName(in fleet: String) -> String? {
        guard let text = id?.text, text.utf8.first == 1 else { return nil }
        return "\(fleet)/\(text.dropFirst().prefix { $0 != "/" })/\(machine)"
    }
}
