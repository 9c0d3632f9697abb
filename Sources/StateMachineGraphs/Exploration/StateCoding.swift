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

    /// Returns the key of a state. Two states with the same key count as one state.
    func key(of code: Code) -> Key
    func hash(of key: Key) -> UInt64

    /// Returns whether two keys are the same.
    ///
    /// - Parameter hash: The hash of the other key.
    func isSame(_ one: Key, _ other: Key, hash: UInt64) -> Bool
}

extension StateCoding {
    @inlinable var keepsWords: Bool { false }
    @inlinable func word(of code: Code) -> UInt64 { 0 }

    @inlinable @inline(__always)
    func isSame(_ one: Key, _ other: Key, hash: UInt64) -> Bool {
        one == other || isSameAlthoughUnequal(one, other, hash)
    }

    /// Returns whether two unequal keys are the same, such as two keys with a NaN.
    ///
    /// Otherwise a state that does not equal itself would be a new state each time.
    @inlinable @inline(never)
    func isSameAlthoughUnequal(_ one: Key, _ other: Key, _ hash: UInt64) -> Bool {
        self.hash(of: one) == hash && areSame(one, other)
    }
}
