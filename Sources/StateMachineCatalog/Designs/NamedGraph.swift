import StateMachineGraphs

/// The behavior of a machine or of a design, with one state for each name.
///
/// Payloads and histories are hidden: if any state with a name handles an event, the state of the
/// graph handles it. An event may therefore lead from one state to several states. A comparison
/// needs this graph because a design has only names, so neither a `StateGraph` nor a `Chart` can
/// stand for both sides.
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

        /// Adds a node that has the state's name.
        fileprivate mutating func add(_ node: Source.Node) {
            isInitial = isInitial || node.isInitial
            isFinal = isFinal && node.isFinal
            isOpen = isOpen || node.isOpen
        }
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
        of system: Source,
        states state: (StatePlace) -> (place: StatePlace, title: String),
        events event: ([String]) -> (key: String, title: String)
    ) {
        let edges = Dictionary(grouping: system.edges.indices) { system.edges[$0].source }
        let names = system.nodes.map { node in
            let (place, title) = state(node.place)
            return (key: place.key, title: title, names: place.names.sorted())
        }
        let steps = system.edges.map { edge in
            let (key, name) = event(edge.event)
            return (key: key, name: name, title: name + (edge.condition.map { " \($0)" } ?? ""))
        }
        var search = BreadthFirstSearch<Int, Int>()
        for node in system.nodes.indices where system.nodes[node].isInitial { search.find(node) }
        func run(to index: Int, then last: Int? = nil) -> Run {
            let (start, path) = search.path(to: index, then: last)
            return Run(
                start: names[search.vertices[start]].title,
                steps: path.map { Run.Step(event: steps[$0].title, target: names[system.edges[$0].target].title) }
            )
        }
        while let index = search.takeNext() {
            let node = search.vertices[index]
            let name = names[node]
            states[name.key, default: State(title: name.title, names: name.names, run: run(to: index))]
                .add(system.nodes[node])
            for edge in edges[node] ?? [] {
                let (step, target) = (steps[edge], system.edges[edge].target)
                let transition = Transition(source: name.key, event: step.key, target: names[target].key)
                if transitions[transition] == nil {
                    let run = run(to: index, then: edge)
                    transitions[transition] = Details(name: step.name, title: step.title, run: run)
                }
                search.find(target, from: (index, edge))
            }
        }
    }

    /// The transitions in each state for each event, by the keys of the states and events.
    var reactions: [String: [String: [Transition]]] {
        Dictionary(grouping: transitions.keys, by: \.source).mapValues { transitions in
            Dictionary(grouping: transitions, by: \.event).mapValues { $0.sorted { $0.target < $1.target } }
        }
    }
}
