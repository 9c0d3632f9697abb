import StateMachines

/// Tasks that wait for a manual clock.
struct Sleepers: Sendable {
    typealias Continuation = CheckedContinuation<Bool, Never>

    /// A condition that a task waits for.
    enum Condition: Sendable {
        case time(ManualClock.Instant)
        case sleepers(Int)
    }

    /// A task that sleeps, and the tracked work that it belongs to.
    struct Owner: Sendable {
        let task: Int?
        let work: (any TrackedWork)?

        /// Returns whether a sleep of another owner shows that this owner's task has slept again.
        ///
        /// In tracked work, another task of that work can be the one that continues, such as the
        /// parent of a child task that has ended.
        func isSucceeded(by other: Owner) -> Bool {
            if let work { work === other.work } else { task != nil && task == other.task }
        }
    }

    /// A sleep that the clock has ended, until its task sleeps again.
    struct Wake: Sendable {
        let deadline: ManualClock.Instant
        let owner: Owner
    }

    var now = ManualClock.Instant(offset: .zero)
    private var sleeping = SleeperQueue<ManualClock.Instant, (owner: Owner, continuation: Continuation)>()
    private var watching = SleeperQueue<Int, Continuation>()
    private var awake: [Int: Wake] = [:]
    private var cancelled: Set<Int> = []
    private var lastID = 0

    /// How many tasks of each tracked work are sleeping.
    private var sleepingWork: [ObjectIdentifier: Int] = [:]

    /// How many tasks wait for a point in time.
    var count: Int { sleeping.count }

    /// The earliest deadline, or `nil` if no task sleeps.
    var nextDeadline: ManualClock.Instant? { sleeping.first?.key }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a waiting task.
    ///
    /// - Returns: The tasks to resume and the value to resume them with: the added task if it does
    ///   not have to wait, or else the tasks that waited for its arrival.
    mutating func park(
        _ continuation: Continuation,
        id: Int,
        until condition: Condition,
        owner: Owner
    ) -> ([Continuation], Bool) {
        switch condition {
        case .time(let deadline):
            if cancelled.contains(id) {
                fallAsleep(owner)
                return ([continuation], false)
            }
            if deadline <= now { return ([continuation], true) }
            fallAsleep(owner)
            sleeping.insert((owner, continuation), key: deadline, number: id)
            if let work = owner.work { sleepingWork[ObjectIdentifier(work), default: 0] += 1 }
            var arrived: [Continuation] = []
            while let first = watching.first, first.key <= count, let watcher = watching.removeFirst() {
                arrived.append(watcher.value)
            }
            return (arrived, true)
        case .sleepers(let number):
            if cancelled.contains(id) { return ([continuation], false) }
            if number <= count { return ([continuation], true) }
            watching.insert(continuation, key: number, number: id)
            return ([], true)
        }
    }

    /// Advances the time.
    ///
    /// - Returns: The tasks to resume, in the order of their deadlines.
    mutating func advance(by duration: Duration) -> [Continuation] {
        now = now.advanced(by: duration)
        var due: [Continuation] = []
        while let deadline = nextDeadline, deadline <= now, let sleeper = sleeping.removeFirst() {
            noteEnd(of: sleeper.value.owner)
            due.append(sleeper.value.continuation)
        }
        return due
    }

    /// Advances the time to the earliest deadline, unless it is later than a limit.
    ///
    /// - Returns: The first task to resume, and the number of its wake.
    mutating func wakeNext(until limit: ManualClock.Instant?) -> (wake: Int, continuation: Continuation)? {
        guard let deadline = nextDeadline, limit.map({ deadline <= $0 }) ?? true, let sleeper = sleeping.removeFirst()
        else { return nil }
        now = max(now, deadline)
        noteEnd(of: sleeper.value.owner)
        awake[sleeper.number] = Wake(deadline: deadline, owner: sleeper.value.owner)
        return (sleeper.number, sleeper.value.continuation)
    }

    /// Returns a wake whose task has neither slept again nor ended, as far as the clock can see.
    func unsettled(_ wake: Int) -> Wake? {
        awake[wake].flatMap { $0.owner.work?.isOver == true ? nil : $0 }
    }

    /// Stops watching a wake and returns it, so that its activity is not destroyed in the lock.
    mutating func forgetWake(_ wake: Int) -> Wake? { awake.removeValue(forKey: wake) }

    /// Returns whether a task of some tracked work is sleeping.
    func isSleeping(_ work: any TrackedWork) -> Bool { sleepingWork[ObjectIdentifier(work)] != nil }

    /// Cancels the wait of a task.
    ///
    /// - Returns: The task to resume, or `nil` if the task does not wait yet or has already been
    ///   resumed.
    mutating func cancel(_ id: Int) -> Continuation? {
        cancelled.insert(id)
        if let sleeper = sleeping.remove(id) {
            noteEnd(of: sleeper.value.owner)
            return sleeper.value.continuation
        }
        return watching.remove(id)?.value
    }

    mutating func forget(_ id: Int) {
        cancelled.remove(id)
    }

    /// Notes that a task sleeps, which settles an earlier wake of that task or work.
    private mutating func fallAsleep(_ owner: Owner) {
        guard !awake.isEmpty else { return }
        let wakes = awake.filter { $0.value.owner.isSucceeded(by: owner) }.keys
        if let wake = wakes.min() { awake[wake] = nil }
    }

    private mutating func noteEnd(of owner: Owner) {
        guard let work = owner.work else { return }
        let count = sleepingWork[ObjectIdentifier(work)] ?? 0
        sleepingWork[ObjectIdentifier(work)] = count > 1 ? count - 1 : nil
    }
}
