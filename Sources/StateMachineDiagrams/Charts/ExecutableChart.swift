import StateMachineGraphs

/// A state chart for programs that run it, with one event for each sample event.
///
/// The chart behaves exactly like the machine. A machine that consists of regions becomes a
/// parallel state if only the cases of its regions matter. The guards of its transitions then refer
/// to the states of other regions. Otherwise the chart has a separate state for each state of the
/// automaton, one of which is active at a time. It is not a ``DrawnChart`` because it must keep
/// states apart that look alike but behave differently.
struct ExecutableChart {
    var name: String
    var root: State
    var events: [Automaton.Event]

    struct State {
        var id: String
        /// The case name or the name of the region.
        var title: String
        /// The full name with its payload, if several states have the same cases.
        var variant: String?
        var kind = Kind.plain
        /// Whether the machine has reached its end in this state and handles no more events.
        var isFinal = false
        var transitions: [Transition] = []
        /// The activities that run in the whole state, rather than only in a nested state.
        var activities: [String] = []
        /// The nested states.
        ///
        /// The machine begins with the first of them, or with all of them if this state is
        /// parallel.
        var states: [State] = []
    }

    enum Kind { case plain, parallel }

    struct Transition {
        var event: Int
        /// The next state, or `nil` for a transition that changes nothing.
        var target: String?
        /// The condition: every state in at least one of these lists must be active.
        ///
        /// Without any list, the transition is always possible.
        var guards: [[String]] = []
        var output: ValueName?
    }
}

extension ExecutableChart {
    init(of machine: MachineDescription) {
        let automaton = Automaton(of: machine)
        name = machine.name
        events = automaton.events
        if let regional = Regional(automaton) {
            root = regional.root
            addActivities(of: machine) { regional.leaves(of: automaton.classes[$0]) }
        } else {
            root = Self.nested(automaton)
            addActivities(of: machine) { [automaton.states[automaton.classes[$0]].id] }
        }
    }

    /// Returns a state that contains the states of an automaton, one of which is active at a time.
    private static func nested(_ automaton: Automaton) -> State {
        let transitions = Dictionary(grouping: automaton.transitions, by: \.source)
        var identifiers = Identifiers(taken: automaton.states.map(\.id) + automaton.events.map(\.id))
        var root = State(id: identifiers.identifier(for: "everything"), title: automaton.name)
        for index in automaton.initialFirst {
            let state = automaton.states[index]
            var leaf = State(
                id: state.id,
                title: state.representative.name.path.last ?? "",
                variant: state.isOneOfSeveral ? state.title : nil,
                transitions: transitions[index, default: []].map { transition in
                    Transition(
                        event: transition.event,
                        target: transition.reaction.target == index
                            ? nil : automaton.states[transition.reaction.target].id,
                        output: transition.reaction.output
                    )
                }
            )
            leaf.isFinal = state.representative.isFinal && leaf.transitions.isEmpty
            root.insert(leaf, in: state.representative.name.path.dropLast(), &identifiers)
        }
        return root
    }
}

extension ExecutableChart.State {
    /// Inserts a state into the states with the given names, and creates the missing ones.
    ///
    /// Initial states are inserted first, so the machine begins with the first state in each of
    /// them.
    mutating func insert(_ state: Self, in path: ArraySlice<String>, _ identifiers: inout Identifiers) {
        guard let outer = path.first else { return states.append(state) }
        let index = states.firstIndex { $0.title == outer && !$0.states.isEmpty } ?? states.count
        if index == states.count { states.append(Self(id: identifiers.identifier(for: outer), title: outer)) }
        states[index].insert(state, in: path.dropFirst(), &identifiers)
    }
}
