public import StateMachines

/// The stored form of states in an exploration and its graph, and the rule for equal states.
///
/// Each coding is a separate type and not a set of closures, so that the compiler can specialize
/// the exploration loop.
@usableFromInline
protocol StateCoding<State>: Sendable {
    associatedtype State: FiniteStateDefinition
    associatedtype Code: Sendable
    associatedtype Key: Equatable

    /// Returns the stored form of a state, or `nil` if the state could not be restored from it.
    func code(of state: State) -> Code?
    func state(of code: Code) -> State

    /// Whether the stored form of a state is a word.
    var keepsWords: Bool { get }

    /// Returns the word that is the stored form of a state, or 0.
    func word(of code: Code) -> UInt64

    /// Returns the key of a state. Two states with equal keys count as one state.
    func key(of code: Code) -> Key
    func hash(of key: Key) -> UInt64
}

extension StateCoding {
    @inlinable var keepsWords: Bool { false }
    @inlinable func word(of code: Code) -> UInt64 { 0 }
}
