package import Foundation

/// The row of a machine.
package struct MachineRecord: Hashable, Sendable {
    /// The name of the machine.
    package let id: MachineID

    /// The number of changes so far.
    ///
    /// Handled events, deletions and reconciliations are changes.
    ///
    /// The number never decreases, so that the keys of jobs are never used twice.
    package var version: Int

    /// The number of the last row in the history; 0 before the first one.
    ///
    /// The number never decreases, even if all rows of the history are removed.
    package var lastNumber: Int

    /// The shape of the encoded state.
    package var shape: Int

    /// The name of the state, for lists and counts, for example `charging`.
    package var name: String

    /// The state as JSON; `nil` after the deletion of the machine.
    package var state: Data?

    /// Creates a row.
    package init(id: MachineID, version: Int, lastNumber: Int, shape: Int, name: String, state: Data?) {
        self.id = id
        self.version = version
        self.lastNumber = lastNumber
        self.shape = shape
        self.name = name
        self.state = state
    }
}

/// The row of a job.
package struct JobRecord: Hashable, Sendable {
    /// The identity of a job, which no other job ever has.
    package struct Key: Hashable, Sendable {
        /// The machine.
        package let machine: MachineID

        /// The version of the machine after the event with which the machine entered the activity.
        package let version: Int

        /// The position of the activity among the activities that the machine entered because of
        /// the event.
        package let ordinal: Int

        /// Creates a key.
        package init(machine: MachineID, version: Int, ordinal: Int) {
            self.machine = machine
            self.version = version
            self.ordinal = ordinal
        }
    }

    /// The key.
    package let key: Key

    /// The activity as JSON.
    package let activity: Data

    /// The shape of the definition in the program that handled the machine's last event.
    ///
    /// Workers with an earlier shape do not take the job.
    package var shape: Int

    /// The time at which the job may begin.
    package let due: Date

    /// The state of the job.
    package var state: JobState

    /// The number of attempts that have failed since the activity was entered or the job was
    /// retried.
    package var failures: Int

    /// The number of workers, at most 2, whose processes have died while they had this job and
    /// others.
    ///
    /// From the second one on, the job is suspected, and a worker performs it alone. An attempt
    /// that fails without a death clears it.
    package var deaths: Int

    /// The time from which a worker may take the job; `nil` if no worker may take it.
    ///
    /// It is the due time, the time of the next attempt, or the end of a lease.
    package var nextTake: Date?

    /// The exited job, if any, that has an equal activity and whose worker must stop before this
    /// job begins.
    package var predecessor: Key?

    /// The description of the last error.
    package var lastError: String?

    /// The queue of the job; empty for a job from an earlier schema, until a worker finds it.
    package var queue: String

    /// Whether the job counts for the limit of its queue, because a worker has it.
    package var isLimited: Bool

    /// Creates a row.
    package init(
        key: Key,
        activity: Data,
        shape: Int,
        due: Date,
        state: JobState = .waiting(attempts: 0),
        failures: Int = 0,
        deaths: Int = 0,
        nextTake: Date?,
        predecessor: Key? = nil,
        lastError: String? = nil,
        queue: String = "",
        isLimited: Bool = false
    ) {
        self.key = key
        self.activity = activity
        self.shape = shape
        self.due = due
        self.state = state
        self.failures = failures
        self.deaths = deaths
        self.nextTake = nextTake
        self.predecessor = predecessor
        self.lastError = lastError
        self.queue = queue
        self.isLimited = isLimited
    }
}

/// A row of a machine's history.
package struct EventRecord: Hashable, Sendable {
    /// The kind of an entry in the history.
    package enum Kind: String, Hashable, Sendable {
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
    package struct Key: Hashable, Sendable {
        /// The machine.
        package let machine: MachineID

        /// The position in the history of the machine, from 1.
        package let number: Int

        /// Creates a key.
        package init(machine: MachineID, number: Int) {
            self.machine = machine
            self.number = number
        }
    }

    /// The machine.
    package let machine: MachineID

    /// The position in the history, from 1.
    package let number: Int

    /// The caller's name for the event; `nil` for a creation or a deletion.
    package let id: MachineID?

    /// The kind of this entry.
    package let kind: Kind

    /// The time, by the clock of the store.
    package let date: Date

    /// The version of the machine afterwards.
    package let version: Int

    /// The shape of the definition that encoded the content and the output.
    package let shape: Int

    /// The event or the state as JSON; `nil` if it was removed
    /// (``Fleet/removePayloads(of:before:keeping:)``).
    package let content: Data?

    /// The output of a handled event, or the reason of a rejected one, as JSON; `nil` if the
    /// definition has none.
    package let output: Data?

    /// The description of a rejection.
    package let words: String?

    /// Creates a row.
    package init(
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

/// The caller's name for a machine or for an event: 1 to 512 bytes of UTF-8 without a zero byte.
///
/// Two names are equal if their bytes are equal. So the composed and the decomposed spelling of one
/// character are two different names, as they are in databases.
package struct MachineID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    package let text: String

    /// Creates an ID from a name.
    ///
    /// - Throws: ``FleetError/invalidID(_:)`` if the name is empty, is longer than 512 bytes, or
    ///   contains a zero byte.
    package init(_ text: String) throws(FleetError) {
        guard (1...512).contains(text.utf8.count), !text.utf8.contains(0) else { throw .invalidID(text) }
        self.text = text
    }

    /// Compares the bytes of two names.
    package static func == (left: MachineID, right: MachineID) -> Bool { left.text.hasBytes(of: right.text) }

    /// Orders names by their bytes.
    package static func < (left: MachineID, right: MachineID) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes of the name.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The name.
    package var description: String { text }
}

extension String {
    /// Whether two texts have the same bytes, which is more than being equal.
    func hasBytes(of other: String) -> Bool {
        var (text, other) = (self, other)
        return text.withUTF8 { bytes in
            other.withUTF8 { others in
                guard bytes.count == others.count else { return false }
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
                return memcmp(start, otherStart, bytes.count) == 0
            }
        }
    }
}
