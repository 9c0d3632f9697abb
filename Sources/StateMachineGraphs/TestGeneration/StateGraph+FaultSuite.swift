import StateMachines

extension StateGraph {
    /// Returns the traces of the W-method.
    ///
    /// This method compares the observed machine with the graph, and it compares each step of a
    /// trace with the observed machine.
    func faultTraces(
        extraStates: Int,
        _ budget: StepBudget
    ) throws(TraceSuiteError<Definition>) -> [Trace<Definition>] {
        typealias SuiteError = TraceSuiteError<Definition>
        let machine = try SuiteError.orTooLarge { () throws(SuiteTooLarge) in try ObservedMachine(self, budget) }
        try SuiteError.orNondeterminism { () throws(Inconsistency) in try confirmEdges() }
        let sequences = try SuiteError.orTooLarge { () throws(SuiteTooLarge) in
            try faultSequences(of: machine, extraStates: extraStates, budget)
        }
        return try SuiteError.orNondeterminism { () throws(Inconsistency) in
            try sequences.map { (start, events) throws(Inconsistency) in
                guard isAbstracted else { return try machine.trace(from: start, events) }
                return Trace(from: states[start], events: events.map { machine.alphabet[$0] })
            }
        }
    }

    /// Returns the event sequences of the W-method.
    ///
    /// Each begins with a path to a state, continues with a sequence of up to `extraStates` + 1
    /// events, and ends with a sequence that distinguishes states.
    private func faultSequences(
        of machine: ObservedMachine,
        extraStates: Int,
        _ budget: StepBudget
    ) throws(SuiteTooLarge) -> [(start: Int, events: [Int])] {
        let (classes, sequences) = try machine.characterization(budget)
        var tree = SequenceTree(rootCount: initialCount)
        var isReached: Set<Int> = []
        for id in machine.states.indices {
            // One of several indistinguishable states is enough. Initial states are an exception
            // because traces begin in each of them.
            guard isReached.insert(classes[id]).inserted || id < initialCount else { continue }
            let (start, events) = machine.path(to: id)
            // The nodes at which the distinguishing sequences are appended.
            var befores = [try tree.insert(events, after: start, budget)]
            for length in 0...min(max(extraStates, 0), .max - 1) + 1 {
                // Without events, there are no longer sequences to try.
                if befores.isEmpty { break }
                if length > 0 {
                    var longer: [Int] = []
                    for before in befores {
                        for event in machine.alphabet.indices {
                            longer.append(try tree.insert([event], after: before, budget))
                        }
                    }
                    befores = longer
                }
                for before in befores {
                    for sequence in sequences { _ = try tree.insert(sequence, after: before, budget) }
                }
            }
        }

        if constraint != nil { tree = try endingOutside(tree, machine.alphabet, budget) }
        var budget = budget
        var found: [(start: Int, events: [Int])] = []
        for leaf in tree.leaves {
            let sequence = tree.sequence(to: leaf)
            try budget.spend(sequence.events.count)
            found.append(sequence)
        }
        return found
    }

    /// Returns a tree's sequences, each up to its first state outside the constraint.
    private func endingOutside(
        _ tree: SequenceTree,
        _ alphabet: [Definition.Event],
        _ budget: StepBudget
    ) throws(SuiteTooLarge) -> SequenceTree {
        var short = SequenceTree(rootCount: initialCount)
        for leaf in tree.leaves {
            let (start, events) = tree.sequence(to: leaf)
            var trace = Trace(from: states[start])
            for event in events where !isOutside(trace.last) { trace.append(alphabet[event]) }
            _ = try short.insert(Array(events.prefix(trace.steps.count)), after: start, budget)
        }
        return short
    }
}
