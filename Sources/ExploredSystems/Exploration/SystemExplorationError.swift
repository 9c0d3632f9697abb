/// An error that prevents the exploration or the replay of a system.
public enum SystemExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system has no initial states.
    case noInitialStates

    /// A trap occurs in the code that makes the initial states.
    case initialStates(SystemFault)

    /// The exploring task was cancelled.
    case cancelled

    /// A state offers two moves with the same name.
    ///
    /// The values are the name, the state, and remarks about names in ``SystemIdentifiers`` that no
    /// state contains. If such a name is wrong, moves with different numbers can have one name.
    case duplicateMove(String, in: String, remarks: [String] = [])

    /// A move has changed an object that earlier states share.
    ///
    /// The first value is the stored property that contains the object. The second value is the
    /// name of the move.
    case sharedObject(String, changedBy: String)

    /// A move of a replay does not end, or the code that makes the initial states does not end.
    case stuck(StuckMove)

    /// A state does not offer the next move of a replay.
    ///
    /// The values are the name of that move, the names of the moves before it, and the names of the
    /// moves that the state offers instead. The usual reason is that the system has changed since
    /// the run was written.
    case missingMove(String, after: [String], offered: [String])

    /// The system has no initial state with the number of a replay.
    case noInitialState(Int)

    /// The system has no property with the name in a test.
    case missingProperty(String)

    /// The exploration in a test ended before the property was decided, for this reason.
    case undecided(String)

    /// The operating system cannot create even one thread for the code under test.
    case noThread

    /// A description of the problem and its remedy.
    public var description: String {
        switch self {
        case .noInitialStates: "The system has no initial states. Return at least one from initialStates."
        case .initialStates(let fault): "Creating the initial states traps: \(fault)."
        case .cancelled: "The exploration was cancelled."
        case .duplicateMove(let name, let state, let remarks):
            (["Two moves have the name '\(name)'. Give each move a different name."]
                + remarks.map { "\($0)." } + ["The state is \(state)."]).joined(separator: "\n")
        case .sharedObject(let property, let move):
            """
            The move '\(move)' changes the object in '\(property)' in place, which also changes earlier states.
            Store a value there, or replace the object with a copy before the move changes it.
            """
        case .stuck(let move): "\(move)"
        case .missingMove(let name, let before, let offered):
            """
            The move '\(name)' is not possible \(before.isEmpty ? "at the beginning" : "after \(before.joined(separator: ", "))").
            Possible moves: \(offered.joined(separator: ", ")).
            """
        case .noInitialState(let number):
            "The system has no initial state with the number \(number). "
                + "The states in initialStates are numbered from 0."
        case .missingProperty(let name):
            "The system has no property with the name \"\(name)\". Add the property to the `properties` list."
        case .undecided(let reason): "The property is undecided: \(reason)."
        case .noThread: "Cannot start a thread for the code under test."
        }
    }
}
