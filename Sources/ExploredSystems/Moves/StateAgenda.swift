/// The states whose moves remain to be made, sorted by the number of assumptions.
///
/// States that need the fewest assumed moves come first. Among them, the states that were found
/// first come first. Assumed moves multiply the states. So an exploration that ends at a limit has
/// at least visited the states that need no assumption. Moves without an assumption cost
/// nothing, so this order is not breadth-first.
struct StateAgenda {
    /// For each state, the smallest known number of assumed moves that lead to it.
    private var costs: [Int] = []
    /// The states by their costs, in the order in which they were found.
    private var queues: [(states: [Int], next: Int)] = []
    private var isTaken: [Bool] = []

    /// Records a move that leads to a state.
    ///
    /// - Parameters:
    ///   - former: The state before the move; `nil` for an initial state.
    ///   - isAssumed: Whether the move depends on an assumption.
    mutating func add(_ state: Int, after former: Int?, isAssumed: Bool) {
        let cost = (former.map { costs[$0] } ?? 0) + (isAssumed ? 1 : 0)
        while costs.count <= state {
            costs.append(.max)
            isTaken.append(false)
        }
        guard cost < costs[state], !isTaken[state] else { return }
        costs[state] = cost
        while queues.count <= cost { queues.append(([], 0)) }
        queues[cost].states.append(state)
    }

    /// Takes the next state, or returns `nil` if there is none.
    mutating func takeFirst() -> Int? {
        for cost in queues.indices {
            while queues[cost].next < queues[cost].states.count {
                let state = queues[cost].states[queues[cost].next]
                queues[cost].next += 1
                if !isTaken[state] {
                    isTaken[state] = true
                    return state
                }
            }
        }
        return nil
    }
}
