/// The state of a job and its deaths, as three columns.
///
/// The third one is `predecessor_ordinal`. A job that was taken once waits for no predecessor any
/// more, so the column is free. Programs of earlier versions clear it.
struct StoredJobState {
    /// A case of ``JobState`` that has a row.
    enum Name: String {
        case waiting
        case held
        case exited
        case done
        case parked
    }

    let name: Name
    let attempts: Int

    /// The number of deaths, or ``alone``; 0 is stored as null.
    let mark: Int

    /// The mark of a job whose worker has no other one.
    private static let alone = 3

    init(name: Name, attempts: Int, mark: Int) {
        (self.name, self.attempts, self.mark) = (name, attempts, mark)
    }

    /// The columns of a state; `nil` for ``JobState/deleted``, which has no row.
    init?(_ state: JobState, deaths: Int) {
        switch state {
        case .waiting(let attempts): self.init(name: .waiting, attempts: attempts, mark: deaths)
        case .held(let attempt): self.init(name: .held, attempts: attempt, mark: deaths)
        case .alone(let attempt): self.init(name: .held, attempts: attempt, mark: Self.alone)
        case .exited(let attempt): self.init(name: .exited, attempts: attempt, mark: deaths)
        case .done(let attempts): self.init(name: .done, attempts: attempts, mark: deaths)
        case .parked(let attempts): self.init(name: .parked, attempts: attempts, mark: deaths)
        case .deleted: return nil
        }
    }

    /// The state of the columns.
    var state: JobState {
        switch name {
        case .waiting: .waiting(attempts: attempts)
        case .held: mark == Self.alone ? .alone(attempt: attempts) : .held(attempt: attempts)
        case .exited: .exited(attempt: attempts)
        case .done: .done(attempts: attempts)
        case .parked: .parked(attempts: attempts)
        }
    }

    /// The number of deaths.
    var deaths: Int { min(max(0, mark), 2) }
}
