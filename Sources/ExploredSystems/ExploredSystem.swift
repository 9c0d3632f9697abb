/// Code as it is, with what its callers do around it, explored without a change to the code.
///
/// A conforming type stores the code under test, a hand-written state machine for instance, and
/// what stands around it: requests that wait, timers that run, tasks that are suspended. It says
/// which moves are possible, and a ``SystemExploration`` makes every one of them in every state
/// that can be reached.
///
/// ```swift
/// struct Turnstile: ExploredSystem {
///     var gate = Gate()                        // the code under test
///     var coins = 2
///
///     static var initialStates: [Turnstile] { [Turnstile()] }
///
///     func moves(_ move: inout Moves<Turnstile>) {
///         if coins > 0 {
///             move("insert a coin") {
///                 $0.coins -= 1
///                 $0.gate.unlock()
///             }
///         }
///         move("push") { system in
///             guard system.gate.push() else { throw Fault("a locked gate opens") }
///         }
///     }
/// }
///
/// print(try SystemExploration(of: Turnstile.self))
/// ```
///
/// The type need be neither `Hashable` nor `Sendable`, and neither need its parts. Two states are
/// the same if everything that is stored in them is, down to private properties.
public protocol ExploredSystem {
    /// The states in which it may begin.
    static var initialStates: [Self] { get }

    /// Offers what may happen in this state; nothing else is tried.
    func moves(_ move: inout Moves<Self>)

    /// The numbers that only tell things apart; none by default.
    static var identifiers: [Identifiers] { get }
}

extension ExploredSystem {
    /// No numbers are identifiers.
    public static var identifiers: [Identifiers] { [] }
}
