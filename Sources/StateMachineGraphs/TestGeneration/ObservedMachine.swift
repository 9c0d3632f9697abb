import StateMachines

/// A definition as one sees it who can only send events, and sees what is handled and output.
///
/// All sample events are tried in all states. States that are found only by that are added.
struct ObservedMachine<Definition: FiniteStateDefinition> {
    /// All sample events, each once.
    private(set) var alphabet: [Definition.Event] = []

    /// The states, nearest first.
    private(set) var states: [Definition]

    /// For each state and event where it leads, and what is seen, as a number.
    private var targets: [Int] = []
    private var responses: [Int] = []

    /// For each state that is not initial, the place in `targets` by which it was first reached.
    private var reachedBy: [Int]

    init(_ graph: StateGraph<Definition>, _ budget: StepBudget) throws(SuiteTooLarge) {
        var known: Set<ValueName> = []
        for state in graph.states {
            for event in state.sampleEvents where known.insert(ValueName(of: event)).inserted { alphabet.append(event) }
        }

        states = Array(graph.states.prefix(graph.initialCount))
        reachedBy = Array(repeating: -1, count: states.count)
        var numbers: [Definition: Int] = [:]
        for (id, state) in states.enumerated() { numbers[state] = id }
        var seen: [ValueName: Int] = [:]
        var source = 0
        while source < states.count {
            // What happens outside of the constraint is unknown.
            let isOutside = graph.isOutside(states[source])
            for event in alphabet {
                if isOutside {
                    targets.append(source)
                    responses.append(-1)
                    continue
                }
                let step = TraceStep(from: states[source], event: event)
                // With an abstraction, the representative.
                let state = graph.node(of: step.after)?.state ?? step.after
                let target = numbers[state, default: states.count]
                if target == states.count {
                    numbers[state] = target
                    reachedBy.append(targets.count)
                    states.append(state)
                }
                targets.append(step.isHandled ? target : source)
                switch step.outcome {
                case .rejected: responses.append(0)
                case .handled(let output):
                    let name = ValueName(of: output)
                    let number = seen[name, default: seen.count + 1]
                    seen[name] = number
                    responses.append(number)
                }
            }
            source += 1
            // There may be no end to them.
            try budget.check(states.count)
        }
    }

    /// A shortest path to a state: the initial state where it begins, and the events.
    func path(to state: Int) -> (start: Int, events: [Int]) {
        var (start, events): (Int, [Int]) = (state, [])
        while reachedBy[start] >= 0 {
            let place = reachedBy[start]
            events.append(place % alphabet.count)
            start = place / alphabet.count
        }
        return (start, events.reversed())
    }

    /// Runs the definition from an initial state, and compares each step with what was seen before.
    func trace(from start: Int, _ events: [Int]) throws(Nondeterminism<Definition>) -> Trace<Definition> {
        var trace = Trace(from: states[start])
        var id = start
        for event in events {
            let index = id * alphabet.count + event
            let (state, expected) = (trace.last, responses[index] == 0 ? nil : states[targets[index]])
            trace.append(alphabet[event])
            let step = trace.steps.last.flatMap { $0.isHandled ? $0.after : nil }
            if step != expected {
                throw Nondeterminism(state: state, event: alphabet[event], first: .init(expected), second: .init(step))
            }
            id = targets[index]
        }
        return trace
    }

    /// Puts the states that nothing tells apart into classes, and finds sequences of events that tell all others apart.
    ///
    /// Partition refinement, longer sequences from shorter ones (E. F. Moore, "Gedanken-experiments on sequential machines",
    /// 1956; A. Gill, "Introduction to the theory of finite-state machines", 1962). There are fewer sequences than classes,
    /// except that a machine with one class has the empty one.
    func characterization(_ budget: StepBudget) throws(SuiteTooLarge) -> (classes: [Int], sequences: [[Int]]) {
        var classes = Array(repeating: 0, count: states.count)
        var count = min(1, states.count)
        // The empty sequence, to which all states respond alike, is the one that the first ones are made from.
        var found: [(sequence: [Int], responses: [Int])] = [([], Array(repeating: 0, count: states.count))]
        var next = 0
        while next < found.count, count < states.count {
            let (sequence, later) = found[next]
            next += 1
            for event in alphabet.indices {
                var numbers: [Pair: Int] = [:]
                var refined: [Pair: Int] = [:]
                var combined: [Int] = []
                var finer: [Int] = []
                for state in states.indices {
                    let place = state * alphabet.count + event
                    let response = Pair(first: responses[place], second: later[targets[place]])
                    let number = numbers[response, default: numbers.count]
                    numbers[response] = number
                    combined.append(number)
                    let pair = Pair(first: classes[state], second: number)
                    finer.append(refined[pair, default: refined.count])
                    refined[pair] = finer[state]
                }
                guard refined.count > count else { continue }
                (classes, count) = (finer, refined.count)
                found.append(([event] + sequence, combined))
                try budget.check(found.count)
            }
        }
        return (classes, found.count > 1 ? found.dropFirst().map(\.sequence) : [[]])
    }

    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }
}
