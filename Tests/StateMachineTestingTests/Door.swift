import StateMachines

/// A door whose alarm sounds, and whose lock hums, while they should.
enum Door: FiniteStateDefinition, Codable {
    case open, closed, locked

    enum Event: CaseIterable, Codable { case open, close, lock, unlock }

    enum Activity: Hashable { case closing, bolt }

    static var initialStates: [Door] { [.closed] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.closed, .open): self = .open
        case (.open, .close), (.locked, .unlock): self = .closed
        case (.closed, .lock): self = .locked
        case (.open, .open), (.open, .lock), (.open, .unlock): throw .invalid
        case (.closed, .close), (.closed, .unlock): throw .invalid
        case (.locked, .open), (.locked, .close), (.locked, .lock): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .open: []
        case .closed: [.closing]
        case .locked: [.closing, .bolt]
        }
    }
}

/// The last thing that a closure throws, as its description.
func failure(of body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "nothing was thrown"
    } catch {
        return "\(error)"
    }
}
