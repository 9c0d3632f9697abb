import StateMachines

/// Two states, each with an activity of its own.
enum Light: StateDefinition {
    case red, green

    enum Event: Sendable {
        case turn, wait
    }

    enum Activity: Hashable, Sendable {
        case stopping, going
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.red, .turn): self = .green
        case (.green, .turn): self = .red
        case (.red, .wait), (.green, .wait): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .red: [.stopping]
        case .green: [.going]
        }
    }
}

/// The same by hand; it counts entries and exits.
struct PlainLight: PlainMachine {
    var isRed = true
    var changes = 0

    mutating func handle(_ event: Light.Event) -> Bool {
        guard event == .turn else { return false }
        isRed.toggle()
        changes += 2
        return true
    }
}
