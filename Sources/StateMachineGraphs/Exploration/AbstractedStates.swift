public import StateMachines

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
