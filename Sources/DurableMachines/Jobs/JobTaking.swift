import Foundation

/// Jobs that one transaction takes.
///
/// There is no type parameter, because generic code would look up the type's layout for each job.
struct JobTaking {
    let limit: Int
    let now: Date

    /// Jobs that the caller is working on.
    let held: Set<JobAttempt>

    let rows: any StoreTransaction
    var order: JobOrder

    /// The newest shape of jobs that this program can take.
    private let shape: Int

    /// One queue name for each job taken so far.
    private(set) var queues: [String] = []

    /// How many jobs from ``queue`` may still be taken.
    private var left = Int.max

    /// Whether the last job must be performed alone.
    private var hasSuspect = false

    /// How many rows changed.
    var changes = 0

    /// The only queue from which jobs are taken; `nil` for all queues.
    var queue: String?

    /// The limited queue in which this transaction ended a job, which makes room.
    var formerQueue: String?

    /// Whether the transaction held no locks before it began to take jobs.
    private let isFirst: Bool

    /// Limits that this transaction locked, and how many jobs may begin.
    private var rooms: [String: (control: ControlRecord, jobs: Int)] = [:]

    init(
        order: JobOrder?,
        limit: Int,
        held: Set<JobAttempt>,
        shape: Int,
        isFirst: Bool = true,
        rows: any StoreTransaction
    ) throws {
        (self.limit, self.held, self.shape, self.isFirst, self.rows) = (limit, held, shape, isFirst, rows)
        self.order = try order ?? JobOrder(rows.queueStates(shape: shape), in: nil)
        now = rows.now
    }

    /// Whether the transaction takes no other job, for example because the last one must be
    /// performed alone.
    var isOver: Bool { queues.count >= limit || hasSuspect }

    /// Notes that a job was taken.
    mutating func took(_ job: JobRecord, until leaseEnd: Date, isSuspect: Bool) {
        order.took(job, until: leaseEnd)
        queues.append(job.queue)
        left -= 1
        hasSuspect = isSuspect
    }

    /// Returns whether a job may be taken.
    mutating func admits(_ job: JobRecord) throws -> Bool {
        if let queue {
            return job.queue == queue && left > 0 && !order.pausedMachines.contains(job.key.machine)
        }
        return try order.allows(job, at: now) && roomBesideLocks(in: job.queue) > 0
    }

    /// Returns a search for the jobs in a queue that may be taken.
    func jobs(of queue: JobOrder.Queue) -> JobSearch {
        JobSearch(
            in: queue.name,
            at: now,
            shape: shape,
            skipsPausedMachines: !order.pausedMachines.isEmpty
        )
    }

    // MARK: Limits

    /// Begins to take jobs from a queue, and locks its limits, if any.
    ///
    /// - Returns: How many jobs to take before looking at the order again.
    mutating func begin(_ queue: JobOrder.Queue) throws -> Int {
        self.queue = queue.name
        left = order.isOnly(queue, at: now) ? limit - queues.count : 1
        if queue.control?.hasLimit == true { left = min(left, try room(in: queue.name) ?? 0) }
        return left
    }

    /// Returns how many of a queue's jobs may begin in a transaction that must not wait for locks,
    /// because it holds a machine's lock.
    mutating func roomBesideLocks(in queue: String) throws -> Int {
        guard let control = order.control(of: queue), control.hasLimit else { return .max }
        // The former job has made room, which nobody else can see yet.
        if queue == formerQueue, control.startLimit == nil { return 1 }
        return try room(in: queue) ?? 0
    }

    /// Locks a queue's limits and returns how many of its jobs may begin.
    ///
    /// A transaction that holds a lock waits for nobody, because somebody may be waiting for it.
    ///
    /// - Returns: `nil` if no limit is set anymore, or if another transaction has locked it.
    private mutating func room(in queue: String) throws -> Int? {
        if let room = rooms[queue] { return room.jobs - queues.count { $0 == queue } }
        let waits = isFirst && rooms.isEmpty && queues.isEmpty && changes == 0
        guard let control = try rows.control(.queue(queue), waits: waits) else { return nil }
        guard control.pausedSince == nil else {
            order.note(control, isFull: true, of: queue)
            return 0
        }
        let beginnings = control.beginnings(at: now)
        var jobs = beginnings
        if let limit = control.jobLimit { jobs = min(jobs, limit - (try rows.limitedJobs(in: queue, at: now))) }
        order.note(control, isFull: jobs <= 0 && beginnings > 0, of: queue)
        rooms[queue] = (control, jobs)
        return jobs
    }

    /// Stores when jobs began, for the next transactions.
    mutating func end() throws {
        for (queue, room) in rooms where room.control.startLimit != nil {
            var control = room.control
            control.begin(queues.count { $0 == queue }, at: now)
            order.note(control, isFull: false, of: queue)
            try rows.save(control)
        }
    }
}

/// A search for a job that a transaction takes after it ends another job.
struct NextJob<Definition: DurableDefinition>: Sendable {
    enum Place: Sendable {
        /// The ending job's machine, which the transaction has locked.
        case sameMachine
        /// All machines that no other transaction has locked.
        case allMachines
    }

    var place: Place

    /// The jobs' order; if it's `nil`, the transaction reads the order for all queues.
    var order: JobOrder?

    /// Returns the jobs that the caller is working on.
    var held: @Sendable () -> Set<JobAttempt>
}
