import Foundation

/// The jobs that one transaction takes.
///
/// It has no type parameter, because generic code would find out its layout for each job.
struct JobTaking {
    let limit: Int
    let now: Date

    /// The jobs that the caller is working on.
    let held: Set<JobAttempt>

    let rows: any StoreTransaction
    var order: JobOrder

    /// The highest shape that the activities of the jobs may have.
    private let shape: Int

    /// The queues of the jobs so far.
    private(set) var queues: [String] = []

    /// The number of jobs of ``queue`` that may still be taken.
    private var left = Int.max

    /// Whether the last job must be alone.
    private var hasSuspect = false

    /// The number of rows that have changed.
    var changes = 0

    /// The only queue whose jobs are taken; `nil` for all of them.
    var queue: String?

    /// The queue with a limit of jobs in which a job of this transaction has ended, and makes room.
    var formerQueue: String?

    /// Whether the transaction had locked nothing before it began to take jobs.
    private let isFirst: Bool

    /// The limits that this transaction has locked, and the number of jobs that may begin.
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

    /// Whether the transaction takes no other job, for example because the last one must be alone.
    var isOver: Bool { queues.count >= limit || hasSuspect }

    /// Notes that a job was taken.
    mutating func took(_ job: JobRecord, until leaseEnd: Date, isSuspect: Bool) {
        order.took(job, until: leaseEnd)
        queues.append(job.queue)
        left -= 1
        hasSuspect = isSuspect
    }

    /// Whether a job may be taken.
    mutating func admits(_ job: JobRecord) throws -> Bool {
        if let queue {
            return job.queue == queue && left > 0 && !order.pausedMachines.contains(job.key.machine)
        }
        return try order.allows(job, at: now) && roomBesideLocks(in: job.queue) > 0
    }

    /// The jobs of a queue that may be taken.
    func jobs(of queue: JobOrder.Queue) -> JobSearch {
        JobSearch(
            in: queue.name,
            at: now,
            shape: shape,
            skipsPausedMachines: !order.pausedMachines.isEmpty
        )
    }

    // MARK: Limits

    /// Begins to take jobs of a queue, and locks its limits, if it has any.
    ///
    /// - Returns: The number of jobs to take before the order is looked at again.
    mutating func begin(_ queue: JobOrder.Queue) throws -> Int {
        self.queue = queue.name
        left = order.isOnly(queue, at: now) ? limit - queues.count : 1
        if queue.control?.hasLimit == true { left = min(left, try room(in: queue.name) ?? 0) }
        return left
    }

    /// The number of jobs of a queue that may begin in a transaction that has locked a machine, so
    /// that it must not wait for other locks.
    mutating func roomBesideLocks(in queue: String) throws -> Int {
        guard let control = order.control(of: queue), control.hasLimit else { return .max }
        // The former job has made room, which nobody else can see yet.
        if queue == formerQueue, control.startLimit == nil { return 1 }
        return try room(in: queue) ?? 0
    }

    /// The number of jobs of a queue that may begin because of its limits, which this locks.
    ///
    /// A transaction that has locked something waits for nobody, who may wait for it.
    ///
    /// - Returns: `nil` if nothing is set any more, or if another transaction has locked it.
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

    /// Notes the beginnings for the next transactions.
    mutating func end() throws {
        for (queue, room) in rooms where room.control.startLimit != nil {
            var control = room.control
            control.begin(queues.count { $0 == queue }, at: now)
            order.note(control, isFull: false, of: queue)
            try rows.save(control)
        }
    }
}

/// The search for a job that a transaction takes after the end of another job.
struct NextJob<Definition: DurableDefinition>: Sendable {
    enum Place: Sendable {
        /// The machine of the job that ends, which the transaction has locked.
        case sameMachine
        /// All machines that no other transaction has locked.
        case allMachines
    }

    var place: Place

    /// The order of the jobs; `nil` for that of all queues, which the transaction then reads.
    var order: JobOrder?

    /// Returns the jobs that the caller is working on.
    var held: @Sendable () -> Set<JobAttempt>
}
