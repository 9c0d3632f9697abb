import Foundation
import StateMachines

/// A job's life.
///
/// A job is the work for one instance of an activity. Whichever worker takes the job has it to
/// itself while a lease lasts. The store numbers the attempts, and each message from a worker
/// includes its attempt's number. So once another worker takes over the job, the store can reject
/// the first worker's messages without comparing clocks. On pages generated from this definition, 1
/// stands for the current attempt, and 0 stands for an earlier attempt, whose worker lost the job.
///
/// A job can kill its workers' processes. After the second death, its worker holds no other jobs
/// beside it. So a job is given up only for deaths that no other job in the same `run` can have
/// caused.
///
/// ```swift
/// var job = JobState.waiting(attempts: 0)
/// try job.handleEvent(.take)               // held(attempt: 1)
/// try job.handleEvent(.take)               // held(attempt: 2), after the end of the lease
/// try job.handleEvent(.finish(attempt: 1)) // throws takenOver: the first worker has lost the job
/// ```
package enum JobState: StateDefinition, Hashable {
    /// The job waits until it is due and a worker is free. The payload counts the earlier attempts.
    case waiting(attempts: Int)

    /// A worker has the job to itself until its lease ends. It may hold other jobs.
    case held(attempt: Int)

    /// A worker has the job to itself until its lease ends, and holds no other jobs.
    ///
    /// If its process dies, the job is the reason or at least the only victim.
    case alone(attempt: Int)

    /// A worker held the job when the machine exited the activity. If the machine enters the same
    /// activity again, the new job waits until this worker stops or its lease ends.
    case exited(attempt: Int)

    /// The work is done, but the machine has not exited the activity yet.
    case done(attempts: Int)

    /// The work failed too often, or the machine rejected its event. The job waits until somebody
    /// retries it.
    case parked(attempts: Int)

    /// The job's row is deleted.
    case deleted

    /// An event in a job's life.
    package enum Event: Hashable, Sendable {
        /// A worker takes the job when it is due or when another worker's lease is over.
        case take

        /// The worker holds no other job and will take none.
        case isolate(attempt: Int)

        /// A worker's process died once too often while it held no other job.
        case bury

        /// The worker renews its lease.
        case renew(attempt: Int)

        /// The worker did the work.
        case finish(attempt: Int)

        /// The work failed, and the job will be tried again.
        case fail(attempt: Int)

        /// The work failed for the last time.
        case giveUp(attempt: Int)

        /// The worker shuts down and returns the job.
        case release(attempt: Int)

        /// The machine exits the activity.
        case exit

        /// An operator asks for another attempt at a parked job.
        case retry

        /// Which attempt a worker's message belongs to.
        var attempt: Int? {
            switch self {
            case .isolate(let attempt), .renew(let attempt), .finish(let attempt), .fail(let attempt),
                .giveUp(let attempt), .release(let attempt):
                attempt
            case .take, .bury, .exit, .retry: nil
            }
        }
    }

    /// Why an event is rejected.
    package enum Refusal: Error, Hashable, Sendable {
        /// The current state does not handle the event.
        case invalid

        /// The message is from an earlier attempt, whose worker lost the job.
        case takenOver
    }

    /// Whether the job's row is deleted.
    package var isFinal: Bool { self == .deleted }

    /// Moves to the next state.
    package mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch self {
        case .waiting(let attempts):
            switch event {
            case .take: self = .held(attempt: attempts + 1)
            case .exit: self = .deleted
            case .isolate, .bury, .renew, .finish, .fail, .giveUp, .release, .retry: throw .invalid
            }
        case .held(let attempt):
            // A worker that was taken over has an earlier number.
            if let sender = event.attempt, sender != attempt { throw .takenOver }
            switch event {
            case .take: self = .held(attempt: attempt + 1)
            case .isolate: self = .alone(attempt: attempt)
            case .renew: break
            case .finish: self = .done(attempts: attempt)
            case .fail, .release: self = .waiting(attempts: attempt)
            case .giveUp: self = .parked(attempts: attempt)
            case .exit: self = .exited(attempt: attempt)
            // Another job of the worker may be the reason for its death.
            case .bury, .retry: throw .invalid
            }
        case .alone(let attempt):
            if let sender = event.attempt, sender != attempt { throw .takenOver }
            switch event {
            case .take: self = .held(attempt: attempt + 1)
            case .isolate, .renew: break
            case .finish: self = .done(attempts: attempt)
            case .fail, .release: self = .waiting(attempts: attempt)
            case .giveUp, .bury: self = .parked(attempts: attempt)
            case .exit: self = .exited(attempt: attempt)
            case .retry: throw .invalid
            }
        case .exited(let attempt):
            if let sender = event.attempt, sender != attempt { throw .takenOver }
            switch event {
            case .take, .finish, .fail, .giveUp, .release: self = .deleted
            // The worker is still cleaning up.
            case .renew: break
            case .isolate, .bury, .exit, .retry: throw .invalid
            }
        case .done:
            switch event {
            case .exit: self = .deleted
            case .take, .isolate, .bury, .renew, .finish, .fail, .giveUp, .release, .retry: throw .invalid
            }
        case .parked(let attempts):
            switch event {
            case .retry: self = .waiting(attempts: attempts)
            case .exit: self = .deleted
            case .take, .isolate, .bury, .renew, .finish, .fail, .giveUp, .release: throw .invalid
            }
        case .deleted:
            switch event {
            case .take, .isolate, .bury, .renew, .finish, .fail, .giveUp, .release, .exit, .retry: throw .invalid
            }
        }
    }
}

extension JobState: FiniteStateDefinition {
    /// A new job.
    package static var initialStates: [JobState] { [.waiting(attempts: 0)] }

    /// All events, from the worker that holds the job and from a worker whose job was taken over.
    ///
    /// Explore the definition with ``kind`` as the key, because a job can be taken any number of
    /// times.
    package var sampleEvents: [Event] {
        [.take, .bury, .exit, .retry]
            + [1, 0].flatMap { attempt -> [Event] in
                [
                    .isolate(attempt: attempt), .renew(attempt: attempt), .finish(attempt: attempt),
                    .fail(attempt: attempt), .giveUp(attempt: attempt), .release(attempt: attempt),
                ]
            }
    }

    /// A copy of this state with at most one attempt.
    package var kind: JobState {
        let attempts = min(attempts, 1)
        return switch self {
        case .waiting: .waiting(attempts: attempts)
        case .held: .held(attempt: attempts)
        case .alone: .alone(attempt: attempts)
        case .exited: .exited(attempt: attempts)
        case .done: .done(attempts: attempts)
        case .parked: .parked(attempts: attempts)
        case .deleted: .deleted
        }
    }

    /// Returns whether an attempt's worker still holds the job.
    func isHeld(by attempt: Int) -> Bool { self == .held(attempt: attempt) || self == .alone(attempt: attempt) }

    /// Which attempt's worker is not done yet; `nil` if there is none.
    var holder: Int? {
        switch self {
        case .held(let attempt), .alone(let attempt), .exited(let attempt): attempt
        case .waiting, .done, .parked, .deleted: nil
        }
    }

    /// How many attempts there were so far.
    package var attempts: Int {
        switch self {
        case .waiting(let attempts), .done(let attempts), .parked(let attempts): attempts
        case .held(let attempt), .alone(let attempt), .exited(let attempt): attempt
        case .deleted: 0
        }
    }
}

extension JobRecord {
    /// Handles an event and stores or deletes the row.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - nextTake: When a worker may take the job; `nil` for never.
    ///   - rows: The transaction.
    ///   - change: Changes other columns before the row is stored.
    /// - Returns: The new state.
    @discardableResult
    func handle(
        _ event: JobState.Event,
        nextTake: Date? = nil,
        in rows: any StoreTransaction,
        change: (inout JobRecord) -> Void = { _ in }
    ) throws -> JobState {
        var job = self
        do { try job.state.handleEvent(event) } catch {
            // Somebody else has changed the row.
            let name = "The row \(key.version).\(key.ordinal) of “\(key.machine)”"
            throw DurableStoreError.damaged(name, reason: "a job in the state \(job.state) cannot handle \(event)")
        }
        job.nextTake = nextTake
        if job.state.holder == nil { job.isLimited = false }
        change(&job)
        if job.state == .deleted {
            try rows.delete(key)
            if case .exited = state { try releaseSuccessors(in: rows) }
        } else {
            try rows.save(job)
        }
        return job.state
    }

    /// Ends the job because its machine exited the activity, but keeps a lease until it ends.
    func exit(in rows: any StoreTransaction) throws {
        if state.canHandle(.exit) { try handle(.exit, nextTake: nextTake, in: rows) }
    }

    /// Lets jobs begin that waited for this one because their activity is equal.
    ///
    /// Such successors exist only after an exit.
    private func releaseSuccessors(in rows: any StoreTransaction) throws {
        for var job in try rows.jobs(of: key.machine) where job.predecessor == key {
            job.predecessor = nil
            job.nextTake = job.due
            try rows.save(job)
        }
    }
}
