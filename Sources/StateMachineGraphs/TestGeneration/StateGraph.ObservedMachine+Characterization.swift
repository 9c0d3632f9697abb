import StateMachines

extension StateGraph.ObservedMachine {
    /// Groups states into classes and finds event sequences that distinguish the classes.
    ///
    /// States in one class are indistinguishable.
    ///
    /// The algorithm is a partition refinement that builds longer sequences from shorter ones (E.
    /// F. Moore, "Gedanken-experiments on sequential machines", 1956; A. Gill, "Introduction to the
    /// theory of finite-state machines", 1962). The first sequence is empty, and there are at most
    /// as many sequences as classes. Automata of diagrams also refine a partition, but they use all
    /// events at once, which is faster and yields no sequences. This method does not use a
    /// `BreadthFirstSearch` because sequences are not vertices of a graph: the list grows only
    /// while the partition becomes finer.
    func characterization(_ budget: StepBudget) throws(SuiteTooLarge) -> (classes: [Int], sequences: [[Int]]) {
        var classes = Array(repeating: 0, count: states.count)
        var count = min(1, states.count)
        // The empty sequence, to which every state responds in the same way. The first sequences
        // are built from it.
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
