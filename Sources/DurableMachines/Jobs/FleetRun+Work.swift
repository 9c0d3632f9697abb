import Foundation
import StateMachineLocks
import StateMachines

/// How a run performs a job.
extension FleetRun {
    /// Performs a job, and then each job that was taken together with the end of the previous one.
    func work(on job: FleetJob<Definition>) async {
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
                following = await end(job, .released, takesNext: false)
            } else {
                following = await perform(job, takesNext: takesNext)
            }
            held.replace(job, with: following)
            fleet.wakeUp.signal()
            next = following?.job
        }
    }

    /// Returns whether a job's work may begin; if not, the worker gives the job back.
    private func mayBegin(_ job: FleetJob<Definition>) async -> Bool {
        // Searches and ends of jobs happen at the same time, so either of two jobs may be the later
        // one. It gives way to a suspect, and so do two suspects to each other.
        guard !held.hasSuspect(beside: job), !held.isStopping.withLock({ $0 }) else { return false }
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
                if error != .cancelled { fleet.report(.storeFailed(error, fleet: fleet.name, job: job.labels)) }
                return false
            }
        }
        return !Task.isCancelled && !held.isExpired(job, at: fleet.elapsed())
    }

    /// Performs one job.
    ///
    /// - Returns: Another job, if one was taken.
    private func perform(
        _ job: FleetJob<Definition>,
        takesNext: Bool
    ) async -> HeldJobs<Definition>.Leased? {
        let events = Locked(SentEvents<Definition.Event>())
        let fleet = fleet
        let perform = perform
        var job = job
        job.start = .now
        let work = Task { [job] in
            try await perform(job) { event async throws(FleetError) in
                let number = events.withLock { $0.number(for: event) }
                do throws(FleetError) {
                    return try await fleet.timed(job.key.machine) { [job] rows, reports in
                        _ = try rows.machine(job.key.machine)
                        return try fleet.handle(event, of: job, suffix: "\(number)", rows: rows, reports: &reports)
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
        case .success(let event): await end(job, .finished(event), takesNext: takesNext)
        // Work that was cancelled because the run or the lease ends is not a failure.
        case .failure where Task.isCancelled || held.isExpired(job, at: fleet.elapsed()):
            await end(job, .released, takesNext: false)
        case .failure(let error): await end(job, .failed("\(error)".shortened), takesNext: takesNext)
        }
    }

    /// Stores the end of the work and takes the next job in the same transaction, which saves a
    /// commit.
    ///
    /// A second try is safe, because it uses the same event IDs. It takes no job, since the first
    /// try may already have done so or may have failed because of a damaged row.
    ///
    /// - Returns: Another job, unless none is due or the run ends.
    private func end(
        _ job: FleetJob<Definition>,
        _ end: Fleet<Definition>.End,
        takesNext: Bool
    ) async -> HeldJobs<Definition>.Leased? {
        if takesNext { await refreshOrder() }
        for failures in 1... {
            var search: NextJob<Definition>?
            var reading = 0
            do throws(FleetError) {
                if takesNext, failures == 1, !Task.isCancelled, !held.isStopping.withLock({ $0 }), !held.hasSuspect {
                    // If workers are free, no other machine had a job that was due.
                    let known = order.beforeEnd(of: job)
                    reading = known.reading
                    search = NextJob(place: held.count < workers ? .sameMachine : .allMachines, order: known.order) {
                        held.attempts
                    }
                }
                let ended = try await calls.perform { [search] () async throws(FleetError) in
                    try await fleet.end(job, end, next: search)
                }
                if let order = ended.order { self.order.change(to: order, from: reading) }
                let outcome = ended.outcome
                switch (outcome, end) {
                // An earlier call has stored the end, and its answer was lost.
                case (.dropped(.stale), _) where failures > 1: break
                case (.dropped(.takenOver), _): fleet.report(.lost(job: job.labelsAtEnd))
                case (.dropped(.stale), _): fleet.report(.cancelled(job: job.labelsAtEnd))
                // It is parked.
                case (.rejected, .finished): break
                case (_, .finished): fleet.report(.finished(job: job.labelsAtEnd))
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
                return await self.end(job, .released, takesNext: false)
            } catch .store(let error) {
                fleet.report(.storeFailed(.store(error), fleet: fleet.name, job: job.labelsAtEnd))
                if error.isClosed { return nil }
                // The rows of the next job may be the reason.
                if error.isRefusal, search == nil { return await refused(job, end, reason: "\(error)") }
                if Task.isCancelled, failures >= 3 || calls.isOver { return nil }
                let pause = min(fleet.settings.pollInterval * failures, fleet.settings.lease)
                // The pause is also needed while the run ends.
                try? await calls.perform { () async throws(FleetError) in
                    try? await fleet.settings.clock.sleep(for: pause)
                }
            } catch {
                // The event cannot be stored, so the job has failed.
                if case .failed = end {
                    fleet.report(.undecodable(job.machine, fleet: fleet.name, reason: "\(error)"))
                    return nil
                }
                return await self.end(job, .failed("\(error)".shortened), takesNext: false)
            }
        }
        return nil
    }

    /// Lets a job fail because the store refuses its end and would do so again.
    private func refused(
        _ job: FleetJob<Definition>,
        _ end: Fleet<Definition>.End,
        reason: String
    ) async -> HeldJobs<Definition>.Leased? {
        switch end {
        case .finished: await self.end(job, .failed(reason), takesNext: false)
        case .failed(let reason, sendsExhausted: true):
            await self.end(job, .failed(reason, sendsExhausted: false), takesNext: false)
        // The end of its lease counts as a failure.
        case .failed(_, sendsExhausted: false), .released: nil
        }
    }
}

extension DurableStoreError {
    /// Whether the store refused a transaction's rows and would refuse them again, because of a
    /// trigger, a constraint, a missing privilege, or an unsupported character.
    var isRefusal: Bool {
        guard case .failed(_, let code, _) = self else { return false }
        // PostgreSQL has states of five characters, whose first two are the kind.
        if code.utf8.count == 5 {
            return ["0A", "21", "22", "23", "38", "39", "42", "44", "54", "P0"].contains(code.prefix(2))
        }
        // SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH, without details.
        return Int(code).map { [1, 18, 19, 20].contains($0 & 0xff) } ?? false
    }
}
