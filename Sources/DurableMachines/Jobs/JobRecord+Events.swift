import Foundation
import StateMachines

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
