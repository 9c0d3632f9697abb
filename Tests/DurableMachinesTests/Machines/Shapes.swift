import DurableMachines
import StateMachines

/// The first shape of a definition.
enum FormerOrder: DurableDefinition, Hashable {
    case waiting

    enum Event: Codable, Hashable, Sendable { case tick }
    enum Activity: Codable, Hashable, Sendable { case watch }

    var activities: [Activity] { [.watch] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {}
}

/// The first shape again, in a version that reads the second one, too.
enum PreparedOrder: DurableDefinition, Hashable {
    case waiting

    typealias Event = FormerOrder.Event
    typealias Activity = FormerOrder.Activity

    var activities: [Activity] { [.watch] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {}

    static var migrations: [StateMigration<PreparedOrder>] { [StateMigration(from: 2) { (_: LaterOrder) in .waiting }] }
}

/// The second shape of the same definition.
enum LaterOrder: DurableDefinition, Hashable {
    case open(seconds: Int)

    enum Event: Codable, Hashable, Sendable { case tick }
    enum Activity: Codable, Hashable, Sendable { case watch }

    var activities: [Activity] { [.watch] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.open(let seconds), .tick): self = .open(seconds: seconds + 1)
        }
    }

    static var shape: Int { 2 }

    static var migrations: [StateMigration<LaterOrder>] {
        [StateMigration(from: 1) { (_: FormerOrder) in .open(seconds: 0) }]
    }
}
