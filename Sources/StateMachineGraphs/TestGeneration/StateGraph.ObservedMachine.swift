import StateMachines

extension StateGraph {
    /// A definition as a black box that only shows which events it handles and with which outputs.
    ///
    /// Every sample event is tried in every state, so this machine may contain more states than the
    /// graph.
    struct ObservedMachine {
        /// Every sample event, without duplicates.
        private(set) var alphabet: [Definition.Event] = []

        /// States, nearest first.
        private(set) var states: [Definition] = []

        private var search = BreadthFirstSearch<SameKey<Definition>, Int>()

        /// Next states for each state and event.
        ///
        /// `responses` uses the same indices and contains a number for each observed response.
        private(set) var targets: [Int] = []
        private(set) var responses: [Int] = []

        init(_ graph: StateGraph<Definition>, _ budget: StepBudget) throws(SuiteTooLarge) {
            var known: Set<ValueName> = []
            for state in graph.states {
                for event in state.sampleEvents where known.insert(ValueName(of: event)).inserted {
                    alphabet.append(event)
                }
            }

            for state in graph.states.prefix(graph.initialCount) { search.find(SameKey(state)) }
            var (seen, reasons) = (Numbering<ValueName>(), Numbering<ValueName>())
            while let source = search.takeNext() {
                let state = search.vertices[source].value
                states.append(state)
                // Behavior outside the constraint is unknown.
                let isOutside = graph.isOutside(state)
                for (number, event) in alphabet.enumerated() {
                    if isOutside {
                        targets.append(source)
                        responses.append(-1)
                        continue
                    }
                    let step = TraceStep(from: state, event: event)
                    // In a graph with a key, continue with the state that represents the key.
                    let target = search.find(
                        SameKey(graph.node(of: step.after)?.state ?? step.after),
                        from: (source, number)
                    )
                    targets.append(target)
                    switch step.outcome {
                    case .rejected(let reason):
                        // States that reject an event for different reasons can be told apart.
                        responses.append(reason is TransitionError ? 0 : -2 - reasons.number(of: ValueName(of: reason)))
                    case .handled(let output): responses.append(seen.number(of: ValueName(of: output)) + 1)
                    }
                }
                // The number of states may be unbounded.
                try budget.check(search.vertices.count)
            }
        }

        /// Returns the initial state and the events of the shortest path to a state.
        func path(to state: Int) -> (start: Int, events: [Int]) {
            let (start, events) = search.path(to: state)
            return (start, events)
        }

        /// Runs the definition from an initial state and compares each step with its recorded
        /// response.
        func trace(from start: Int, _ events: [Int]) throws(Nondeterminism<Definition>) -> Trace<Definition> {
            var trace = Trace(from: states[start])
            var id = start
            for event in events {
                let index = id * alphabet.count + event
                let (state, expected) = (trace.last, isRejected(responses[index]) ? nil : states[targets[index]])
                trace.append(alphabet[event])
                let step = trace.steps.last.flatMap { $0.isHandled ? $0.after : nil }
                if !areSame(step, expected) {
                    throw Nondeterminism(
                        state: state,
                        event: alphabet[event],
                        first: .init(expected),
                        second: .init(step)
                    )
                }
                id = targets[index]
            }
            return trace
        }
    }
}

/// Whether a response stands for a rejection: 0 for one without a reason, a number below -1 for any
/// other.
private func isRejected(_ response: Int) -> Bool { response == 0 || response < -1 }
