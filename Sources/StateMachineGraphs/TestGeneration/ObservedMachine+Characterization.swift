import StateMachines

extension ObservedMachine {
    /// Puts the states that nothing tells apart into classes, and finds sequences of events that
    /// tell all others apart.
    ///
    /// Partition refinement, longer sequences from shorter ones (E. F. Moore, "Gedanken-experiments
    /// on sequential machines", 1956; A. Gill, "Introduction to the theory of finite-state
    /// machines", 1962). The first sequence is the empty one, and there are no more sequences than
    /// classes. The automata of the diagrams refine a partition too, but by all events at once,
    /// which is faster and yields no sequences.
    func characterization(_ budget: StepBudget) throws(SuiteTooLarge) -> (classes: [Int], sequences: [[Int]]) {
        var classes = Array(repeating: 0, count: states.count)
        var count = min(1, states.count)
        // The empty sequence, to which all states respond alike, is the one that the first ones are
        // made from.
        var found: [(sequence: [Int], responses: [Int])] = [([], Array(repeating: 0, count: states.count))]
        var next = 0
        while next < found.count, count < states.count {
            let (sequence, later) = found[next]
            next += 1
            for event in alphabet.indices {
                var (numbers, refined) = (Numbering<Pair>(), Numbering<Pair>())
                let combined = states.indices.map { state in
                    let index = state * alphabet.count + event
                    return numbers.number(of: Pair(first: responses[index], second: later[targets[index]]))
                }
                let finer = states.indices.map { state in
                    refined.number(of: Pair(first: classes[state], second: combined[state]))
                }
                guard refined.count > count else { continue }
                (classes, count) = (finer, refined.count)
                found.append(([event] + sequence, combined))
                try budget.check(found.count)
            }
        }
        return (classes, found.map(\.sequence))
    }
}

private struct Pair: Hashable {
    let first: Int
    let second: Int
}
