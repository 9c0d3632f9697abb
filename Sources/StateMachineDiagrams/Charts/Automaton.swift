import StateMachineGraphs

/// The smallest machine with named states that behaves the same: for formats that other programs
/// run.
///
/// States with the same cases are one state of the automaton, as long as every event leads from
/// them to the same states with the same output. Where a payload makes a difference they are
/// several, and each is named after one that it stands for.
///
/// ``BisimulationClasses`` finds them.
struct Automaton {
    var name: String
    var states: [State]
    var events: [Event]
    var transitions: [Transition]
    /// For each state of the machine the index of the one that stands for it.
    var classes: [Int]

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
        /// The steps of the machine that it stands for: their indices.
        var steps: [Int]
    }
}

extension Automaton {
    /// - Parameter isExact: Whether states in which something else goes on, and states that were
    ///   cut, are different states.
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
        transitions = machine.steps.compactMap { step in
            guard var reaction = step.reaction, representatives[classes[step.source]] == step.source else { return nil }
            reaction.target = classes[reaction.target]
            let source = classes[step.source]
            let steps = alike[[source, step.event]] ?? []
            return Transition(source: source, event: step.event, reaction: reaction, steps: steps)
        }
    }
}
