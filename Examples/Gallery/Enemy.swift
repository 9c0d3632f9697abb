public import StateMachines

/// An enemy in a game, either in play with some health or out of play.
///
/// Only an enemy in play has a health value, so the health can never contradict the state. Whatever
/// causes the damage, the event that takes the last health returns the output `remove`, and no
/// other event does.
public enum Enemy: StateDefinition, Hashable {
    /// The enemy is in play with this health, from 1 to ``fullHealth``. It begins with full health.
    case inPlay(health: Int)

    /// The enemy is defeated.
    case outOfPlay

    /// The maximum health of an enemy.
    public static let fullHealth = 10

    /// An event that changes the enemy's health.
    public enum Event: Hashable, Sendable {
        /// A hit takes this many points of health.
        case takeDamage(Int)

        /// The player's special attack takes every enemy's health.
        case specialAttack

        /// A potion restores this many points of health.
        case heal(Int)
    }

    /// The reason why an event is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The enemy is out of play.
        case invalid

        /// The number of points is not positive.
        case notPositive
    }

    /// An action that the game performs once for each event.
    public enum Output: Hashable, Sendable {
        /// Show that the enemy is hurt.
        case flash

        /// Show that the enemy feels better.
        case glow

        /// Remove the enemy, which happens at most once.
        case remove
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// The enemy moves on the field.
        case movement
    }

    /// Moves to the next state.
    ///
    /// - Returns: The action for the game to perform.
    /// - Throws: The reason if the enemy is out of play, or if the number of points is not
    ///   positive.
    public mutating func handleEvent(_ event: Event) throws(Refusal) -> Output {
        switch (self, event) {
        case (.inPlay(let health), .takeDamage(let points)):
            guard points > 0 else { throw .notPositive }
            return lose(points, of: health)
        case (.inPlay(let health), .specialAttack): return lose(health, of: health)
        case (.inPlay(let health), .heal(let points)):
            guard points > 0 else { throw .notPositive }
            self = .inPlay(health: health + min(points, Self.fullHealth - health))
            return .glow
        case (.outOfPlay, .takeDamage), (.outOfPlay, .specialAttack), (.outOfPlay, .heal): throw .invalid
        }
    }

    private mutating func lose(_ points: Int, of health: Int) -> Output {
        guard points < health else {
            self = .outOfPlay
            return .remove
        }
        self = .inPlay(health: health - points)
        return .flash
    }

    /// Whether the enemy is defeated, which is final.
    public var isFinal: Bool { self == .outOfPlay }

    /// The movement, while the enemy is in play.
    public var activities: [Activity] {
        switch self {
        case .inPlay: [.movement]
        case .outOfPlay: []
        }
    }
}

extension Enemy {
    /// The remaining health, which is 0 out of play.
    public var health: Int {
        switch self {
        case .inPlay(let health): health
        case .outOfPlay: 0
        }
    }

    /// Whether the enemy takes part in the game.
    public var isInPlay: Bool {
        switch self {
        case .inPlay: true
        case .outOfPlay: false
        }
    }
}

extension Enemy: FiniteStateDefinition {
    /// An enemy with full health.
    public static var initialStates: [Enemy] { [.inPlay(health: fullHealth)] }

    /// Every event, and a hit without any points.
    ///
    /// Three hits take the full health, and a potion restores as much as one hit takes.
    public var sampleEvents: [Event] { [.takeDamage(4), .takeDamage(0), .specialAttack, .heal(4)] }
}
