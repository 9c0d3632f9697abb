import DurableMachines
import StateMachines

/// An order with a reminder that is not due for an hour.
enum TimedOrder: DurableDefinition, Hashable {
    case placed(note: Int)
    case paying

    enum Event: Codable, Hashable, Sendable {
        case note(Int)
        case pay
    }

    enum Activity: Codable, Hashable, Sendable { case reminding, charging, auditing }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.placed, .note(let note)): self = .placed(note: note)
        case (.placed, .pay): self = .paying
        case (.paying, _): throw .invalid
        }
    }

    var activities: [Activity] { self == .paying ? [.charging, .auditing] : [.reminding] }

    static func due(_ activity: Activity) -> DueTime { activity == .reminding ? .after(.seconds(3_600)) : .now }
}
