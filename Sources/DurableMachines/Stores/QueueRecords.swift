package import Foundation

/// The names of queues.
enum QueueName {
    /// The form in which a name is stored: at most 100 characters, composed, and without the zero,
    /// which PostgreSQL's texts cannot contain.
    ///
    /// Databases compare bytes, and Swift does not. So two names that Swift calls equal must have
    /// the same bytes.
    static func stored(_ name: String) -> String {
        String(name.precomposedStringWithCanonicalMapping.prefix(100)).replacing("\0", with: "\u{fffd}")
    }
}

/// What an operator or a program has set for a fleet, a queue or a machine.
package struct ControlRecord: Hashable, Sendable {
    /// What a record controls.
    package enum Subject: Hashable, Sendable {
        case fleet
        case queue(String)
        /// A machine, whose record exists only while it is paused.
        case machine(MachineID)
    }

    /// What the record controls.
    package let subject: Subject

    /// The time of the pause; `nil` if workers take jobs.
    package var pausedSince: Date?

    /// The reason for the pause, in the words of whoever has paused; `nil` if there is none.
    package var reason: String?

    /// The maximum number of jobs that workers have at the same time; `nil` for any number.
    package var jobLimit: Int?

    /// The maximum number of jobs that begin in each ``period``; `nil` for any number.
    package var startLimit: Int?

    /// The period of ``startLimit``.
    package var period: Duration = .seconds(1)

    /// The time before which no other job begins because of ``startLimit``.
    package var nextStart: Date?

    /// The time by which jobs of the queue count as having waited longer than they have.
    package var headStart: Duration = .zero

    /// Creates a record that changes nothing.
    package init(_ subject: Subject) { self.subject = subject }

    /// Whether the record changes anything.
    package var isDefault: Bool {
        pausedSince == nil && jobLimit == nil && startLimit == nil && headStart == .zero
    }
}

/// The number of jobs of a queue that are in one state.
package struct JobCount: Hashable, Sendable {
    package let queue: String
    package let state: StoredJobState.Name

    /// Whether the jobs may be taken now.
    package let isDue: Bool

    package let count: Int

    /// The earliest time from which one of the jobs may be taken, if there is one.
    package let first: Date?
}

/// The jobs that an operator looks for.
package struct JobFilter: Hashable, Sendable {
    /// What an operator calls the state of a job.
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        /// A worker could take the job now.
        case due
        /// The job begins later, or after another one.
        case later
        /// A worker has the job.
        case held
        /// The work is done, and the machine has not exited the activity.
        case done
        case parked
    }

    /// The state of the jobs; `nil` for any.
    package var condition: Condition?

    /// The queue; `nil` for any.
    package var queue: String?

    /// The name of the state of the machine; `nil` for any.
    package var machineState: String?

    /// The time that has passed since the jobs were due; `nil` for any.
    package var age: Duration?

    /// Creates a filter for jobs in a state.
    package init(_ condition: Condition? = nil) { self.condition = condition }
}

/// What workers need to know to choose the next job.
package struct QueueStates: Hashable, Sendable {
    /// For each queue, the earliest time at which one of its jobs may be taken.
    package var nextTakes: [String: Date] = [:]

    /// The records of the fleet, its queues and its paused machines.
    package var controls: [ControlRecord] = []

    /// The ends of the leases of the jobs that count for the limits of their queues.
    package var limitedLeases: [String: [Date]] = [:]

    /// Creates the states of no queue.
    package init() {}
}
