import StateMachineGraphs

/// The tables of properties for a page, whose states can stand for several states of the machine.
///
/// If a property distinguishes the states of a class, the page cannot tell, so the class is unsure.
struct PropertyChecks {
    private let machine: MachineDescription
    private let classes: [Int]

    /// The states of each class.
    private let members: [[Int]]

    /// How many numbers a list has at most, and how many letters the values of all states have.
    private static let (numberLimit, letterLimit) = (6_000, 40_000)

    init(of machine: MachineDescription, _ classes: [Int]) {
        self.machine = machine
        self.classes = classes
        var members = Array(repeating: [Int](), count: (classes.max() ?? -1) + 1)
        for (state, number) in classes.enumerated() { members[number].append(state) }
        self.members = members
    }

    /// The whole names of the states of each class, where they are more than its cases.
    ///
    /// The list is empty if there are too many names.
    var values: [[String]?] {
        let names = members.map { states in
            var seen: Set<String> = []
            return states.map { "\(machine.states[$0].name)" }.filter { seen.insert($0).inserted }
        }
        guard names.joined().reduce(0, { $0 + $1.count }) <= Self.letterLimit else { return [] }
        return zip(names, members).map { names, states in
            names == [machine.states[states[0]].name.path.joined(separator: ".")] ? nil : names
        }
    }

    /// Returns a table, or `nil` if there is none or it is too large.
    func check(_ table: PropertyTable?) -> JSONDocument.Check? {
        switch table {
        case nil: return nil
        case .states(let broken):
            let (all, some) = split(broken)
            return .init(states: .init(broken: text(all), unsure: text(some)))
        case .edges(let broken):
            var (all, some): ([[Int]], [[Int]]) = ([], [])
            for (pair, steps) in pairs {
                let count = steps.count { broken.contains($0) }
                if count == 0, isOffered(pair, steps) { continue }
                if count == steps.count, isOffered(pair, steps) { all.append(pair) } else { some.append(pair) }
            }
            guard let (broken, unsure) = texts(all, some) else { return nil }
            return .init(steps: .init(broken: broken, unsure: unsure))
        case .memories(let starts, let moves): return memory(starts, moves)
        case .promise(let isOpenAtStart, let begins, let goals):
            let (begin, goal) = (split(begins), split(goals))
            return .init(
                promise: .init(
                    starts: isOpenAtStart ? text(starts) : nil,
                    begins: text(begin.all),
                    goals: text(goal.all),
                    unsure: text(Set(begin.some + goal.some).sorted())
                )
            )
        }
    }

    /// The classes of which every state is initial.
    private var starts: [Int] { split(Set(machine.states.indices.filter { machine.states[$0].isInitial })).all }

    private func memory(_ starts: [PropertyTable.Start], _ moves: [PropertyTable.Move]) -> JSONDocument.Check? {
        var memories: [Int: Set<Int>] = [:]
        let certain = Set(self.starts)
        for start in starts where certain.contains(classes[start.state]) {
            memories[classes[start.state], default: []].insert(start.memory)
        }
        // A violation is the memory -1.
        var next: [[Int]: Set<Int>] = [:]
        for move in moves {
            let step = machine.steps[move.edge]
            next[[move.memory, classes[step.source], step.event], default: []].insert(move.next ?? -1)
        }
        var (changes, broken, unsure): ([[Int]], [[Int]], [[Int]]) = ([], [], [])
        for (key, found) in next.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if found.count > 1 {
                unsure.append(key)
            } else if let memory = found.first, memory != key[0] {
                if memory < 0 { broken.append(key) } else { changes.append(key + [memory]) }
            }
        }
        // An event that was not tried in a state can have any effect on the memory.
        let known = Set(next.keys.map { $0[0] })
        for (pair, steps) in pairs where !isOffered(pair, steps) {
            unsure += known.sorted().map { [$0] + pair }
        }
        let begins = memories.filter { $0.value.count == 1 }.flatMap { [[$0.key, $0.value.first ?? 0]] }
            .sorted { $0[0] < $1[0] }
        guard let (moved, starts) = texts(changes, begins), let (broken, unsure) = texts(broken, unsure) else {
            return nil
        }
        return .init(memory: .init(starts: starts, moves: moved, broken: broken, unsure: unsure))
    }

    /// The steps of each class and event, in this order; none for an event that no state of the
    /// class offers.
    private var pairs: [(pair: [Int], steps: [Int])] {
        let known = Dictionary(grouping: machine.steps.indices) {
            [classes[machine.steps[$0].source], machine.steps[$0].event]
        }
        return members.indices.flatMap { number -> [(pair: [Int], steps: [Int])] in
            // The page knows of no event in a state that was cut.
            if machine.states[members[number][0]].isCut { return [] }
            return machine.events.indices.map { ([number, $0], known[[number, $0]] ?? []) }
        }
    }

    /// Whether each state of a class offers an event.
    private func isOffered(_ pair: [Int], _ steps: [Int]) -> Bool { steps.count == members[pair[0]].count }

    /// Returns the classes all of whose states are in a set, and those with only some of them.
    private func split(_ states: Set<Int>) -> (all: [Int], some: [Int]) {
        var (all, some): ([Int], [Int]) = ([], [])
        for (number, members) in members.enumerated() {
            let count = members.count { states.contains($0) }
            if count == members.count { all.append(number) } else if count > 0 { some.append(number) }
        }
        return (all, some)
    }

    private func texts(_ one: [[Int]], _ other: [[Int]]) -> (String, String)? {
        let (first, second) = (Array(one.joined()), Array(other.joined()))
        return first.count + second.count > Self.numberLimit ? nil : (text(first), text(second))
    }

    private func text(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " ") }
}
