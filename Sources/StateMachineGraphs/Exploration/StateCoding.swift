public import StateMachines

/// What an exploration and its graph store of each state, and which states count as one.
///
/// Each coding is a type of its own rather than closures, so that the compiler specializes the loop
/// that explores.
@usableFromInline
protocol StateCoding<State>: Sendable {
    associatedtype State: FiniteStateDefinition
    associatedtype Code: Sendable
    associatedtype Key: Equatable

    /// The stored form of a state; `nil` if the state could not be restored from it.
    func code(of state: State) -> Code?
    func state(of code: Code) -> State

    /// Whether each state is restored from a word.
    var keepsWords: Bool { get }

    /// What has to be equal for two states to be one.
    func key(of code: Code) -> Key
    func hash(of key: Key) -> UInt64
}

extension StateCoding {
    @inlinable var keepsWords: Bool { false }
}
