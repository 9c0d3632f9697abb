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
    /// released job does not count as failed.
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

    func run() async throws(DurableStoreError) {
        // The leases are renewed while cancelled work ends, too.
        let renewal = Task { await renewLeases() }
        let error = await withDiscardingTaskGroup { group in
            let error = await takeJobs { job in group.addTask { await work(on: job) } }
            // Without the store, nothing tells the work that it is cancelled.
            if error != nil { group.cancelAll() }
            return error
        }
        renewal.cancel()
        await renewal.value
        if let error { throw error }
    }

    /// Takes jobs until the cancellation of the task or the end of the store.
    private func takeJobs(start: (FleetJob<Definition>) -> Void) async -> DurableStoreError? {
        while !Task.isCancelled {
            let signals = fleet.wakeUp.signals
            let isIdle = held.count == 0
            var pause = fleet.settings.pollInterval
            do throws(FleetError) {
                let (taken, next) = try await nextJobs()
                for job in taken { start(job) }
                if end == .idle, taken.isEmpty, isIdle, next != .zero { return nil }
                if let next { pause = min(pause, max(next, .milliseconds(1))) }
                if !taken.isEmpty, held.count < workers { continue }
            } catch {
                if case .store(let error) = error, error.isClosed { return error }
                fleet.report(.storeFailed(error))
            }
            await fleet.wakeUp.wait(after: signals, atMost: pause, clock: fleet.settings.clock)
        }
        return nil
    }

    /// Takes as many jobs as there are free workers.
    ///
    /// - Returns: The jobs, and the time until the next job can be taken, if that is known. It is
    ///   zero if the search was cut off.
    private func nextJobs() async throws(FleetError) -> (taken: [FleetJob<Definition>], next: Duration?) {
        let free = workers - held.count
        guard free > 0 else { return ([], nil) }
        // A search without a lock is enough as long as nothing is due.
        let next = try await fleet.read { rows in
            try rows.nextTake().map { Duration.seconds($0.timeIntervalSince(rows.now)) }
        }
        guard let next else { return ([], nil) }
        guard next <= .zero else { return ([], next) }
        let taken = try await fleet.takeJobs(limit: free, held: held.attempts)
        for job in taken.jobs { held.add(job) }
        return (taken.jobs, taken.isCutOff ? .zero : nil)
    }

    /// Performs a job, and then the jobs that are taken together with the end of the former one.
    private func work(on job: FleetJob<Definition>) async {
        var next: FleetJob<Definition>? = job
        var count = 0
        while let job = next {
            count += 1
            // The search for the next job skips locked machines. Now and then, the search that
            // waits for their locks gets its turn.
            next = await perform(job, takesNext: count % 100 != 0)
            held.replace(job, with: next)
            fleet.wakeUp.signal()
            if let job = next, Task.isCancelled {
                next = await end(job, .released, takesNext: false, start: .now)
                held.replace(job, with: next)
            }
        }
    }

    /// Performs one job.
    ///
    /// - Returns: The next job, if one was taken.
    private func perform(_ job: FleetJob<Definition>, takesNext: Bool) async -> FleetJob<Definition>? {
        let events = Locked(SentEvents<Definition.Event>())
        let fleet = fleet
        let perform = perform
        let start = ContinuousClock.now
        let work = Task {
            try await perform(job) { event async throws(FleetError) in
                let number = events.withLock { $0.number(for: event) }
                do throws(FleetError) {
                    return try await fleet.timed(job.key.machine) { () async throws(FleetError) in
                        try await fleet.writeAndReport { rows, reports in
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
        // Work that was cancelled because the run ends is not a failure.
        case .failure where Task.isCancelled: await end(job, .released, takesNext: false, start: start)
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
    ) async -> FleetJob<Definition>? {
        for failures in 1... {
            var next: NextJob<Definition>?
            do throws(FleetError) {
                if takesNext, failures == 1, !Task.isCancelled {
                    // If workers are free, no other machine had a job that was due.
                    next = NextJob(place: held.count < workers ? .sameMachine : .allMachines) { held.attempts }
                }
                let ended = try await fleet.end(job, end, next: next)
                let outcome = ended.outcome
                if let outcome, case .finished(.some) = end { fleet.report(.event(job.machine, outcome, since: start)) }
                switch (outcome, end) {
                // An earlier call has stored the end, and its answer was lost.
                case (.dropped(.stale), _) where failures > 1: break
                case (.dropped(.takenOver), _): fleet.report(.lost(job: job.id))
                case (.dropped(.stale), _): fleet.report(.cancelled(job: job.id))
                case (_, .finished): fleet.report(.finished(job: job.id, duration: start.duration(to: .now)))
                case (_, .failed), (_, .released): break
                }
                for report in ended.reportsOfNext { fleet.report(report) }
                return ended.next
            } catch .newerShape {
                // A worker of the newer version does the job again.
                if case .released = end { return nil }
                return await self.end(job, .released, takesNext: false, start: start)
            } catch .store(let error) {
                fleet.report(.storeFailed(.store(error), job: job.id))
                if error.isClosed { return nil }
                // The rows of the next job may be the reason.
                if error.isRefusal, next == nil { return await refused(job, end, reason: "\(error)", start: start) }
                // Another worker takes over the job after the end of the lease.
                if Task.isCancelled, failures >= 3 { return nil }
                let pause = min(fleet.settings.pollInterval * failures, fleet.settings.lease)
                // The pause is also needed while the run ends.
                await Task { try? await fleet.settings.clock.sleep(for: pause) }.value
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
    ) async -> FleetJob<Definition>? {
        switch end {
        case .finished: await self.end(job, .failed(reason), takesNext: false, start: start)
        case .failed(let reason, sendsExhausted: true):
            await self.end(job, .failed(reason, sendsExhausted: false), takesNext: false, start: start)
        // The end of its lease counts as a failure.
        case .failed(_, sendsExhausted: false), .released: nil
        }
    }

    private func renewLeases() async {
        while !Task.isCancelled {
            try? await fleet.settings.clock.sleep(for: fleet.settings.lease / 3)
            if Task.isCancelled { return }
            do throws(FleetError) {
                let cancelled = try await fleet.renew(held.jobs)
                for job in cancelled { held.cancel(job) }
            } catch {
                fleet.report(.storeFailed(error))
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
            .olderSchema,
            .moved, .disconnected, .failed:
            false
        }
    }
}
