import Foundation
import StateMachineLocks
import StateMachines

extension StoredMachine {
    /// Differences between a machine's jobs and a state's activities.
    struct JobChanges {
        /// Jobs whose activities have ended.
        var exits: [JobRecord] = []

        /// Jobs of a machine whose stored state had another shape.
        ///
        /// These jobs get the current shape, too, so that workers with an older shape leave them
        /// alone.
        var migrated: [JobRecord] = []

        /// Activities that have begun.
        var entries: [(activity: Definition.Activity, data: Data, due: Date)] = []

        /// Reports of jobs that end because this program cannot decode their activities.
        var reports: [FleetReport] = []

        /// Exited jobs by activity.
        ///
        /// Their workers must end before an equal activity begins.
        var ending: [Definition.Activity: JobRecord.Key] = [:]

        var isEmpty: Bool { exits.isEmpty && migrated.isEmpty && entries.isEmpty }
    }

    /// Compares the machine's jobs with a state's activities.
    func jobChanges(for state: Definition) throws -> JobChanges {
        try jobChanges(for: state, from: rows.jobs(of: record.id))
    }

    /// Compares some jobs with a state's activities.
    func jobChanges(for state: Definition, from jobs: [JobRecord]) throws(FleetError) -> JobChanges {
        let activities = state.activities.uniqued()
        var changes = JobChanges()
        var listed = Set<Definition.Activity>()
        for job in jobs.reversed() {
            let activity = Result { try fleet.activities.activity(job.activity) }
            if case .exited = job.state {
                if case .success(let activity) = activity, changes.ending[activity] == nil {
                    changes.ending[activity] = job.key
                }
            } else if case .success(let activity) = activity, activities.contains(activity),
                listed.insert(activity).inserted
            {
                if job.shape != Definition.shape { changes.migrated.append(job) }
            } else {
                // This includes jobs whose activities cannot be decoded.
                changes.exits.append(job)
                if case .failure(let error) = activity {
                    let name = job.key.name(in: fleet.name)
                    changes.reports.append(
                        .undecodable(name, fleet: fleet.name, reason: "\(error)".shortened)
                    )
                }
            }
        }
        for activity in activities where !listed.contains(activity) {
            changes.entries.append((activity, try encoded(activity), try due(activity)))
        }
        return changes
    }

    mutating func perform(_ changes: JobChanges) throws {
        reports += changes.reports
        for job in changes.exits { try job.exit(in: rows) }
        for var job in changes.migrated {
            job.shape = Definition.shape
            try rows.save(job)
        }
        for (ordinal, entry) in changes.entries.enumerated() {
            let predecessor = changes.ending[entry.activity]
            try rows.save(
                JobRecord(
                    key: JobRecord.Key(machine: record.id, version: version, ordinal: ordinal),
                    activity: entry.data,
                    shape: Definition.shape,
                    due: entry.due,
                    nextTake: predecessor == nil ? entry.due : nil,
                    predecessor: predecessor,
                    queue: fleet.queue(of: entry.activity, entry.data)
                )
            )
        }
    }

    /// When a job may begin.
    ///
    /// - Throws: ``FleetError/unencodable(_:reason:)`` for a date that stores can't hold.
    private func due(_ activity: Definition.Activity) throws(FleetError) -> Date {
        let due: Date =
            switch Definition.due(activity) {
            case .now: rows.now
            case .after(let duration): rows.now + duration
            case .at(let date): date
            }
        guard Microseconds.range.contains(due.timeIntervalSince1970) else {
            let seconds = due.timeIntervalSince1970
            let reason =
                "“\("\(activity)".prefix(100))” is due \(seconds) seconds after 1970, and a due date is a number "
                + "of at most 9.2e12 seconds, which is in the year 292,000"
            throw .unencodable(record.id.text, reason: reason)
        }
        return due
    }

    /// Compares the jobs with the activities, without an event.
    ///
    /// If a job changes, this method increases the version, which is part of each job's key.
    mutating func reconcile() throws -> Bool {
        let changes = try jobChanges(for: state)
        guard !changes.isEmpty else { return false }
        try save(state, encoded(state), version: version + 1)
        try perform(changes)
        return true
    }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date {
        date.addingTimeInterval(duration / .seconds(1))
    }
}

extension Fleet {
    /// A new job's queue.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - data: Its JSON.
    func queue(of activity: Definition.Activity, _ data: Data) -> String {
        Definition.chosenQueue(for: activity) ?? activities.name(of: data) { Definition.name(of: activity) }
    }
}

/// A fleet's decoded activities, by their JSON.
///
/// For each event, a fleet compares the activities of all the machine's jobs. Most activities have
/// no payload, so without this cache, it would decode the same few texts again and again.
final class DecodedActivities<Activity: Decodable & Sendable>: Sendable {
    private let activities = ValuesByText<Activity>()
    private let names = ValuesByText<String>()

    /// Returns the activity with the given JSON.
    ///
    /// - Throws: The decoder's error.
    func activity(_ data: Data) throws -> Activity { try activities.value(of: data) { try decode(data) } }

    /// Returns the name of the activity with the given JSON, from the cache if possible.
    func name(of data: Data, _ find: () -> String) -> String { names.value(of: data, find) }

    private func decode(_ data: Data) throws -> Activity { try JSON.decode(Activity.self, from: data) }
}

/// A cache with a limited number of values for short texts.
private final class ValuesByText<Value: Sendable>: Sendable {
    /// How many texts the cache keeps at most.
    private static var limit: Int { 256 }

    /// How long a cached text may be, in bytes.
    private static var sizeLimit: Int { 512 }

    private let values = Locked<[Data: Value]>([:])

    /// Returns a text's value, from the cache if possible.
    func value(of data: Data, _ find: () throws -> Value) rethrows -> Value {
        guard data.count <= Self.sizeLimit else { return try find() }
        if let value = values.withLock({ $0[data] }) { return value }
        let value = try find()
        values.withLock { values in
            if values.count >= Self.limit { values = [:] }
            values[data] = value
        }
        return value
    }
}
