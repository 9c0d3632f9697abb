import StateMachineGraphs

/// Classes of states that cannot be distinguished from the outside.
///
/// The states of a class have the same cases and respond to every sequence of events in the same
/// way. ``ExecutableChart/Automaton`` merges each class into one state. The classes are found by
/// refining a partition until it is stable (Moore, Gedanken-experiments on sequential machines,
/// 1956). The algorithm compares a state again only if an event leads from it to a state whose
/// class has changed. The largest part of a class keeps its number (Hopcroft, An n log n algorithm
/// for minimizing states in a finite automaton, 1971).
///
/// The suite `faults` refines its own partition, one event at a time, because it needs sequences
/// that distinguish states. These classes do not provide such sequences.
struct BisimulationClasses {
    /// The number of each state's class, in the order of the first states of the classes.
    var numbers: [Int] { Self.numbered(classes) }

    private let steps: [[MachineDescription.Step]]
    private let isExact: Bool
    private var classes: [Int]
    private var members: [Set<Int>]

    /// Creates the classes of a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - isExact: Whether states with different activities or different reasons of rejections are
    ///     distinct, and whether states that were cut are distinct from other states.
    init(of machine: MachineDescription, isExact: Bool) {
        self.isExact = isExact
        let grouped = Dictionary(grouping: machine.steps, by: \.source)
        steps = machine.states.indices.map { grouped[$0] ?? [] }
        classes = Self.numbered(
            machine.states.map { state in
                [
                    state.name.path, state.isFinal ? ["final"] : [],
                    isExact ? state.activities.map(\.description) : [], isExact && state.isCut ? ["cut"] : [],
                ]
            }
        )
        members = Array(repeating: [], count: (classes.max() ?? -1) + 1)
        for (state, number) in classes.enumerated() { members[number].insert(state) }
        refine(predecessors: Self.predecessors(machine))
    }

    private mutating func refine(predecessors: [[Int]]) {
        var doubtful = Set(classes.indices)
        while !doubtful.isEmpty {
            // Compare every state by the classes of this round before any class changes.
            let parts = Dictionary(grouping: doubtful, by: { classes[$0] }).flatMap { number, states in
                leaving(number, states, doubtful)
            }
            for part in parts {
                members[classes[part[0]]].subtract(part)
                for state in part { classes[state] = members.count }
                members.append(Set(part))
            }
            doubtful = Set(parts.joined().flatMap { predecessors[$0] })
        }
    }

    /// Returns the states that must leave a class, grouped by their responses.
    private func leaving(_ number: Int, _ states: [Int], _ doubtful: Set<Int>) -> [[Int]] {
        var parts = Dictionary(grouping: states, by: signature)
        // States that are not in doubt still respond in the same way, so one of them represents
        // them all.
        if let other = members[number].first(where: { !doubtful.contains($0) }) {
            parts[signature(of: other)] = nil
        } else if let largest = parts.max(by: { $0.value.count < $1.value.count }) {
            parts[largest.key] = nil
        }
        return Array(parts.values)
    }

    private struct Answer: Hashable {
        var event: Int
        var target: Int?
        var output: ValueName?
        var rejection: ValueName?
    }

    private func signature(of state: Int) -> [Answer] {
        steps[state].map { step in
            Answer(
                event: step.event,
                target: step.reaction.map { classes[$0.target] },
                output: step.reaction?.output,
                rejection: isExact ? step.rejection : nil
            )
        }
    }

    private static func predecessors(_ machine: MachineDescription) -> [[Int]] {
        var predecessors: [[Int]] = Array(repeating: [], count: machine.states.count)
        for step in machine.steps {
            if let target = step.reaction?.target { predecessors[target].append(step.source) }
        }
        return predecessors
    }

    private static func numbered<Value: Hashable>(_ values: [Value]) -> [Int] {
        var numbers = Numbering<Value>()
        return values.map { numbers.number(of: $0) }
    }
}
