import StateMachineGraphs

extension ExecutableChart {
    /// The smallest machine with named states that behaves like the original machine.
    ///
    /// It is used for formats that other programs run. States with the same cases become one state
    /// of the automaton if every event leads from them to the same states with the same output. If
    /// a payload makes a difference, they remain several states, each of which is named after one
    /// of the original states. ``BisimulationClasses`` finds the groups.
    struct Automaton {
        var name: String
        var states: [State]
        var events: [Event]
        var transitions: [Transition]
        /// The rejected events that have a reason.
        var rejections: [Rejection]
        /// The index of the automaton's state for each state of the machine.
        var classes: [Int]

        struct State {
            var id: String
            /// The nearest state of the machine that this state represents.
            var representative: MachineDescription.State
            /// Whether another state has the same cases.
            var isOneOfSeveral: Bool

            /// The case names, with the payload if several states have the same cases.
            var title: String {
                isOneOfSeveral ? "\(representative.name)" : MachineDescription.title(of: representative.name)
            }
        }

        struct Event {
            var id: String
            var name: ValueName

            /// The names of the cases, with dots between them, if the event contains another enum.
            var casePath: String? { name.path.count > 1 ? name.path.joined(separator: ".") : nil }
        }

        struct Rejection {
            var source: Int
            var event: Int
            var reason: ValueName
        }

        struct Transition {
            var source: Int
            var event: Int
            var reaction: MachineDescription.Reaction
            /// The indices of the machine's steps that this transition represents.
            var steps: [Int]
        }
    }
}

extension ExecutableChart.Automaton {
    /// The indices of the states, those of initial states first.
    ///
    /// Formats for programs begin in the first state.
    var initialFirst: [Int] {
        states.indices.filter { states[$0].representative.isInitial }
            + states.indices.filter { !states[$0].representative.isInitial }
    }

    /// Creates the automaton of a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - isExact: Whether states with different activities or different reasons of rejections are
    ///     distinct, and whether states that were cut are distinct from other states.
    init(of machine: MachineDescription, isExact: Bool = false) {
        let identifiers = AutomatonIdentifiers(of: machine)
        let classes = isExact ? identifiers.classes : BisimulationClasses(of: machine, isExact: false).numbers
        self.classes = classes
        var representatives: [Int] = []
        for (state, number) in classes.enumerated() where number == representatives.count {
            representatives.append(state)
        }
        let titles = representatives.map { machine.states[$0].name.path }
        let counts = Dictionary(grouping: titles) { $0 }.mapValues(\.count)

        name = machine.name
        states = representatives.enumerated().map { number, representative in
            State(
                id: identifiers.identifier(ofState: representative),
                representative: machine.states[representative],
                isOneOfSeveral: counts[titles[number], default: 0] > 1
            )
        }
        for (state, number) in classes.enumerated() where machine.states[state].isInitial {
            states[number].representative.isInitial = true
        }
        events = zip(identifiers.events, machine.events).map { Event(id: $0, name: $1) }
        let alike = Dictionary(grouping: machine.steps.indices) {
            [classes[machine.steps[$0].source], machine.steps[$0].event]
        }
        rejections = machine.steps.compactMap { step in
            let source = classes[step.source]
            guard let reason = step.rejection, representatives[source] == step.source else { return nil }
            return Rejection(source: source, event: step.event, reason: reason)
        }
        transitions = machine.steps.compactMap { step in
            guard var reaction = step.reaction, representatives[classes[step.source]] == step.source else { return nil }
            reaction.target = classes[reaction.target]
            let source = classes[step.source]
            let steps = alike[[source, step.event]] ?? []
            return Transition(source: source, event: step.event, reaction: reaction, steps: steps)
        }
    }
}
