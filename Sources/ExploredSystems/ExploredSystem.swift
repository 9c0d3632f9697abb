public import StateMachineGraphs

/// A type that contains the code under test in unchanged form and describes the actions of that
/// code's callers.
///
/// A conforming type stores the code under test, such as a hand-written state machine, and the
/// state of its surroundings: waiting requests, running timers and suspended tasks. The type lists
/// the possible moves, and a ``SystemExploration`` makes every move in every reachable state.
///
/// ```swift
/// struct Turnstile: ExploredSystem {
///     var gate = Gate()                        // the code under test
///     var coins = 2
///
///     static var initialStates: [Turnstile] { [Turnstile()] }
///
///     func moves(_ move: inout SystemMoves<Turnstile>) {
///         if coins > 0 {
///             move("insert a coin") {
///                 $0.coins -= 1
///                 $0.gate.unlock()
///             }
///         }
///         move("push") { system in
///             guard system.gate.push() else { throw SystemFault("a locked gate opens") }
///         }
///     }
/// }
///
/// print(try SystemExploration(of: Turnstile.self))
/// ```
///
/// Neither the type nor its parts have to be `Hashable` or `Sendable`. Two states are equal if all
/// of their stored values are equal, including private properties. ``readings`` can change this for
/// a type.
public protocol ExploredSystem {
    /// The states in which the system can begin.
    static var initialStates: [Self] { get }

    /// Offers the moves that are possible in this state.
    ///
    /// An exploration makes only these moves.
    ///
    /// - Parameter move: The collection to which this method adds the moves.
    func moves(_ move: inout SystemMoves<Self>)

    /// The kinds of numbers that the system uses only as identifiers; empty by default.
    static var identifiers: [SystemIdentifiers] { get }

    /// The types that an exploration reads in another way than by their stored properties; empty by
    /// default.
    static var readings: [SystemReading] { get }

    /// The properties that the system should have; empty by default.
    ///
    /// An exploration proves or refutes each of these properties:
    /// see ``SystemExploration/verdicts``.
    static var properties: [Property] { get }
}

extension ExploredSystem {
    /// An empty list, for systems without identifiers.
    public static var identifiers: [SystemIdentifiers] { [] }

    /// An empty list, for systems whose types are read by everything that they store.
    public static var readings: [SystemReading] { [] }

    /// An empty list, for systems without properties.
    public static var properties: [Property] { [] }
}
