import StateMachines

/// A coding that stores one word for each state.
@usableFromInline
struct PackedStates<State: PackedStateDefinition>: StateCoding {
    @inlinable init() {}

    @inlinable var keepsWords: Bool { true }

    @inlinable
    func code(of state: State) -> UInt64? {
        let packed = state.packed
        return State(packed: packed) == state ? packed : nil
    }

    @inlinable func word(of code: UInt64) -> UInt64 { code }
    @inlinable func state(of code: UInt64) -> State { State(packed: code) }
    @inlinable func key(of code: UInt64) -> UInt64 { code }

    /// Returns a hash that also spreads words with a regular pattern.
    ///
    /// `Hasher` takes several times as long, because it also resists words that an attacker
    /// chooses. The words of a definition come from its author, not from an attacker.
    @inlinable func hash(of key: UInt64) -> UInt64 { key.splitMixed }
    @inlinable func isSame(_ known: UInt64, _ key: UInt64, hash: UInt64, isSpecial: inout Bool?) -> Bool {
        known == key
    }
}
