import StateMachines

/// Stores a word for each state.
@usableFromInline
struct PackedStates<State: PackedStateDefinition>: StateCoding {
    @inlinable init() {}

    @inlinable var keepsWords: Bool { true }

    @inlinable
    func code(of state: State) -> UInt64? {
        let packed = state.packed
        return State(packed: packed) == state ? packed : nil
    }

    @inlinable func state(of code: UInt64) -> State { State(packed: code) }
    @inlinable func key(of code: UInt64) -> UInt64 { code }

    /// Spreads words that differ in a regular pattern, too.
    ///
    /// `Hasher` also withstands words chosen by an adversary, for several times the time; a
    /// definition is explored by its author.
    @inlinable func hash(of key: UInt64) -> UInt64 { key.splitMixed }
}
