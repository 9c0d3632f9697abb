import StateMachines

extension StateGraph {
    /// The traces of the W-method.
    ///
    /// The observed machine is compared with the graph, and each step of a trace with the observed
    /// machine.
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

    /// The W-method: a path to each state, then all sequences of up to `extraStates` + 1 events,
    /// then those that tell states apart.
    private func faultSequences(
        of machine: ObservedMachine<Definition>,
        extraStates: Int,
        _ budget: StepBudget
    ) throws(SuiteTooLarge) -> [(start: Int, events: [Int])] {
        let (classes, sequences) = try machine.characterization(budget)
        var tree = SequenceTree(rootCount: initialCount)
        var isReached: Set<Int> = []
        for id in machine.states.indices {
            // Of states that nothing tells apart one is enough, except for initial states: each
            // begins traces of its own.
            guard isReached.insert(classes[id]).inserted || id < initialCount else { continue }
            let (start, events) = machine.path(to: id)
            // The nodes where the sequences that tell states apart are appended.
            var befores = [try tree.insert(events, after: start, budget)]
            for length in 0...min(max(extraStates, 0), .max - 1) + 1 {
                // Without events there are no longer sequences.
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

    /// The same sequences, each up to the first state that is outside of the constraint.
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
