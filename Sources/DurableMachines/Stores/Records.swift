public import Foundation

/// The row of a machine.
public struct MachineRecord: Hashable, Sendable {
    /// The name of the machine.
    public let id: MachineID

    /// The number of changes so far.
    ///
    /// Handled events, deletions and reconciliations are changes.
    ///
    /// The number never decreases, so that the keys of jobs are never used twice.
    public var version: Int

    /// The number of the last row in the history; 0 before the first one.
    ///
    /// The number never decreases, even if all rows of the history are removed.
    public var lastNumber: Int

    /// The shape of the encoded state.
    public var shape: Int

    /// The name of the state, for lists and counts, for example `charging`.
    public var name: String

    /// The state as JSON; `nil` after the deletion of the machine.
    public var state: Data?

    /// Creates a row.
    public init(id: MachineID, version: Int, lastNumber: Int, shape: Int, name: String, state: Data?) {
        self.id = id
        self.version = version
        self.lastNumber = lastNumber
        self.shape = shape
        self.name = name
        self.state = state
    }
}

/// The row of a job.
public struct JobRecord: Hashable, Sendable {
    /// The identity of a job, which no other job ever has.
    public struct Key: Hashable, Sendable {
        /// The machine.
        public let machine: MachineID

        /// The version of the machine after the event with which the machine entered the activity.
        public let version: Int

        /// The position of the activity among the activities that the machine entered because of
        /// the event.
        public let ordinal: Int

        /// Creates a key.
        public init(machine: MachineID, version: Int, ordinal: Int) {
            self.machine = machine
            self.version = version
            self.ordinal = ordinal
        }
    }

    /// The key.
    public let key: Key

    /// The activity as JSON.
    public let activity: Data

    /// The shape of the definition in the program that handled the machine's last event.
    ///
    /// Workers with an earlier shape do not take the job.
    public var shape: Int

    /// The time at which the job may begin.
    public let due: Date

    /// The state of the job.
    public var state: JobState

    /// The number of attempts that have failed since the activity was entered or the job was
    /// retried.
    public var failures: Int

    /// The time from which a worker may take the job; `nil` if no worker may take it.
    ///
    /// It is the due time, the time of the next attempt, or the end of a lease.
    public var nextTake: Date?

    /// The exited job, if any, that has an equal activity and whose worker must stop before this
    /// job begins.
    public var predecessor: Key?

    /// The description of the last error.
    public var lastError: String?

    /// Creates a row.
    public init(
        key: Key,
        activity: Data,
        shape: Int,
        due: Date,
        state: JobState = .waiting(attempts: 0),
        failures: Int = 0,
        nextTake: Date?,
        predecessor: Key? = nil,
        lastError: String? = nil
    ) {
        self.key = key
        self.activity = activity
        self.shape = shape
        self.due = due
        self.state = state
        self.failures = failures
        self.nextTake = nextTake
        self.predecessor = predecessor
        self.lastError = lastError
    }
}

/// A row of a machine's history.
public struct EventRecord: Hashable, Sendable {
    /// The kind of an entry in the history.
    public enum Kind: String, Hashable, Sendable {
        /// The machine was created. The content is its state.
        case created

        /// The machine handled an event. The content is the event.
        case handled

        /// The machine rejected an event. The content is the event.
        case rejected

        /// The machine was deleted.
        case deleted
    }

    /// The position of a row in the combined histories of all machines.
    public struct Key: Hashable, Sendable {
        /// The machine.
        public let machine: MachineID

        /// The position in the history of the machine, from 1.
        public let number: Int

        /// Creates a key.
        public init(machine: MachineID, number: Int) {
            self.machine = machine
            self.number = number
        }
    }

    /// The machine.
    public let machine: MachineID

    /// The position in the history, from 1.
    public let number: Int

    /// The caller's name for the event; `nil` for a creation or a deletion.
    public let id: MachineID?

    /// The kind of this entry.
    public let kind: Kind

    /// The time, by the clock of the store.
    public let date: Date

    /// The version of the machine afterwards.
    public let version: Int

    /// The shape of the definition that encoded the content and the output.
    public let shape: Int

    /// The event or the state as JSON; `nil` if it was removed (``Fleet/removePayloads(before:)``).
    public let content: Data?

    /// The output as JSON; `nil` if the definition has none.
    public let output: Data?

    /// The description of a rejection.
    public let words: String?

    /// Creates a row.
    public init(
        machine: MachineID,
        number: Int,
        id: MachineID?,
        kind: Kind,
        date: Date,
        version: Int,
        shape: Int,
        content: Data?,
        output: Data? = nil,
        words: String? = nil
    ) {
        self.machine = machine
        self.number = number
        self.id = id
        self.kind = kind
        self.date = date
        self.version = version
        self.shape = shape
        self.content = content
        self.output = output
        self.words = words
    }
}

/// The result of one step of a removal.
public struct Removal: Hashable, Sendable {
    /// The number of rows that were changed or removed.
    public let count: Int

    /// The key of the last examined row; `nil` if no rows are left to examine.
    public let last: EventRecord.Key?

    /// Creates a result.
    public init(count: Int, last: EventRecord.Key?) {
        self.count = count
        self.last = last
    }
}
