import StateMachineGraphs

/// The smallest machine with named states that behaves the same: for formats that other programs run.
///
/// States with the same cases are one state of the automaton, as long as every event leads from them to the same states with the same
/// output. Where a payload makes a difference they are several, and each is named after one that it stands for.
///
/// ``BisimulationClasses`` finds them.
struct Automaton {
    var name: String
    var states: [State]
    var events: [Event]
    var transitions: [Transition]

    struct State {
        var id: String
        /// The nearest of the states that this one stands for.
        var representative: MachineDescription.State
        /// Whether another state has the same cases.
        var isOneOfSeveral: Bool

        /// The cases, and what tells it from others with the same ones.
        var title: String {
            isOneOfSeveral ? "\(representative.name)" : MachineDescription.title(of: representative.name)
        }
    }

    struct Event {
        var id: String
        var name: ValueName
    }

    struct Transition {
        var source: Int
        var event: Int
        var reaction: MachineDescription.Reaction
    }
}

extension Automaton {
    /// - Parameter distinguishesActivities: Whether states in which something else goes on are different states.
    init(of machine: MachineDescription, distinguishesActivities: Bool = false) {
        let classes = BisimulationClasses(of: machine, distinguishesActivities: distinguishesActivities).numbers
        var representatives: [Int] = []
        for (state, number) in classes.enumerated() where number == representatives.count {
            representatives.append(state)
        }
        let titles = representatives.map { machine.states[$0].name.path }
        let counts = Dictionary(grouping: titles) { $0 }.mapValues(\.count)

        name = machine.name
        var identifiers = Identifiers()
        states = representatives.enumerated().map { number, representative in
            State(
                id: identifiers.identifier(for: titles[number].joined(separator: "_")),
                representative: machine.states[representative],
                isOneOfSeveral: counts[titles[number], default: 0] > 1
            )
        }
        for (state, number) in classes.enumerated() where machine.states[state].isInitial {
            states[number].representative.isInitial = true
        }
        // Some readers keep states and events in one namespace.
        events = machine.events.map { name in
            Event(id: identifiers.identifier(for: name.path.joined(separator: "_")), name: name)
        }
        transitions = machine.steps.compactMap { step in
            guard var reaction = step.reaction, representatives[classes[step.source]] == step.source else { return nil }
            reaction.target = classes[reaction.target]
            return Transition(source: classes[step.source], event: step.event, reaction: reaction)
        }
    }
}
