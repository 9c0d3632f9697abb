public import StateMachines

/// What is kept of each state while and after a definition is explored, and which states are one.
///
/// A type for each way, rather than closures, so that all of it is compiled into the loop that explores.
@usableFromInline
protocol StateCoding<State>: Sendable {
    associatedtype State: FiniteStateDefinition
    associatedtype Code: Sendable
    associatedtype Key: Equatable

    /// What is kept of a state; `nil` if the state could not be had back.
    func code(of state: State) -> Code?
    func state(of code: Code) -> State

    /// What has to be equal for two states to be one.
    func key(of code: Code) -> Key
    func hash(of key: Key) -> UInt64
}

/// Keeps the states themselves.
@usableFromInline
struct WholeStates<State: FiniteStateDefinition>: StateCoding {
    @inlinable init() {}
    @inlinable func code(of state: State) -> State? { state }
    @inlinable func state(of code: State) -> State { code }
    @inlinable func key(of code: State) -> State { code }
    @inlinable func hash(of key: State) -> UInt64 { UInt64(truncatingIfNeeded: key.hashValue) }
}

/// Keeps the states themselves, and takes those with the same key for one.
@usableFromInline
struct AbstractedStates<State: FiniteStateDefinition, Key: Hashable & SendableMetatype>: StateCoding {
    @usableFromInline let key: @Sendable (State) -> Key

    @inlinable init(by key: @escaping @Sendable (State) -> Key) { self.key = key }
    @inlinable func code(of state: State) -> State? { state }
    @inlinable func state(of code: State) -> State { code }
    @inlinable func key(of code: State) -> Key { key(code) }
    @inlinable func hash(of key: Key) -> UInt64 { UInt64(truncatingIfNeeded: key.hashValue) }
}

/// Keeps a word for each state.
@usableFromInline
struct PackedStates<State: PackedStateDefinition>: StateCoding {
    @inlinable init() {}

    @inlinable
    func code(of state: State) -> UInt64? {
        let packed = state.packed
        return State(packed: packed) == state ? packed : nil
    }

    @inlinable func state(of code: UInt64) -> State { State(packed: code) }
    @inlinable func key(of code: UInt64) -> UInt64 { code }

    /// Each bit of a word changes each bit of its hash with about even odds, so words that differ in a regular path are spread too.
    ///
    /// `Hasher` also withstands words chosen by an adversary, for several times the time; a definition is explored by its author. The
    /// finaliser of SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014; the constants are Mix13
    /// of Stafford, "Better bit mixing", 2011.
    @inlinable
    func hash(of key: UInt64) -> UInt64 {
        var hash = key
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
