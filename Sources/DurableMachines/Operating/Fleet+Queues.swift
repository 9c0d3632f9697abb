import Foundation

/// Pauses and limits.
///
/// Because they're stored with the fleet, they apply to workers in all processes, which notice a
/// change within ``FleetSettings/pollInterval``.
extension Fleet {
    /// Pauses a part of the fleet, so that workers take none of its jobs until you call
    /// ``resume(_:)``.
    ///
    /// Workers finish the jobs they hold. Machines still handle events, but their new jobs wait. If
    /// the part is already paused, nothing changes.
    ///
    /// - Parameters:
    ///   - part: What to pause; by default, the whole fleet.
    ///   - reason: A reason to show to other operators, if any.
    public func pause(_ part: FleetPart = .fleet, reason: String? = nil) async throws(FleetError) {
        let subject = try part.subject
        try await write { rows in _ = try rows.pause(subject, reason: reason) }
    }

    /// Ends a pause.
    ///
    /// If a queue or a machine has a pause of its own, it stays paused when you resume the whole
    /// fleet.
    ///
    /// - Parameter part: What to resume; by default, the whole fleet.
    public func resume(_ part: FleetPart = .fleet) async throws(FleetError) {
        let subject = try part.subject
        try await write { rows in _ = try rows.resume(subject) }
        wakeWorkers()
    }

    /// Pauses a part of the fleet and waits until no worker holds any of its jobs.
    ///
    /// A worker that died keeps its jobs until their leases end. If you cancel the task, the part
    /// stays paused.
    ///
    /// - Parameters:
    ///   - part: What to pause; by default, the whole fleet.
    ///   - reason: A reason to show to other operators, if any.
    public func drain(_ part: FleetPart = .fleet, reason: String? = nil) async throws(FleetError) {
        try await pause(part, reason: reason)
        let subject = try part.subject
        repeat {
            // Until then, workers may not know of the pause.
            do { try await settings.clock.sleep(for: settings.pollInterval) } catch { throw .cancelled }
        } while try await read({ rows in try rows.heldJobs(of: subject) }) > 0
    }

    /// Returns the pauses, oldest first.
    public func pauses() async throws(FleetError) -> [FleetPause] {
        try await read { rows in try rows.queueStates().controls.compactMap(FleetPause.init) }
            .sorted { ($0.start, $0.part.description) < ($1.start, $1.part.description) }
    }

    /// Sets a queue's limits for the workers in all processes.
    ///
    /// If workers already hold more jobs than a new limit allows, those jobs continue, but they
    /// count toward the limit.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - queue: The queue's name, such as `charge`; see ``DurableDefinition/queue(for:)``.
    ///   - keepsExisting: Whether to keep limits that are already set. Pass `true` in a program
    ///     that sets limits at each start, so that it doesn't overwrite an operator's changes.
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

    /// Returns the queues with jobs, limits, or pauses, ordered by name.
    ///
    /// - Complexity: O(*n*) in the number of jobs.
    public func queues() async throws(FleetError) -> [FleetQueue] {
        try await read { rows in try rows.queues() }
    }
}

extension StoreTransaction {
    /// Begins a pause.
    ///
    /// - Returns: When the subject's pause began.
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
    /// - Returns: Whether there was a pause.
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

    /// Returns how many jobs workers hold.
    func heldJobs(of subject: ControlRecord.Subject) throws -> Int {
        switch subject {
        case .fleet: try queues().map(\.held).reduce(0, +)
        case .queue(let name): try queues().first { $0.name == name }?.held ?? 0
        case .machine(let id):
            try jobs(of: id).count { job in job.state.holder != nil && job.nextTake.map { $0 > now } == true }
        }
    }

    /// Returns the queues with jobs, limits, or pauses, ordered by name.
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
