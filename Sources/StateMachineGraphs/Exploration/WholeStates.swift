public import StateMachines

/// A coding that stores the states themselves.
@usableFromInline
struct WholeStates<State: FiniteStateDefinition>: StateCoding {
    @inlinable init() {}
    @inlinable func code(of state: State) -> State? { state }
    @inlinable func state(of code: State) -> State { code }
    @inlinable func key(of code: State) -> State { code }
    @inlinable func hash(of key: State) -> UInt64 { UInt64(truncatingIfNeeded: key.hashValue).splitMixed }
}
