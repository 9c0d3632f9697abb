import StateMachines
import Synchronization

/// A machine whose activity is entered and exited in turn.
enum Shift: StateDefinition {
    case resting, working

    enum Event: Sendable {
        case begin, end
    }

    enum Activity: Hashable, Sendable {
        case work
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.resting, .begin): self = .working
        case (.working, .end): self = .resting
        case (.resting, .end), (.working, .begin): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .resting: []
        case .working: [.work]
        }
    }
}

/// Where the machine lives.
actor ShiftHost {
    private let machine = StateMachine(Shift.resting)

    func sender() -> StateMachine<Shift>.Sender { machine.sender() }

    /// Runs until its task is cancelled.
    func run(_ work: @escaping @Sendable () async -> Void) async {
        _ = await machine.run { _, _ in await work() }
    }
}

/// Lets one task wait for another to come so far.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isOpen = true }
            return state.waiting
        }
        waiting?.resume()
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                defer { state.isOpen = false }
                if !state.isOpen { state.waiting = continuation }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
