import Foundation

/// Pauses and limits.
///
/// They are stored with the fleet, and the workers of every process notice a change within
/// ``FleetSettings/pollInterval``.
extension Fleet {
    /// Pauses a part of the fleet, so that workers take none of its jobs until you call
    /// ``resume(_:)``.
    ///
    /// Workers finish the jobs that they have. Machines still handle events, and new jobs wait. If
    /// the part is already paused, nothing changes.
    ///
    /// - Parameters:
    ///   - part: The part; by default, the whole fleet.
    ///   - reason: The reason, which is shown to others; `nil` for none.
    public func pause(_ part: FleetPart = .fleet, reason: String? = nil) async throws(FleetError) {
        let subject = try part.subject
        try await write { rows in _ = try rows.pause(subject, reason: reason) }
    }

    /// Ends the pause of a part of the fleet.
    ///
    /// - Parameter part: The part; by default, the whole fleet, except for queues and machines that
    ///   have pauses of their own.
    public func resume(_ part: FleetPart = .fleet) async throws(FleetError) {
        let subject = try part.subject
        try await write { rows in _ = try rows.resume(subject) }
        wakeWorkers()
    }

    /// Pauses a part of the fleet, and waits until no worker has one of its jobs.
    ///
    /// A dead worker has its jobs until their leases end. If the task is cancelled, the part stays
    /// paused.
    ///
    /// - Parameters:
    ///   - part: The part; by default, the whole fleet.
    ///   - reason: The reason, which is shown to others; `nil` for none.
    public func drain(_ part: FleetPart = .fleet, reason: String? = nil) async throws(FleetError) {
        try await pause(part, reason: reason)
        let subject = try part.subject
        repeat {
            // Until then, workers may not know of the pause.
            do { try await settings.clock.sleep(for: settings.pollInterval) } catch { throw .cancelled }
        } while try await read({ rows in try rows.heldJobs(of: subject) }) > 0
    }

    /// Returns the pauses, beginning with the longest.
    public func pauses() async throws(FleetError) -> [FleetPause] {
        try await read { rows in try rows.queueStates().controls.compactMap(FleetPause.init) }
            .sorted { ($0.start, $0.part.description) < ($1.start, $1.part.description) }
    }

    /// Sets a queue's limits, which hold for the workers of all processes.
    ///
    /// Jobs that workers have already count for the limit, but continue.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - queue: The queue's name, as ``DurableDefinition/queue(for:)`` returns it.
    ///   - keepsExisting: Whether to keep limits that are already set. Pass `true` in a program
    ///     that sets limits at each start, so that it does not overwrite those of an operator.
    public func setLimits(
        _ limits: QueueLimits,
        of queue: String,
        keepsExisting: Bool = false
    ) async throws(FleetError) {
        let existing = try await read { rows in QueueLimits(try rows.control(.queue(QueueName.stored(queue)))) }
        if existing == limits.valid { return }
        try await write { rows in try rows.setLimits(limits, of: queue, keepsExisting: keepsExisting) }
        wakeWorkers()
    }

    /// Returns the queues that have jobs, limits or pauses, ordered by name.
    ///
    /// Complexity: O(*n*), where *n* is the number of jobs.
    public func queues() async throws(FleetError) -> [FleetQueue] {
        try await read { rows in try rows.queues() }
    }
}

extension StoreTransaction {
    /// Begins a pause.
    ///
    /// - Returns: The time since which the subject is paused.
    func pause(_ subject: ControlRecord.Subject, reason: String?) throws -> Date {
        var control = try lockedControl(subject)
        if let start = control.pausedSince { return start }
        control.pausedSince = now
        control.reason = reason?.shortened
        try save(control)
        return now
    }

    /// Ends a pause.
    ///
    /// - Returns: Whether there was one.
    func resume(_ subject: ControlRecord.Subject) throws -> Bool {
        var control = try lockedControl(subject)
        guard control.pausedSince != nil else {
            try save(control)
            return false
        }
        (control.pausedSince, control.reason) = (nil, nil)
        try save(control)
        return true
    }

    func setLimits(_ limits: QueueLimits, of queue: String, keepsExisting: Bool = false) throws {
        let (limits, queue) = (limits.valid, QueueName.stored(queue))
        var control = try lockedControl(.queue(queue))
        if keepsExisting, QueueLimits(control) != QueueLimits() { return }
        let hadLimit = control.jobLimit != nil
        (control.jobLimit, control.startLimit) = (limits.jobs, limits.starts)
        (control.period, control.headStart) = (limits.period, limits.headStart)
        if limits.starts == nil { control.nextStart = nil }
        try save(control)
        if !hadLimit, limits.jobs != nil { try limitHeldJobs(of: queue) }
    }

    /// The number of jobs that workers have.
    func heldJobs(of subject: ControlRecord.Subject) throws -> Int {
        switch subject {
        case .fleet: try queues().map(\.held).reduce(0, +)
        case .queue(let name): try queues().first { $0.name == name }?.held ?? 0
        case .machine(let id):
            try jobs(of: id).count { job in job.state.holder != nil && job.nextTake.map { $0 > now } == true }
        }
    }

    /// The queues that have jobs or for which something is set, ordered by name.
    func queues() throws -> [FleetQueue] {
        var queues: [String: FleetQueue] = [:]
        for count in try jobCounts() {
            var queue = queues[count.queue] ?? FleetQueue(name: count.queue)
            switch count.state {
            case .waiting where count.isDue:
                queue.due += count.count
                queue.oldestDue = [queue.oldestDue, count.first].compactMap(\.self).min()
            case .waiting: queue.later += count.count
            // Nobody has a job whose lease is over.
            case .held where count.isDue, .exited where count.isDue:
                queue.due += count.count
                queue.oldestDue = [queue.oldestDue, count.first].compactMap(\.self).min()
            case .held, .exited: queue.held += count.count
            case .parked: queue.parked += count.count
            case .done: break
            }
            queues[count.queue] = queue
        }
        for control in try queueStates().controls {
            guard case .queue(let name) = control.subject else { continue }
            queues[name, default: FleetQueue(name: name)].pause = FleetPause(control)
            queues[name]?.limits = QueueLimits(control)
        }
        return queues.values.sorted { $0.name < $1.name }
    }
}
