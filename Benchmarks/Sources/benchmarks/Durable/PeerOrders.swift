import DurableMachines
import StateMachines

/// An order that receives notes while it is open, and that one job charges after it is paid.
enum PeerOrder: DurableDefinition, Hashable {
    case open(notes: Int)
    case charging
    case charged

    enum Event: Codable, Hashable, Sendable {
        case note(Int)
        case pay
        case didCharge
    }

    enum Activity: Codable, Hashable, Sendable {
        case reminding
        case charge
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.open, .note(let number)): self = .open(notes: number)
        case (.open, .pay): self = .charging
        case (.charging, .didCharge): self = .charged
        case (.open, .didCharge), (.charging, .note), (.charging, .pay), (.charged, _): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .open: [.reminding]
        case .charging: [.charge]
        case .charged: []
        }
    }

    static func due(_ activity: Activity) -> DueTime {
        switch activity {
        case .reminding: .after(.seconds(365 * 24 * 3_600))
        case .charge: .now
        }
    }
}
