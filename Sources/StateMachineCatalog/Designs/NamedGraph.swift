/// The behavior of a machine or of a design, with one state for each name.
///
/// Payloads and histories are hidden: if any state with a name handles an event, the state of the
/// graph handles it. An event may therefore lead from one state to several states.
struct NamedGraph {
    /// The states by their keys.
    var states: [String: State] = [:]

    /// The transitions.
    var transitions: [Transition: Details] = [:]

    struct State {
        /// The name for people.
        var title: String
        /// The names of the state and of the states around it, in alphabetical order.
        var names: [String] = []
        var isInitial = false
        /// Whether the machine has always reached its end in this state.
        var isFinal = true
        /// Whether the state may have transitions that are unknown.
        var isOpen = false
        /// The shortest run to the state.
        var run: Run
    }

    /// A transition, by the keys of its states and of its event.
    struct Transition: Hashable {
        var source: String
        var event: String
        var target: String
    }

    struct Details {
        /// The name of the event for people.
        var name: String
        /// The name of the event with the condition of a design.
        var title: String
        /// The shortest run that ends with the transition.
        var run: Run
    }
}

/// A sequence of events from a beginning, such as `idle ─ start → connecting`.
struct Run: Hashable, CustomStringConvertible {
    var start: String
    var steps: [Step] = []

    struct Step: Hashable {
        var event: String
        var target: String
    }

    func appending(_ event: String, _ target: String) -> Run {
        Run(start: start, steps: steps + [Step(event: event, target: target)])
    }

    var description: String { start + steps.map { " ─ \($0.event) → \($0.target)" }.joined() }
}

extension NamedGraph {
    /// Creates the graph of a system, by a breadth-first search from its initial nodes.
    ///
    /// - Parameters:
    ///   - system: The system.
    ///   - state: A closure that returns the place that represents a state in the comparison, and
    ///     the name of the state for people.
    ///   - event: A closure that returns the key of an event and its name for people.
    /// - Complexity: Proportional to the number of nodes and edges.
    init(
        of system: TransitionSystem,
        states state: (StatePlace) -> (place: StatePlace, title: String),
        events event: ([String]) -> (key: String, title: String)
    ) {
        let edges = Dictionary(grouping: system.edges, by: \.source)
        let names = system.nodes.map { node in
            let (place, title) = state(node.place)
            return (key: place.key, title: title, names: place.names.sorted())
        }
        var runs: [Int: Run] = [:]
        var waiting = system.nodes.indices.filter { system.nodes[$0].isInitial }
        for node in waiting { runs[node] = Run(start: names[node].title) }
        var next = 0
        while next < waiting.count {
            let node = waiting[next]
            next += 1
            guard let run = runs[node] else { continue }
            add(system.nodes[node], names[node], run)
            for edge in edges[node] ?? [] {
                let name = event(edge.event)
                let title = name.title + (edge.condition.map { " \($0)" } ?? "")
                let longer = run.appending(title, names[edge.target].title)
                let transition = Transition(
                    source: names[node].key,
                    event: name.key,
                    target: names[edge.target].key
                )
                if transitions[transition] == nil {
                    transitions[transition] = Details(name: name.title, title: title, run: longer)
                }
                guard runs[edge.target] == nil else { continue }
                runs[edge.target] = longer
                waiting.append(edge.target)
            }
        }
    }

    private mutating func add(
        _ node: TransitionSystem.Node,
        _ name: (key: String, title: String, names: [String]),
        _ run: Run
    ) {
        var state = states[name.key] ?? State(title: name.title, names: name.names, run: run)
        state.isInitial = state.isInitial || node.isInitial
        state.isFinal = state.isFinal && node.isFinal
        state.isOpen = state.isOpen || node.isOpen
        states[name.key] = state
    }

    /// The transitions in each state for each event, by the keys of the states and events.
    var reactions: [String: [String: [Transition]]] {
        Dictionary(grouping: transitions.keys, by: \.source).mapValues { transitions in
            Dictionary(grouping: transitions, by: \.event).mapValues { $0.sorted { $0.target < $1.target } }
        }
    }
}
