import Foundation
import StateMachineLocks
public import StateMachines

extension Fleet {
    /// Performs jobs until the current task is cancelled, or until no job is left.
    ///
    /// Each job runs in a task of its own. The task is cancelled when the machine exits the
    /// activity or when another worker takes over the job. If the work throws, the job is tried
    /// again after a pause, and parked after ``FleetSettings/failureLimit`` failures. When the run
    /// is cancelled, it cancels the work, waits for it, and releases the unfinished jobs. A
    /// released job does not count as failed. If the store does not answer, the run ends after at
    /// most five seconds, and other workers take over the jobs when their leases end.
    ///
    /// A thread of its own renews the leases, even while the work blocks all other threads. If it
    /// cannot renew a lease, the work is cancelled at the end of the lease.
    ///
    /// After the second time that a process has died while it had a certain job and others, a run
    /// performs this job alone.
    ///
    /// Any number of processes can run the same fleet.
    ///
    /// - Parameters:
    ///   - workers: The number of jobs that run at the same time.
    ///   - end: The condition under which the run ends by itself. A script or a test can end the
    ///     run when no job is left that could begin immediately.
    ///   - perform: Does the work of one job. The returned event, if any, and the end of the job
    ///     are stored together. `send` sends an event while the work continues.
    /// - Throws: ``DurableStoreError/closed(_:)`` if the store is closed, or
    ///   ``DurableStoreError/replaced(_:reason:)`` if its file is gone. Other errors of the store
    ///   are reported, and the run tries again.
    public func run(
        workers: Int = 4,
        until end: RunEnd = .cancelled,
        perform:
            @escaping @Sendable (FleetJob<Definition>, FleetJob<Definition>.Sender) async throws -> Definition.Event?
    ) async throws(DurableStoreError) {
        try await FleetRun(fleet: self, workers: max(1, workers), end: end, perform: perform).run()
    }

    /// The condition under which a run of a fleet ends by itself.
    public enum RunEnd: Hashable, Sendable {
        /// Only when its task is cancelled.
        case cancelled

        /// When this run holds no job and there is no job that it could take now. There may still
        /// be jobs of other processes, jobs that are due later, and parked jobs.
        case idle
    }
}

/// One call of ``Fleet/run(workers:until:perform:)``.
struct FleetRun<Definition: DurableDefinition>: Sendable {
    let fleet: Fleet<Definition>
    let workers: Int
    let end: Fleet<Definition>.RunEnd
    let perform: @Sendable (FleetJob<Definition>, FleetJob<Definition>.Sender) async throws -> Definition.Event?
    private let held = HeldJobs<Definition>()
    private let calls = StoppingCalls()

    func run() async throws(DurableStoreError) {
        // The leases are renewed while cancelled work ends, too.
        let thread = TaskThread(name: "Leases of \(fleet.name)")
        let renewal = Task(executorPreference: thread) { await renewLeases(on: thread) }
        let error = await withTaskCancellationHandler {
            await fleet.store.withHints(of: fleet.name, fleet.wakeUp.signal) {
                await withDiscardingTaskGroup { group in
                    let error = await takeJobs { job in group.addTask { await work(on: job) } }
                    // Without the store, nothing tells the work that it is cancelled.
                    if error != nil { group.cancelAll() }
                    return error
                }
            }
        } onCancel: {
            calls.stop(after: min(fleet.settings.lease / 6, .seconds(5)), clock: fleet.settings.clock)
        }
        calls.finish()
        renewal.cancel()
        await renewal.value
        thread.close()
        if let error { throw error }
    }

    /// The result of a search for jobs.
    private struct Search {
        var jobs: [FleetJob<Definition>] = []

        /// The time until the next job can be taken, if that is known.
        var next: Duration?

        /// Whether there may be more jobs that can be taken now.
        var isIncomplete = false
    }

    /// The searches that have found only jobs of locked machines.
    private struct BlockedSearches {
        var count = 0

        /// The time before which no search waits for a lock.
        var nextWait = Duration.zero
    }

    /// Takes jobs until the cancellation of the task or the end of the store.
    private func takeJobs(start: (FleetJob<Definition>) -> Void) async -> DurableStoreError? {
        var blocked = BlockedSearches()
        while !Task.isCancelled {
            let signals = fleet.wakeUp.signals
            let isIdle = held.count == 0
            var pause = fleet.settings.pollInterval
            do throws(FleetError) {
                let search = try await nextJobs(&blocked)
                for job in search.jobs { start(job) }
                if end == .idle, search.jobs.isEmpty, isIdle, !search.isIncomplete { return nil }
                if let next = search.next { pause = min(pause, max(next, .milliseconds(1))) }
                if !search.jobs.isEmpty, held.count < workers { continue }
            } catch {
                switch error {
                case .cancelled: return nil
                case .store(let error) where error.isClosed: return error
                default: fleet.report(.storeFailed(error))
                }
            }
            await fleet.wakeUp.wait(after: signals, atMost: pause, clock: fleet.settings.clock)
        }
        return nil
    }

    /// Takes as many jobs as there are free workers.
    private func nextJobs(_ blocked: inout BlockedSearches) async throws(FleetError) -> Search {
        let free = workers - held.count
        guard free > 0, !held.hasSuspect else { return Search() }
        // A search without a lock is enough as long as nothing is due.
        let next = try await fleet.read { rows in
            try rows.nextTake().map { Duration.seconds($0.timeIntervalSince(rows.now)) }
        }
        guard let next else { return Search() }
        guard next <= .zero else { return Search(next: next) }
        let attempts = held.attempts
        var taken = Fleet<Definition>.Taken(start: .zero)
        let isTurn = held.waitsForLock.withLock { waits in
            defer { waits = false }
            return waits
        }
        if isTurn || blocked.count > 10, fleet.elapsed() >= blocked.nextWait {
            blocked = BlockedSearches(nextWait: fleet.elapsed() + fleet.settings.pollInterval * 10)
            do throws(FleetError) {
                taken = try await calls.perform { () async throws(FleetError) in
                    try await fleet.takeBlockedJobs(limit: free, held: attempts)
                }
            } catch .store(.busy) {}
        }
        if taken.jobs.isEmpty {
            taken = try await calls.perform { () async throws(FleetError) in
                try await fleet.takeJobs(limit: free, held: attempts)
            }
            blocked.count = taken.isBlocked ? blocked.count + 1 : 0
        }
        for job in taken.jobs { held.add(job, until: taken.start + fleet.settings.lease) }
        return Search(
            jobs: taken.jobs,
            next: taken.isCutOff ? .zero : nil,
            isIncomplete: taken.isCutOff || taken.isBlocked
        )
    }

    /// Performs a job, and then the jobs that are taken together with the end of the former one.
    private func work(on job: FleetJob<Definition>) async {
        var next: FleetJob<Definition>? = job
        var count = 0
        while let job = next {
            count += 1
            // The search for the next job skips locked machines. Now and then, the search that
            // waits for their locks gets its turn.
            let takesNext = !count.isMultiple(of: 100)
            if !takesNext { held.waitsForLock.withLock { $0 = true } }
            let following: HeldJobs<Definition>.Leased?
            if !(await mayBegin(job)) {
                following = await end(job, .released, takesNext: false, start: .now)
            } else {
                following = await perform(job, takesNext: takesNext)
            }
            held.replace(job, with: following)
            fleet.wakeUp.signal()
            next = following?.job
        }
    }

    /// Whether the work of a job begins; otherwise, the job is returned.
    private func mayBegin(_ job: FleetJob<Definition>) async -> Bool {
        // Searches and ends of jobs happen at the same time, so either of two jobs may be the later
        // one. It gives way to a suspect, and so do two suspects to each other.
        guard !held.hasSuspect(beside: job) else { return false }
        if job.isSuspect {
            while true {
                let signals = fleet.wakeUp.signals
                if held.count == 1 || Task.isCancelled || held.isExpired(job, at: fleet.elapsed()) { break }
                let settings = fleet.settings
                await fleet.wakeUp.wait(after: signals, atMost: settings.pollInterval, clock: settings.clock)
            }
            guard held.count == 1, !held.isExpired(job, at: fleet.elapsed()) else { return false }
            do throws(FleetError) {
                guard !Task.isCancelled, try await fleet.isolate(job) else { return false }
            } catch {
                if error != .cancelled { fleet.report(.storeFailed(error)) }
                return false
            }
        }
        return !Task.isCancelled && !held.isExpired(job, at: fleet.elapsed())
    }

    /// Performs one job.
    ///
    /// - Returns: The next job, if one was taken.
    private func perform(
        _ job: FleetJob<Definition>,
        takesNext: Bool
    ) async -> HeldJobs<Definition>.Leased? {
        let events = Locked(SentEvents<Definition.Event>())
        let fleet = fleet
        let perform = perform
        let start = ContinuousClock.now
        let work = Task {
            try await perform(job) { event async throws(FleetError) in
                let number = events.withLock { $0.number(for: event) }
                do throws(FleetError) {
                    return try await fleet.timed(job.key.machine) { () async throws(FleetError) in
                        try await fleet.writeAndReport(.machine(job.key.machine)) { rows, reports in
                            _ = try rows.machine(job.key.machine)
                            return try fleet.handle(
                                event,
                                of: job,
                                suffix: "\(number)",
                                rows: rows,
                                reports: &reports
                            )
                        }
                    }
                } catch {
                    events.withLock { $0.failed(event, number) }
                    throw error
                }
            }
        }
        held.setCancellation(of: job) { work.cancel() }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        return switch result {
        case .success(let event): await end(job, .finished(event), takesNext: takesNext, start: start)
        // Work that was cancelled because the run or the lease ends is not a failure.
        case .failure where Task.isCancelled || held.isExpired(job, at: fleet.elapsed()):
            await end(job, .released, takesNext: false, start: start)
        case .failure(let error): await end(job, .failed("\(error)".shortened), takesNext: takesNext, start: start)
        }
    }

    /// Stores the end of the work, and takes the next job in the same transaction, which saves a
    /// commit.
    ///
    /// A second try is safe, because it has the same identifiers. It takes no job: the first try
    /// may have taken one, or a damaged row of another machine may have been the reason for its
    /// error.
    ///
    /// - Returns: The next job, unless none is due or the run ends.
    private func end(
        _ job: FleetJob<Definition>,
        _ end: Fleet<Definition>.End,
        takesNext: Bool,
        start: ContinuousClock.Instant
    ) async -> HeldJobs<Definition>.Leased? {
        for failures in 1... {
            var search: NextJob<Definition>?
            do throws(FleetError) {
                if takesNext, failures == 1, !Task.isCancelled, !held.hasSuspect {
                    // If workers are free, no other machine had a job that was due.
                    search = NextJob(place: held.count < workers ? .sameMachine : .allMachines) { held.attempts }
                }
                let ended = try await calls.perform { [search] () async throws(FleetError) in
                    try await fleet.end(job, end, next: search)
                }
                let outcome = ended.outcome
                if let outcome, case .finished(.some) = end { fleet.report(.event(job.machine, outcome, since: start)) }
                switch (outcome, end) {
                // An earlier call has stored the end, and its answer was lost.
                case (.dropped(.stale), _) where failures > 1: break
                case (.dropped(.takenOver), _): fleet.report(.lost(job: job.id))
                case (.dropped(.stale), _): fleet.report(.cancelled(job: job.id))
                // It is parked.
                case (.rejected, .finished): break
                case (_, .finished): fleet.report(.finished(job: job.id, duration: start.duration(to: .now)))
                case (_, .failed), (_, .released): break
                }
                for report in ended.reportsOfNext { fleet.report(report) }
                return ended.next.map { ($0, ended.start + fleet.settings.lease) }
            } catch .cancelled {
                // The store is not there, and the run ends. Another worker takes over the job after
                // the end of the lease.
                return nil
            } catch .newerShape {
                // A worker of the newer version does the job again.
                if case .released = end { return nil }
                return await self.end(job, .released, takesNext: false, start: start)
            } catch .store(let error) {
                fleet.report(.storeFailed(.store(error), job: job.id))
                if error.isClosed { return nil }
                // The rows of the next job may be the reason.
                if error.isRefusal, search == nil { return await refused(job, end, reason: "\(error)", start: start) }
                if Task.isCancelled, failures >= 3 || calls.isOver { return nil }
                let pause = min(fleet.settings.pollInterval * failures, fleet.settings.lease)
                // The pause is also needed while the run ends.
                try? await calls.perform { () async throws(FleetError) in
                    try? await fleet.settings.clock.sleep(for: pause)
                }
            } catch {
                // The event cannot be stored, so the job has failed.
                if case .failed = end {
                    fleet.report(.undecodable(job.machine, reason: "\(error)"))
                    return nil
                }
                return await self.end(job, .failed("\(error)".shortened), takesNext: false, start: start)
            }
        }
        return nil
    }

    /// Lets a job fail whose end the store refuses, as it would refuse it the next time.
    private func refused(
        _ job: FleetJob<Definition>,
        _ end: Fleet<Definition>.End,
        reason: String,
        start: ContinuousClock.Instant
    ) async -> HeldJobs<Definition>.Leased? {
        switch end {
        case .finished: await self.end(job, .failed(reason), takesNext: false, start: start)
        case .failed(let reason, sendsExhausted: true):
            await self.end(job, .failed(reason, sendsExhausted: false), takesNext: false, start: start)
        // The end of its lease counts as a failure.
        case .failed(_, sendsExhausted: false), .released: nil
        }
    }

    /// Renews the leases three times while they last, and cancels the work whose lease is over.
    private func renewLeases(on thread: TaskThread) async {
        let lease = fleet.settings.lease
        var next = fleet.elapsed() + lease / 3
        while !Task.isCancelled {
            let pause = min(next, held.firstLeaseEnd ?? next) - fleet.elapsed()
            if pause > .zero {
                if fleet.settings.clock is ContinuousClock {
                    await thread.sleep(for: pause)
                } else {
                    try? await fleet.settings.clock.sleep(for: pause)
                }
                if Task.isCancelled { return }
            }
            held.expire(at: fleet.elapsed())
            guard fleet.elapsed() >= next else { continue }
            do throws(FleetError) {
                // Two tries fit between two renewals.
                let renewal = try await fleet.renewLeases(of: held.jobs, within: lease / 6)
                held.extend(renewal.renewed, until: renewal.start + lease)
                for job in renewal.cancelled { held.cancel(job) }
                next = fleet.elapsed() + lease / 3
            } catch {
                if error == .cancelled { return }
                fleet.report(.storeFailed(error))
                next = fleet.elapsed() + lease / 12
            }
        }
    }
}

extension DurableStoreError {
    /// Whether the store has refused the rows of a transaction, and would refuse them again: a
    /// trigger, a constraint, a missing privilege, or a character that the database lacks.
    var isRefusal: Bool {
        guard case .failed(_, let code, _) = self else { return false }
        // PostgreSQL has states of five characters, whose first two are the kind.
        if code.utf8.count == 5 {
            return ["0A", "21", "22", "23", "38", "39", "42", "44", "54", "P0"].contains(code.prefix(2))
        }
        // SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH, without details.
        return Int(code).map { [1, 18, 19, 20].contains($0 & 0xff) } ?? false
    }

    /// Whether no later call to the store can succeed.
    var isClosed: Bool {
        switch self {
        case .closed, .replaced: true
        case .library, .cannotOpen, .encoding, .invalidSchema, .damaged, .readOnly, .full, .busy, .newerSchema,
            .olderSchema, .overloaded, .moved, .disconnected, .failed:
            false
        }
    }
}
