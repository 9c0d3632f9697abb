/// A job that a worker performs: the work for one instance of an activity.
public struct FleetJob<Definition: DurableDefinition>: Hashable, Sendable, CustomStringConvertible {
    /// The activity.
    public let activity: Definition.Activity

    /// The name of the machine.
    public var machine: String { labels.machine }

    /// The number of the attempt, from 1.
    public var attempt: Int { labels.attempt }

    /// The name of the job, which is the same in each attempt and is never given to another job.
    ///
    /// Pass it to other services as the idempotency key: a job is done at least once, and twice if
    /// a worker dies before it has stored the result.
    public var id: String { labels.id }

    /// The queue of the job.
    public var queue: String { labels.queue }

    let key: JobRecord.Key

    /// What the reports tell about the job.
    let labels: FleetReport.Job

    /// The beginning of the work in this process.
    var start: ContinuousClock.Instant?

    /// What the reports tell about the job at the end of the work.
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

    /// Sends an event of a job to its machine while the work continues.
    ///
    /// The outcome is ``FleetOutcome/dropped(_:)`` if the machine has exited the activity or if
    /// another worker has taken over the job.
    ///
    /// If the call throws ``FleetError/store(_:)``, the event may or may not have been committed.
    /// To repeat the call, send an equal event: the event is handled only once.
    public typealias Sender =
        @Sendable (Definition.Event) async throws(FleetError) -> FleetOutcome<Definition>

    var identity: JobAttempt { JobAttempt(key: key, attempt: attempt) }
}

/// One attempt of a job.
///
/// A process can hold two of the same job: one that was taken over, and the next one.
struct JobAttempt: Hashable {
    let key: JobRecord.Key
    let attempt: Int
}

extension JobRecord.Key {
    /// The name of the job of a fleet.
    func name(in fleet: String) -> String { "\(fleet)/\(version).\(ordinal)/\(machine)" }

    /// The identifier of an event that an attempt sends.
    ///
    /// No caller can use the same one, because it begins with U+0001.
    func eventID(attempt: Int, suffix: String) throws(FleetError) -> MachineID {
        try MachineID("\u{1}\(version).\(ordinal)/\(attempt)/\(suffix)")
    }
}

extension EventRecord {
    /// The name of the job that sent the event; `nil` if a caller sent it.
    func jobName(in fleet: String) -> String? {
        guard let text = id?.text, text.utf8.first == 1 else { return nil }
        return "\(fleet)/\(text.dropFirst().prefix { $0 != "/" })/\(machine)"
    }
}
