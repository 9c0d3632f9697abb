import Foundation

/// The order in which a run takes jobs from its fleet's queues.
///
/// Whichever job has waited longest comes first, and its queue's head start counts as waiting time.
/// So a job with a head start of a minute overtakes jobs that have waited up to a minute longer.
/// None waits forever, because only jobs that came soon enough after it can overtake it.
///
/// Within a queue, the store knows the order. This value knows when each queue's first job began to
/// wait and which queues are paused or full.
struct JobOrder: Sendable {
    /// A queue with jobs.
    struct Queue: Sendable {
        let name: String

        /// When the next job may be taken, or earlier: after a take, it is still the taken job's
        /// time.
        fileprivate(set) var nextTake: Date

        /// No other job begins before this time, because the rate is limited.
        fileprivate var nextStart: Date?

        /// Whether a transaction found the queue full.
        fileprivate var isFull = false

        /// The pause, the limits, and the head start, if any is set.
        let control: ControlRecord?

        /// Ends of the leases that count toward the limit.
        fileprivate var leases: [Date]

        fileprivate init(name: String, nextTake: Date, control: ControlRecord?, leases: [Date] = []) {
            (self.name, self.nextTake, self.control, self.leases) = (name, nextTake, control, leases)
            nextStart = control?.nextStart
        }

        /// Returns when the next job may begin; `nil` while the queue is paused or full.
        fileprivate func nextBeginning(at now: Date) -> Date? {
            guard let control else { return nextTake }
            if control.pausedSince != nil || isFull { return nil }
            if let limit = control.jobLimit, leases.count(where: { $0 > now }) >= limit { return nil }
            return max(nextTake, control.startLimit == nil ? nextTake : nextStart ?? nextTake)
        }

        /// When the next job began to wait, less the head start.
        fileprivate var rank: Date { nextTake + (control.map { .zero - $0.headStart } ?? .zero) }
    }

    private var queues: [Queue] = []

    /// Names of the queues whose jobs are taken, or `nil` for all of them.
    private var names: Set<String>?

    private var controls: [String: ControlRecord] = [:]

    /// Machines whose jobs are not taken.
    private(set) var pausedMachines: Set<MachineID> = []

    /// Whether the whole fleet is paused.
    private var isPaused = false

    /// Creates an order without jobs.
    init() {}

    /// Creates the order for the jobs in some queues.
    ///
    /// - Parameters:
    ///   - states: What the store knows about its queues.
    ///   - names: Names of the queues whose jobs are taken, or `nil` for all of them. Jobs whose
    ///     queue isn't known yet are always looked at.
    init(_ states: QueueStates, in names: Set<String>?) {
        self.names = names
        for control in states.controls {
            switch control.subject {
            case .fleet: isPaused = control.pausedSince != nil
            case .queue(let name): controls[name] = control
            case .machine(let id): pausedMachines.insert(id)
            }
        }
        for (name, nextTake) in states.nextTakes.sorted(by: { $0.key < $1.key }) where takes(name) {
            let leases = states.limitedLeases[name] ?? []
            queues.append(Queue(name: name, nextTake: nextTake, control: controls[name], leases: leases))
        }
    }

    private func takes(_ queue: String) -> Bool { queue.isEmpty || names?.contains(queue) != false }

    /// Returns the queue whose next job comes first; `nil` if no job may begin.
    func first(at now: Date) -> Queue? {
        guard !isPaused else { return nil }
        // Copies of queues would take longer than the search.
        var first: (index: Int, rank: Date)?
        for index in queues.indices {
            guard let next = queues[index].nextBeginning(at: now), next <= now else { continue }
            let rank = queues[index].rank
            if first.map({ rank < $0.rank }) ?? true { first = (index, rank) }
        }
        return first.map { queues[$0.index] }
    }

    /// Returns whether a queue's next job comes first.
    func isFirst(_ queue: Queue, at now: Date) -> Bool { first(at: now)?.name == queue.name }

    /// Returns whether no other queue contains a job that may begin.
    func isOnly(_ queue: Queue, at now: Date) -> Bool {
        queues.indices.allSatisfy { index in
            queues[index].name == queue.name || queues[index].nextBeginning(at: now).map { $0 > now } != false
        }
    }

    /// Returns when the next job may begin; `nil` if nothing is known about it.
    func nextBeginning(at now: Date) -> Date? {
        isPaused ? nil : queues.compactMap { $0.nextBeginning(at: now) }.min()
    }

    /// Returns how long until the next job may begin; `nil` if one may begin now or none is known.
    func nextBeginning(after now: Date) -> Duration? {
        nextBeginning(at: now).map { .seconds($0.timeIntervalSince(now)) }.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Returns whether a job waits only because others in its queue began a moment ago.
    func isSlowedDown(at now: Date) -> Bool {
        !isPaused
            && queues.contains { queue in
                queue.nextTake <= now && queue.nextBeginning(at: now).map { $0 > now } == true
            }
    }

    /// Returns whether a job may begin, as far as is known.
    func allows(_ job: JobRecord, at now: Date) -> Bool {
        guard !isPaused, !pausedMachines.contains(job.key.machine), takes(job.queue) else { return false }
        // The queue may be new.
        guard let control = controls[job.queue] else { return true }
        let found = queues.first { $0.name == job.queue }
        return (found ?? Queue(name: job.queue, nextTake: now, control: control)).nextBeginning(at: now) != nil
    }

    /// Returns a queue's pause, limits, and head start, if any is set.
    func control(of queue: String) -> ControlRecord? { controls[queue] }

    // MARK: Changes

    /// Notes that a job was looked at.
    mutating func passed(_ job: JobRecord) {
        change(job.queue) { queue in
            if let nextTake = job.nextTake { queue.nextTake = max(queue.nextTake, nextTake) }
        }
    }

    /// Notes that a job was taken.
    mutating func took(_ job: JobRecord, until leaseEnd: Date) {
        change(job.queue) { if $0.control?.jobLimit != nil { $0.leases.append(leaseEnd) } }
    }

    /// Notes the end of a job that counted toward its queue's limit.
    mutating func ended(in queue: String) {
        change(queue) { queue in
            if !queue.leases.isEmpty { queue.leases.removeFirst() }
            queue.isFull = false
        }
    }

    /// Names of the queues in which the number of jobs is limited.
    var limitedQueues: Set<String> { Set(controls.filter { $0.value.jobLimit != nil }.keys) }

    /// Notes that a job belongs to a different queue than its row said.
    mutating func moved(_ job: JobRecord) {
        guard let nextTake = job.nextTake, takes(job.queue), !queues.contains(where: { $0.name == job.queue }) else {
            return
        }
        queues.append(Queue(name: job.queue, nextTake: nextTake, control: controls[job.queue]))
    }

    /// Notes what a transaction found out about a queue's limits.
    mutating func note(_ control: ControlRecord, isFull: Bool, of queue: String) {
        change(queue) { ($0.nextStart, $0.isFull) = (control.nextStart, isFull) }
    }

    /// Notes that a queue contains no other job that can be taken.
    mutating func remove(_ queue: Queue) { queues.removeAll { $0.name == queue.name } }

    private mutating func change(_ name: String, _ body: (inout Queue) -> Void) {
        if let index = queues.firstIndex(where: { $0.name == name }) { body(&queues[index]) }
    }
}

extension ControlRecord {
    /// Whether the number or the rate of jobs is limited.
    var hasLimit: Bool { jobLimit != nil || startLimit != nil }

    /// Returns how many jobs ``startLimit`` lets begin at a time.
    ///
    /// Jobs begin at even intervals, but those missed in the last 50 milliseconds can be made up
    /// for.
    func beginnings(at now: Date) -> Int {
        guard startLimit != nil else { return .max }
        let behind = Duration.seconds(now.timeIntervalSince(firstBeginning(at: now)))
        // Stored times are rounded to microseconds.
        return behind < .zero ? 0 : Int(behind / interval + 0.001) + 1
    }

    /// Notes that some jobs begin.
    mutating func begin(_ count: Int, at now: Date) {
        guard startLimit != nil, count > 0 else { return }
        nextStart = firstBeginning(at: now) + interval * count
    }

    private var interval: Duration { max(period / max(1, startLimit ?? 1), .microseconds(1)) }

    private func firstBeginning(at now: Date) -> Date {
        let behind = interval < .milliseconds(50) ? Duration.milliseconds(50) - interval : .zero
        let earliest = now + (.zero - behind)
        return nextStart.map { max($0, earliest) } ?? earliest
    }
}
