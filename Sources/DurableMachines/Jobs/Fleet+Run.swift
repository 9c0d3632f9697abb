import Foundation
import StateMachineLocks
public import StateMachines

extension Fleet {
    /// Performs jobs until the current task is cancelled or, with ``RunEnd/idle``, until none can
    /// be taken.
    ///
    /// Any number of processes can run the same fleet.
    ///
    /// Each job runs in its own task, which is cancelled when the machine exits the activity or
    /// another worker takes over the job. If the work throws, the job is tried again after a pause.
    /// After ``FleetSettings/failureLimit`` failures, the machine receives the event from
    /// ``DurableDefinition/exhausted(_:reason:)``. If there's none or the machine rejects it, the
    /// job stays parked: it waits until somebody retries it.
    ///
    /// When its task is cancelled, the run takes no more jobs. After ``FleetSettings/gracePeriod``,
    /// it cancels the work that's still unfinished, waits for it to end, and releases its jobs for
    /// other workers. Releasing a job doesn't count as a failure. If the store doesn't answer
    /// during these last steps, the run stops trying after at most five seconds, and other workers
    /// take over the jobs when their leases end.
    ///
    /// A run holds each job under a lease (see ``FleetSettings/lease``), which it renews on a
    /// separate thread, even while work blocks all other threads. If a lease can't be renewed, the
    /// job's work is cancelled when the lease ends.
    ///
    /// A job can crash its process and take innocent jobs with it. So if a process dies or hangs,
    /// that doesn't count as a failure of its jobs at first. After a job has lost its process
    /// twice, the next run that takes the job performs it alone. If that process dies as well, the
    /// attempt counts as a failure.
    ///
    /// - Parameters:
    ///   - workers: The maximum number of jobs this run performs at the same time.
    ///   - queues: Names of the queues whose jobs this run takes, such as `charge`, or `nil` for
    ///     all queues. To choose the names, implement ``DurableDefinition/queue(for:)``.
    ///   - end: When the run ends by itself. Pass ``RunEnd/idle`` in a script or a test.
    ///   - perform: Does a job's work. If it returns an event, the fleet stores the event and the
    ///     job's end together; with `nil`, it stores only the end. Call the closure's second
    ///     parameter to send an event while the work continues.
    /// - Throws: ``DurableStoreError/closed(_:)`` if the store is closed, or
    ///   ``DurableStoreError/replaced(_:reason:)`` if its file is gone. Other errors from the store
    ///   are reported, and the run tries again.
    public func run(
        workers: Int = 4,
        queues: Set<String>? = nil,
        until end: RunEnd = .cancelled,
        perform:
            @escaping @Sendable (FleetJob<Definition>, FleetJob<Definition>.Sender) async throws -> Definition.Event?
    ) async throws(DurableStoreError) {
        try await FleetRun(
            fleet: self,
            workers: max(1, workers),
            queues: queues.map { Set($0.map(QueueName.stored)) },
            end: end,
            perform: perform
        ).run()
    }

    /// When a run ends by itself.
    public enum RunEnd: Hashable, Sendable {
        /// Only when the run's task is cancelled.
        case cancelled

        /// When the run holds no jobs and there is none it could take right now.
        ///
        /// Other processes may still hold jobs, and some jobs may be parked or due later.
        case idle
    }
}

/// One call to ``Fleet/run(workers:queues:until:perform:)``.
struct FleetRun<Definition: DurableDefinition>: Sendable {
    let fleet: Fleet<Definition>
    let workers: Int
    let queues: Set<String>?
    let end: Fleet<Definition>.RunEnd
    let perform: @Sendable (FleetJob<Definition>, FleetJob<Definition>.Sender) async throws -> Definition.Event?
    let held = HeldJobs<Definition>()
    let order = KnownOrder()
    let calls = StoppingCalls()

    /// Performs jobs until the task is cancelled and the grace period is over.
    func run() async throws(DurableStoreError) {
        let settings = fleet.settings
        guard settings.gracePeriod > .zero else { return try await runUntilCancelled() }
        // A task that is not cancelled together with its caller.
        let work = Task { () async -> DurableStoreError? in
            do throws(DurableStoreError) { try await runUntilCancelled() } catch { return error }
            return nil
        }
        let end = Locked<Task<Void, Never>?>(nil)
        let error = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            held.isStopping.withLock { $0 = true }
            fleet.wakeUp.signal()
            end.withLock { end in
                end = Task {
                    try? await settings.clock.sleep(for: settings.gracePeriod)
                    work.cancel()
                }
            }
        }
        end.withLock { $0?.cancel() }
        if let error { throw error }
    }

    private func runUntilCancelled() async throws(DurableStoreError) {
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

    /// A search's jobs, and when to search again.
    private struct Search {
        var jobs: [FleetJob<Definition>] = []

        /// How long until the next job can be taken, if that is known.
        var next: Duration?

        /// Whether there may be more jobs that can be taken now.
        var isIncomplete = false
    }

    /// Consecutive searches that found only jobs whose machines others had locked.
    private struct BlockedSearches {
        var count = 0

        /// No search waits for a lock before this time.
        var nextWait = Duration.zero
    }

    /// Takes jobs until the task is cancelled or the store is closed or gone.
    private func takeJobs(start: (FleetJob<Definition>) -> Void) async -> DurableStoreError? {
        var blocked = BlockedSearches()
        while !Task.isCancelled, !held.isStopping.withLock({ $0 }) {
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
                default: fleet.report(.storeFailed(error, fleet: fleet.name))
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
        let (order, now, reading) = try await readOrder()
        guard order.first(at: now) != nil else {
            return Search(next: order.nextBeginning(after: now), isIncomplete: order.isSlowedDown(at: now))
        }
        let attempts = held.attempts
        var taken = Fleet<Definition>.Taken(start: .zero, order: order, now: now)
        let isTurn = held.waitsForLock.withLock { waits in
            defer { waits = false }
            return waits
        }
        if isTurn || blocked.count > 10, fleet.elapsed() >= blocked.nextWait {
            blocked = BlockedSearches(nextWait: fleet.elapsed() + fleet.settings.pollInterval * 10)
            do throws(FleetError) {
                taken = try await calls.perform { () async throws(FleetError) in
                    try await fleet.takeBlockedJobs(limit: free, held: attempts, order: order)
                }
            } catch .store(.busy) {}
        }
        if taken.jobs.isEmpty {
            taken = try await calls.perform { () async throws(FleetError) in
                try await fleet.takeJobs(limit: free, held: attempts, order: order)
            }
            blocked.count = taken.isBlocked ? blocked.count + 1 : 0
        }
        self.order.change(to: taken.order, from: reading)
        for job in taken.jobs { held.add(job, until: taken.start + fleet.settings.lease) }
        return Search(
            jobs: taken.jobs,
            next: taken.isCutOff ? .zero : taken.order.nextBeginning(after: taken.now),
            isIncomplete: taken.isCutOff || taken.isBlocked || taken.order.isSlowedDown(at: taken.now)
        )
    }

    /// Reads the jobs' order.
    private func readOrder() async throws(FleetError) -> (JobOrder, now: Date, reading: Int) {
        order.noteReading(at: fleet.elapsed())
        let queues = queues
        let (order, now) = try await fleet.read { rows in
            (JobOrder(try rows.queueStates(shape: Definition.shape), in: queues), rows.now)
        }
        return (order, now, self.order.read(order))
    }

    /// Reads the jobs' order again if no search did so recently.
    ///
    /// Searches have nothing to do while all workers are busy.
    func refreshOrder() async {
        guard held.count >= workers, order.isOld(at: fleet.elapsed(), after: fleet.settings.pollInterval) else {
            return
        }
        // The end of a job reports that the store does not answer.
        _ = try? await calls.perform { () async throws(FleetError) in try await readOrder() }
    }

    /// Renews the leases every third of their time, and cancels work whose lease ran out.
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
            // A job that is added from now on is not renewed if its lease is over.
            let jobs = held.jobs
            held.expire(at: fleet.elapsed())
            guard fleet.elapsed() >= next else { continue }
            do throws(FleetError) {
                // Two tries fit between two renewals.
                let renewal = try await fleet.renewLeases(
                    of: jobs,
                    limited: order.limitedQueues,
                    within: lease / 6
                )
                held.extend(renewal.renewed, until: renewal.start + lease)
                for job in renewal.cancelled { held.cancel(job) }
                next = fleet.elapsed() + lease / 3
            } catch {
                if error == .cancelled { return }
                fleet.report(.storeFailed(error, fleet: fleet.name))
                next = fleet.elapsed() + lease / 12
            }
        }
    }
}

extension DurableStoreError {
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
