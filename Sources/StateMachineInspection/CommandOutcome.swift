import StateMachineRecording
import StateMachines

/// The result of a command from a page.
struct CommandOutcome: Sendable {
    enum Word: String, Encodable {
        case handled, rejected, enqueued, dropped, refused, described
    }

    let word: Word
    var reason: String?

    /// The keys that lead to the part of the event that is the reason for a refusal.
    var place: [String] = []

    /// The description of the events, as JSON on one line.
    var events: String?

    /// Returns the outcome for an event that did not reach the machine.
    static func refused(_ reason: String, at place: [String] = []) -> CommandOutcome {
        CommandOutcome(word: .refused, reason: reason, place: place)
    }

    /// Returns the answer to a page that has asked for a description of the events.
    static func described(_ events: String) -> CommandOutcome { CommandOutcome(word: .described, events: events) }
}

extension CommandOutcome {
    init<Definition>(_ outcome: StateMachine<Definition>.Outcome, _ redaction: MachineRedaction) {
        switch outcome {
        case .handled: self.init(word: .handled)
        case .rejected(let rejection): self.init(word: .rejected, reason: redaction.name(ofReason: rejection.reason))
        case .enqueued: self.init(word: .enqueued)
        // Use fixed words, because a description may contain events.
        case .dropped(.stale): self.init(word: .dropped, reason: "stale")
        case .dropped(.stopped): self.init(word: .dropped, reason: "stopped")
        case .dropped(.released): self.init(word: .dropped, reason: "released")
        case .dropped(.chainTooLong): self.init(word: .dropped, reason: "chainTooLong")
        }
    }
}
