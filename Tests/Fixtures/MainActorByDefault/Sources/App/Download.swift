import StateMachines

enum Download: StateDefinition, Hashable {
    case waiting
    case fetching(attempt: Int)
    case done(bytes: Int)

    enum Event { case start, fail, succeed(bytes: Int) }
    enum Activity: Hashable { case fetch(attempt: Int) }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.waiting, .start): self = .fetching(attempt: 1)
        case (.fetching(let attempt), .fail): self = .fetching(attempt: attempt + 1)
        case (.fetching, .succeed(let bytes)): self = .done(bytes: bytes)
        case (.waiting, .fail), (.waiting, .succeed), (.fetching, .start): throw .invalid
        case (.done, .start), (.done, .fail), (.done, .succeed): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .waiting, .done: []
        case .fetching(let attempt): [.fetch(attempt: attempt)]
        }
    }

    var isDone: Bool {
        switch self {
        case .done: true
        case .waiting, .fetching: false
        }
    }
}
