public import StateMachines

/// A stored form of states in an exploration and its graph, and a rule for equal states.
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

    /// Returns a state's key, which is equal for states that count as one.
    func key(of code: Code) -> Key
    func hash(of key: Key) -> UInt64

    /// Returns whether a known state's key is the key that is looked up.
    ///
    /// - Parameters:
    ///   - known: The key of the known state.
    ///   - key: The key that is looked up.
    ///   - hash: The hash of that key.
    ///   - isSpecial: Whether that key contains something that does not equal itself; `nil` until
    ///     the first call of the look-up that needs to know.
    func isSame(_ known: Key, _ key: Key, hash: UInt64, isSpecial: inout Bool?) -> Bool
}

extension StateCoding {
    @inlinable var keepsWords: Bool { false }
    @inlinable func word(of code: Code) -> UInt64 { 0 }

    @inlinable @inline(__always)
    func isSame(_ known: Key, _ key: Key, hash: UInt64, isSpecial: inout Bool?) -> Bool {
        known == key || isSameAlthoughUnequal(known, key, hash, &isSpecial)
    }

    /// Returns whether two unequal keys are the same, such as two keys with a NaN.
    ///
    /// Otherwise a state that does not equal itself would be a new state each time. Many keys may
    /// have one hash, so the method examines the contents only of special ones.
    @inlinable @inline(never)
    func isSameAlthoughUnequal(_ known: Key, _ key: Key, _ hash: UInt64, _ isSpecial: inout Bool?) -> Bool {
        guard self.hash(of: known) == hash else { return false }
        let canBeSame = isSpecial ?? containsUnequalToItself(key)
        isSpecial = canBeSame
        return canBeSame && haveSameContents(known, key)
    }
}

/// A coding that stores the states themselves.
@usableFromInline
struct WholeStates<State: FiniteStateDefinition>: StateCoding {
    @inlinable init() {}
    @inlinable func code(of state: State) -> State? { state }
    @inlinable func state(of code: State) -> State { code }
    @inlinable func key(of code: State) -> State { code }
    @inlinable func hash(of key: State) -> UInt64 { UInt64(truncatingIfNeeded: key.hashValue).splitMixed }
}

/// A coding that stores the states themselves and treats states with equal keys as one state.
@usableFromInline
struct AbstractedStates<State: FiniteStateDefinition, Key: Hashable & SendableMetatype>: StateCoding {
    @usableFromInline let key: @Sendable (State) -> Key

    @inlinable init(by key: @escaping @Sendable (State) -> Key) { self.key = key }
    @inlinable func code(of state: State) -> State? { state }
    @inlinable func state(of code: State) -> State { code }
    @inlinable func key(of code: State) -> Key { key(code) }
    @inlinable func hash(of key: Key) -> UInt64 { UInt64(truncatingIfNeeded: key.hashValue).splitMixed }
}

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
    /// chooses. A definition's words come from its author instead.
    @inlinable func hash(of key: UInt64) -> UInt64 { key.splitMixed }
    @inlinable func isSame(_ known: UInt64, _ key: UInt64, hash: UInt64, isSpecial: inout Bool?) -> Bool {
        known == key
    }
}
