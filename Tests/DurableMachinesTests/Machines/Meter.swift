import DurableMachines
import StateMachines

/// A machine whose values cannot always be encoded, because they can contain a NaN.
enum Meter: DurableDefinition, Hashable {
    case idle
    case measuring(attempt: Int)
    case measured(Double)
    case failed(String)

    enum Event: Codable, Hashable, Sendable {
        case start
        case add
        case value(Double)
        case fail(Double)
    }

    enum Activity: Codable, Hashable, Sendable {
        case measure
        case report(String)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .start): self = .measuring(attempt: 0)
        case (.measuring(let attempt), .add): self = .measuring(attempt: attempt + 1)
        case (.measuring, .value(let value)): self = .measured(value)
        case (.measuring, .fail(let value)):
            self = value == 1 ? .failed(String(repeating: "x", count: 60)) : .measured(value)
        case (.idle, .add), (.idle, .value), (.idle, .fail), (.measuring, .start): throw .invalid
        case (.measured, _), (.failed, _): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .idle, .measured: []
        case .measuring: [.measure]
        // The state fits into the limit of a test, and its activity does not.
        case .failed(let text): [.report(text + text)]
        }
    }

    static func exhausted(_ activity: Activity, reason: String) -> Event? {
        reason == "too large" ? .fail(1) : .fail(.nan)
    }
}
