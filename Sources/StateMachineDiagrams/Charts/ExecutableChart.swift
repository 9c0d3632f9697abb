import StateMachineGraphs

/// A state chart for programs that run it: exact, with one event for each sample.
///
/// A machine that consists of regions becomes a parallel state if the cases of its regions tell all
/// that matters; its transitions are then guarded by the states of other regions. Otherwise its
/// states stand one beside the other.
struct ExecutableChart {
    var name: String
    var root: State
    var events: [Automaton.Event]

    struct State {
        var id: String
        /// The case, or what a region is called.
        var title: String
        /// The whole name with its payload, for one of several states with the same cases.
        var variant: String?
        var kind = Kind.plain
        /// Whether the machine has reached its end here, and handles nothing any more.
        var isFinal = false
        var transitions: [Transition] = []
        /// The states inside it; the machine begins with the first, or with all of a parallel
        /// state.
        var states: [State] = []
    }

    enum Kind { case plain, parallel }

    struct Transition {
        var event: Int
        /// Where it leads; `nil` for a transition that changes nothing.
        var target: String?
        /// States that have to be active: all of one of these lists; no list for always.
        var guards: [[String]] = []
        var output: ValueName?
    }
}

extension ExecutableChart {
    init(of machine: MachineDescription) {
        let automaton = Automaton(of: machine)
        name = machine.name
        events = automaton.events
        root = RegionalChart(automaton)?.root ?? Self.nested(automaton)
    }

    /// One state at a time.
    private static func nested(_ automaton: Automaton) -> State {
        let transitions = Dictionary(grouping: automaton.transitions, by: \.source)
        var identifiers = Identifiers(taken: automaton.states.map(\.id) + automaton.events.map(\.id))
        var root = State(id: identifiers.identifier(for: "everything"), title: automaton.name)
        for (index, state) in automaton.states.enumerated() {
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
    /// Puts a state into the states with these names, which are made where they are missing.
    ///
    /// States come in the order of their distance, so the first one in each state is the one to
    /// begin with.
    mutating func insert(_ state: Self, in path: ArraySlice<String>, _ identifiers: inout Identifiers) {
        guard let outer = path.first else { return states.append(state) }
        let index = states.firstIndex { $0.title == outer && !$0.states.isEmpty } ?? states.count
        if index == states.count { states.append(Self(id: identifiers.identifier(for: outer), title: outer)) }
        states[index].insert(state, in: path.dropFirst(), &identifiers)
    }
}
