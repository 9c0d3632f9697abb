public import StateMachines

/// An enemy in a game: in play with some health, or out of play with none.
///
/// Health and being in play are one truth, since only an enemy in play has health at all. Whoever
/// does the damage, the event that takes the last of it has the output `remove`, and no other event
/// ever has.
public enum Enemy: StateDefinition, Hashable {
    /// The enemy is in play, with this health: from 1 to ``fullHealth``. It begins with all of it.
    case inPlay(health: Int)

    /// The enemy is defeated.
    case outOfPlay

    /// The most health that an enemy can have.
    public static let fullHealth = 10

    /// What happens to the enemy.
    public enum Event: Hashable, Sendable {
        /// A hit takes so many points of health.
        case takeDamage(Int)

        /// The player's special attack takes all health, of every enemy there is.
        case specialAttack

        /// A potion gives so many points of health back.
        case heal(Int)
    }

    /// What the game has to do, once for each event.
    public enum Output: Hashable, Sendable {
        /// Show that the enemy is hurt.
        case flash

        /// Show that the enemy feels better.
        case glow

        /// Take the enemy away. This comes once in the life of an enemy.
        case remove
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The enemy is on the field, and moves.
        case movement
    }

    /// Moves to the next state.
    ///
    /// - Returns: What the game has to do.
    /// - Throws: `TransitionError.invalid` out of play, and for a number of points that is not
    ///   positive.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {
        switch (self, event) {
        case (.inPlay(let health), .takeDamage(let points)):
            guard points > 0 else { throw .invalid }
            return lose(points, of: health)
        case (.inPlay(let health), .specialAttack): return lose(health, of: health)
        case (.inPlay(let health), .heal(let points)):
            guard points > 0 else { throw .invalid }
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

    /// Nothing brings an enemy back.
    public var isFinal: Bool { self == .outOfPlay }

    /// The movement, while in play.
    public var activities: [Activity] {
        switch self {
        case .inPlay: [.movement]
        case .outOfPlay: []
        }
    }
}

extension Enemy {
    /// What is left of the health: none out of play.
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
    /// An enemy in full health.
    public static var initialStates: [Enemy] { [.inPlay(health: fullHealth)] }

    /// Every event; three hits take all health, and a potion makes up for one.
    public var sampleEvents: [Event] { [.takeDamage(4), .specialAttack, .heal(4)] }
}
