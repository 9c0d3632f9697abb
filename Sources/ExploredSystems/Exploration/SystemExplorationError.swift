/// Why a system was not explored.
public enum SystemExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system has no initial states, or making them traps.
    case noInitialStates

    /// The task that explores was cancelled.
    case cancelled

    /// A state offers two moves of the same name.
    case duplicateMove(String, in: String)

    /// A move has changed an object that earlier states have, too: the stored property with the
    /// object, and the name of the move.
    case sharedObject(String, changedBy: String)

    /// Two states that are taken for the same do not behave alike.
    case differentMoves(String)

    /// A step does not end: it waits for a lock, which a trap before it may have left locked, or it
    /// goes round for ever. The moves lead there.
    case stuck(String, after: [String], isWaiting: Bool)

    /// There is no thread for the code under test.
    case noThread

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .noInitialStates: "There are no initial states to explore from. List one in initialStates."
        case .cancelled: "The exploration was cancelled."
        case .duplicateMove(let name, let state):
            "Two moves are called '\(name)' in \(state). Let each have a name of its own."
        case .sharedObject(let property, let move):
            """
            '\(move)' changes what '\(property)' refers to, in place, so it changes earlier states as well. Store a \
            value there, or let the move replace the object by a copy before it changes it.
            """
        case .differentMoves(let difference):
            "Two states that are taken for the same do not behave alike: \(difference)."
        case .stuck(let move, let moves, let isWaiting):
            """
            '\(move)' does not end: it \(Self.words(isWaiting)). The moves before it: \
            \(moves.isEmpty ? "none" : moves.joined(separator: ", ")).
            """
        case .noThread: "There is no thread for the code under test."
        }
    }
    private static func words(_ isWaiting: Bool) -> String {
        isWaiting ? "waits, perhaps for a lock that a trap has left locked" : "goes on for ever"
    }
}
