/// The state of a job as two columns.
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

    init(name: Name, attempts: Int) {
        self.name = name
        self.attempts = attempts
    }

    /// The columns of a state; `nil` for ``JobState/deleted``, which has no row.
    init?(_ state: JobState) {
        switch state {
        case .waiting(let attempts): self.init(name: .waiting, attempts: attempts)
        case .held(let attempt): self.init(name: .held, attempts: attempt)
        case .exited(let attempt): self.init(name: .exited, attempts: attempt)
        case .done(let attempts): self.init(name: .done, attempts: attempts)
        case .parked(let attempts): self.init(name: .parked, attempts: attempts)
        case .deleted: return nil
        }
    }

    /// The state of the columns.
    var state: JobState {
        switch name {
        case .waiting: .waiting(attempts: attempts)
        case .held: .held(attempt: attempts)
        case .exited: .exited(attempt: attempts)
        case .done: .done(attempts: attempts)
        case .parked: .parked(attempts: attempts)
        }
    }
}
