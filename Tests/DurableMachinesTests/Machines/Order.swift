import DurableMachines
import Foundation
import StateMachines

/// An order with a reminder, a payment, an audit that goes on during several states, and a refund.
enum Order: DurableDefinition, Hashable {
    case placed(reminders: Int)
    case charging(card: String, progress: Int)
    case paid
    case refunding
    case delivered
    case cancelled

    enum Event: Codable, Hashable, Sendable {
        case pay(card: String)
        case progress(Int)
        case didCharge
        case wasDeclined
        case deliver
        case cancel
        case didRefund
        case remind
    }

    enum Activity: Codable, Hashable, Sendable {
        case reminder(Int)
        case charging(card: String)
        case audit
        case refunding
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> String {
        switch (self, event) {
        case (.placed, .pay(let card)): self = .charging(card: card, progress: 0)
        case (.placed(let reminders), .remind): self = .placed(reminders: reminders + 1)
        case (.placed, .cancel): self = .cancelled
        case (.placed, .progress), (.placed, .didCharge), (.placed, .wasDeclined), (.placed, .deliver),
            (.placed, .didRefund):
            throw .invalid
        case (.charging(let card, _), .progress(let progress)): self = .charging(card: card, progress: progress)
        case (.charging, .didCharge): self = .paid
        case (.charging, .wasDeclined): self = .placed(reminders: 0)
        case (.charging, .cancel): self = .cancelled
        case (.charging, .pay), (.charging, .deliver), (.charging, .didRefund), (.charging, .remind): throw .invalid
        case (.paid, .deliver): self = .delivered
        case (.paid, .cancel): self = .refunding
        case (.paid, .pay), (.paid, .progress), (.paid, .didCharge), (.paid, .wasDeclined), (.paid, .didRefund),
            (.paid, .remind):
            throw .invalid
        case (.refunding, .didRefund): self = .cancelled
        case (.refunding, .pay), (.refunding, .progress), (.refunding, .didCharge), (.refunding, .wasDeclined),
            (.refunding, .deliver), (.refunding, .cancel), (.refunding, .remind):
            throw .invalid
        case (.delivered, _), (.cancelled, _): throw .invalid
        }
        return "\(event)"
    }

    var activities: [Activity] {
        switch self {
        case .placed(let reminders): reminders < 3 ? [.reminder(reminders)] : []
        case .charging(let card, _): [.audit, .charging(card: card)]
        case .paid: [.audit]
        case .refunding: [.audit, .refunding]
        case .delivered, .cancelled: []
        }
    }

    var isFinal: Bool { self == .delivered || self == .cancelled }

    static func due(_ activity: Activity) -> DueTime {
        if case .reminder = activity { .after(.seconds(3_600)) } else { .now }
    }

    static func exhausted(_ activity: Activity, reason: String) -> Event? {
        if case .charging = activity { .wasDeclined } else { nil }
    }
}
