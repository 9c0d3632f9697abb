/// The tasks that wait for a manual clock, each with its deadline.
struct Sleepers: Sendable {
    typealias Continuation = CheckedContinuation<Bool, Never>

    /// The condition that a task waits for.
    enum Condition: Sendable {
        case time(ManualClock.Instant)
        case sleepers(Int)
    }

    private struct Sleeper: Sendable {
        let id: Int
        let condition: Condition
        let continuation: Continuation

        var deadline: ManualClock.Instant? {
            switch condition {
            case .time(let deadline): deadline
            case .sleepers: nil
            }
        }
    }

    private(set) var now = ManualClock.Instant(offset: .zero)
    private var parked: [Sleeper] = []
    private var cancelled: Set<Int> = []
    private var lastID = 0

    /// The number of tasks that wait for a point in time.
    var count: Int { parked.count { $0.deadline != nil } }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a waiting task.
    ///
    /// - Returns: The tasks to resume and the value to resume them with. They are the added task if
    ///   it does not have to wait, or else the tasks that waited for its arrival.
    mutating func park(_ continuation: Continuation, id: Int, until condition: Condition) -> ([Continuation], Bool) {
        if cancelled.contains(id) { return ([continuation], false) }
        let isOver =
            switch condition {
            case .time(let deadline): deadline <= now
            case .sleepers(let number): number <= count
            }
        if isOver { return ([continuation], true) }
        parked.append(Sleeper(id: id, condition: condition, continuation: continuation))
        let count = count
        return (
            remove { sleeper in
                switch sleeper.condition {
                case .time: false
                case .sleepers(let number): number <= count
                }
            }.map(\.continuation), true
        )
    }

    /// Advances the time.
    ///
    /// - Returns: The tasks to resume, in the order of their deadlines.
    mutating func advance(by duration: Duration) -> [Continuation] {
        let now = now.advanced(by: duration)
        self.now = now
        let due = remove { $0.deadline.map { $0 <= now } ?? false }
        return due.sorted { ($0.deadline ?? now) < ($1.deadline ?? now) }.map(\.continuation)
    }

    /// Cancels the wait of a task.
    ///
    /// - Returns: The task to resume, or `nil` if the task does not wait yet or has already been
    ///   resumed.
    mutating func cancel(_ id: Int) -> Continuation? {
        cancelled.insert(id)
        return remove { $0.id == id }.first?.continuation
    }

    mutating func forget(_ id: Int) {
        cancelled.remove(id)
    }

    private mutating func remove(where isWoken: (Sleeper) -> Bool) -> [Sleeper] {
        defer { parked.removeAll(where: isWoken) }
        return parked.filter(isWoken)
    }
}
