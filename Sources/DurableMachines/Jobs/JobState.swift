import Foundation
import StateMachines

/// The life of a job.
///
/// A job is the work for one instance of an activity. A worker takes the job and has it to itself
/// for the duration of a lease. The store numbers the attempts, and each message from a worker
/// carries the number of its attempt. So when another worker has taken over the job, the store can
/// reject the messages of the first worker. It does not need to compare clocks. On the pages that
/// are generated from this definition, the number 1 stands for the current attempt, and the number
/// 0 for an earlier attempt, whose worker has lost the job.
///
/// A job can be the reason why the processes of its workers die. After the second death, its worker
/// takes no other job beside it. So a job is given up only for deaths that no other job of the same
/// `run` can have caused.
///
/// ```swift
/// var job = JobState.waiting(attempts: 0)
/// try job.handleEvent(.take)               // held(attempt: 1)
/// try job.handleEvent(.take)               // held(attempt: 2), after the end of the lease
/// try job.handleEvent(.finish(attempt: 1)) // throws takenOver, because the first worker has lost it
/// ```
package enum JobState: StateDefinition, Hashable {
    /// The job waits for its due time and for a worker. The payload counts the earlier attempts.
    case waiting(attempts: Int)

    /// A worker has the job to itself until its lease ends. It may have other jobs.
    case held(attempt: Int)

    /// A worker has the job to itself until its lease ends, and has no other job.
    ///
    /// If its process dies, the job is the reason or at least the only victim.
    case alone(attempt: Int)

    /// The machine exited the activity while a worker held the job. If the machine enters the
    /// same activity again, the new job waits until this worker has stopped or its lease is over.
    case exited(attempt: Int)

    /// The work is done, and the machine has not exited the activity yet.
    case done(attempts: Int)

    /// The work has failed too often, or its machine has rejected its event. Somebody has to look
    /// at it.
    case parked(attempts: Int)

    /// The row of the job is deleted.
    case deleted

    /// An event in the life of a job.
    package enum Event: Hashable, Sendable {
        /// A worker takes the job when it is due or when the lease of another worker is over.
        case take

        /// The worker has no other job and will take none.
        case isolate(attempt: Int)

        /// The process of a worker that was alone has died once too often.
        case bury

        /// The worker renews its lease.
        case renew(attempt: Int)

        /// The worker has done the work.
        case finish(attempt: Int)

        /// The work has failed, and the job is to be tried again.
        case fail(attempt: Int)

        /// The work has failed for the last time.
        case giveUp(attempt: Int)

        /// The worker shuts down and returns the job.
        case release(attempt: Int)

        /// The machine exits the activity.
        case exit

        /// An operator asks for another attempt at a parked job.
        case retry

        /// The number of the attempt that a worker's message belongs to.
        var attempt: Int? {
            switch self {
            case .isolate(let attempt), .renew(let attempt), .finish(let attempt), .fail(let attempt),
                .giveUp(let attempt), .release(let attempt):
                attempt
            case .take, .bury, .exit, .retry: nil
            }
        }
    }

    /// The reason why an event is rejected.
    package enum Refusal: Error, Hashable, Sendable {
        /// The current state does not handle the event.
        case invalid

        /// The message is from an earlier attempt, whose worker has lost the job.
        case takenOver
    }

    /// Whether the row of the job is deleted.
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

    /// All events, from the worker that has the job and from a worker whose job was taken over.
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

    /// A copy of this state in which the number of attempts is at most 1.
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

    /// Whether a worker does the work of an attempt, and nobody has taken over.
    func isHeld(by attempt: Int) -> Bool { self == .held(attempt: attempt) || self == .alone(attempt: attempt) }

    /// The attempt of the worker that has not ended yet; `nil` if there is none.
    var holder: Int? {
        switch self {
        case .held(let attempt), .alone(let attempt), .exited(let attempt): attempt
        case .waiting, .done, .parked, .deleted: nil
        }
    }

    /// The number of attempts so far.
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
    ///   - nextTake: The time from which a worker may take the job; `nil` for never.
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
            throw DurableStoreError.damaged(name, reason: "a job that is \(job.state) cannot \(event)")
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

    /// Ends the job because its machine has exited the activity; a lease is kept until its end.
    func exit(in rows: any StoreTransaction) throws {
        if state.canHandle(.exit) { try handle(.exit, nextTake: nextTake, in: rows) }
    }

    /// Lets jobs with an equal activity begin that waited for the end of this one.
    ///
    /// Only an exited job has such successors.
    private func releaseSuccessors(in rows: any StoreTransaction) throws {
        for var job in try rows.jobs(of: key.machine) where job.predecessor == key {
            job.predecessor = nil
            job.nextTake = job.due
            try rows.save(job)
        }
    }
}
