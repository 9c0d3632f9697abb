import StateMachineGraphs

/// The smallest machine with named states that behaves the same: for formats that are run by others.
///
/// States with the same cases are one, as long as every event leads from them to the same ones with the same output;
/// where a payload makes a difference they are several, and each is named after one that it stands for.
///
/// Found by refining a partition until it is stable (Moore, Gedanken-experiments on sequential machines, 1956).
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
        var name: Name
    }

    struct Transition {
        var source: Int
        var event: Int
        var reaction: MachineDescription.Reaction
    }
}

extension Automaton {
    init(of machine: MachineDescription) {
        let classes = Self.classes(of: machine)
        var representatives: [Int] = []
        for (state, number) in classes.enumerated() where number == representatives.count {
            representatives.append(state)
        }
        let titles = representatives.map { machine.states[$0].name.path }

        name = machine.name
        var identifiers = Identifiers()
        states = representatives.enumerated().map { number, representative in
            let isOneOfSeveral = titles.filter { $0 == titles[number] }.count > 1
            return State(
                id: identifiers.identifier(for: titles[number].joined(separator: "_")),
                representative: machine.states[representative],
                isOneOfSeveral: isOneOfSeveral
            )
        }
        for (state, number) in classes.enumerated() where machine.states[state].isInitial {
            states[number].representative.isInitial = true
        }
        identifiers = Identifiers()
        events = machine.events.map { name in
            Event(id: identifiers.identifier(for: name.path.joined(separator: "_")), name: name)
        }
        transitions = machine.steps.compactMap { step in
            guard var reaction = step.reaction, representatives[classes[step.source]] == step.source else { return nil }
            reaction.target = classes[reaction.target]
            return Transition(source: classes[step.source], event: step.event, reaction: reaction)
        }
    }

    /// For each state the number of its class; classes are numbered in the order of their first states.
    private static func classes(of machine: MachineDescription) -> [Int] {
        let steps = Dictionary(grouping: machine.steps, by: \.source)
        var classes = numbered(machine.states.map { $0.name.path })
        while true {
            let refined = numbered(
                machine.states.indices.map { state in
                    Signature(
                        own: classes[state],
                        outcomes: steps[state, default: []].map { step in
                            Signature.Outcome(
                                event: step.event,
                                target: step.reaction.map { classes[$0.target] },
                                output: step.reaction?.output
                            )
                        }
                    )
                }
            )
            if refined == classes { return classes }
            classes = refined
        }
    }

    private struct Signature: Hashable {
        var own: Int
        var outcomes: [Outcome]

        struct Outcome: Hashable {
            var event: Int
            var target: Int?
            var output: Name?
        }
    }

    private static func numbered<Value: Hashable>(_ values: [Value]) -> [Int] {
        var numbers: [Value: Int] = [:]
        return values.map { value in
            let number = numbers[value] ?? numbers.count
            numbers[value] = number
            return number
        }
    }
}
