import StateMachines

/// Consecutive states of an exploration, with the outcomes of their events.
@usableFromInline
struct PreparedBlock<Coding: StateCoding>: Sendable {
    @usableFromInline typealias Outcome = BreadthFirstExploration<Coding>.Outcome

    /// The number of the first state.
    @usableFromInline let first: Int
    @usableFromInline let codes: [Coding.Code]

    /// The outcomes for all states, and the index at which the outcomes for each state end.
    @usableFromInline var outcomes: [Outcome] = []
    @usableFromInline var ends: [Int] = []

    /// The offsets of the states outside the constraint.
    @usableFromInline var outside: Set<Int> = []

    @inlinable
    init(first: Int, codes: [Coding.Code]) {
        self.first = first
        self.codes = codes
    }

    /// Tries the events of each state, until a next state cannot be restored from its stored form.
    @inlinable
    mutating func prepare(_ coding: Coding, within constraint: (@Sendable (Coding.State) -> Bool)?) {
        outcomes.reserveCapacity(codes.count * 8)
        ends.reserveCapacity(codes.count)
        for offset in 0..<codes.count {
            let state = coding.state(of: codes[offset])
            if let constraint, !constraint(state) {
                outside.insert(offset)
            } else if !BreadthFirstExploration.tryEvents(of: state, UInt32(first + offset), coding, &outcomes) {
                return
            }
            ends.append(outcomes.count)
        }
    }
}
