import StateMachines

/// The result of a command from a page.
struct CommandOutcome: Sendable {
    enum Word: String, Encodable {
        case handled, rejected, enqueued, dropped, refused
    }

    let word: Word
    var reason: String?

    /// Returns the outcome for an event that did not reach the machine.
    static func refused(_ reason: String) -> CommandOutcome { CommandOutcome(word: .refused, reason: reason) }
}

extension CommandOutcome {
    init<Definition>(_ outcome: StateMachine<Definition>.Outcome) {
        switch outcome {
        case .handled: self.init(word: .handled)
        case .rejected: self.init(word: .rejected)
        case .enqueued: self.init(word: .enqueued)
        // Use fixed words, because a description may contain events.
        case .dropped(.stale): self.init(word: .dropped, reason: "stale")
        case .dropped(.stopped): self.init(word: .dropped, reason: "stopped")
        case .dropped(.released): self.init(word: .dropped, reason: "released")
        case .dropped(.chainTooLong): self.init(word: .dropped, reason: "chainTooLong")
        }
    }
}
