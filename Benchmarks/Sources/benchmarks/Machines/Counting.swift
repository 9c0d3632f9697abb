import StateMachines

/// A machine that counts while its only activity runs.
enum Counting: StateDefinition {
    case working, done

    enum Event: Sendable {
        case count, ignored, finish
    }

    enum Activity: Hashable, Sendable {
        case work
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.working, .count): break
        case (.working, .finish): self = .done
        case (.working, .ignored): throw .invalid
        case (.done, .count), (.done, .ignored), (.done, .finish): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .working: [.work]
        case .done: []
        }
    }
}

/// The same by hand, in an actor of its own.
actor PlainCounting {
    private var isDone = false

    func handle(_ event: Counting.Event) -> Bool {
        switch event {
        case .count: return !isDone
        case .ignored: return false
        case .finish:
            defer { isDone = true }
            return !isDone
        }
    }
}

/// The actor that owns the machine.
actor CountingHost {
    let machine = StateMachine(Counting.working)

    func run(_ work: @escaping @Sendable (StateMachine<Counting>.Sender) async -> Void) async {
        _ = await machine.run(until: { $0 == .done }) { _, send in await work(send) }
    }

    func sender() -> StateMachine<Counting>.Sender {
        machine.start()
        return machine.sender()
    }
}
