import DurableMachines
import StateMachines

/// A number of the form of a state.
protocol ToyShape: SendableMetatype {
    static var number: Int { get }
}

/// The shape of a program that knows nothing of a later one.
enum FormerShape: ToyShape { static var number: Int { 1 } }

/// The shape of a program that reads both.
enum LaterShape: ToyShape { static var number: Int { 2 } }

/// An event of a toy in both shapes.
enum ToyEvent: Codable, Hashable, Sendable, CaseIterable {
    case work, rest, wake, didWork
}

/// A toy that can return to each of its states within one transaction.
enum Toy<Shape: ToyShape>: DurableDefinition, Hashable {
    case idle(rounds: Int)
    case working(rounds: Int)
    case resting(rounds: Int)

    enum Activity: String, Codable, Hashable, Sendable { case work, log, sleep }

    var rounds: Int {
        switch self {
        case .idle(let rounds), .working(let rounds), .resting(let rounds): rounds
        }
    }

    var activities: [Activity] {
        switch self {
        case .idle: []
        case .working: [.work, .log]
        case .resting: [.log, .sleep]
        }
    }

    mutating func handleEvent(_ event: ToyEvent) throws(TransitionError) {
        switch (self, event) {
        case (.idle(let rounds), .work): self = .working(rounds: rounds)
        case (.working(let rounds), .rest): self = .resting(rounds: rounds)
        case (.working(let rounds), .didWork): self = .idle(rounds: rounds + 1)
        case (.resting(let rounds), .wake): self = .idle(rounds: rounds + 1)
        case (.idle, .rest), (.idle, .wake), (.idle, .didWork), (.working, .work), (.working, .wake),
            (.resting, .work), (.resting, .rest), (.resting, .didWork):
            throw .invalid
        }
    }

    static var shape: Int { Shape.number }

    static var migrations: [StateMigration<Toy<Shape>>] {
        shape == 1 ? [] : [StateMigration(from: 1) { (former: Toy<FormerShape>) in Toy(former) }]
    }

    init(_ other: Toy<some ToyShape>) {
        switch other {
        case .idle(let rounds): self = .idle(rounds: rounds)
        case .working(let rounds): self = .working(rounds: rounds)
        case .resting(let rounds): self = .resting(rounds: rounds)
        }
    }
}
