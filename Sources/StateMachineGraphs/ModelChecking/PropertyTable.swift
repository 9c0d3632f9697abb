import StateMachines

/// A property as numbers, which a program without the property's closures can check along a run.
///
/// A machine's page checks recordings with such a table. States and edges have the graph's numbers.
/// A run that leaves the graph cannot be checked.
package enum PropertyTable: Hashable, Sendable {
    /// States that violate the property.
    case states(broken: Set<Int>)

    /// Edges that violate the property.
    case edges(broken: Set<Int>)

    /// Memories in the initial states, and every move that a run can make.
    case memories(starts: [Start], moves: [Move])

    /// States with which an obligation begins, and the goal states that satisfy it.
    ///
    /// - `isOpenAtStart`: Whether the obligation begins with the run, wherever that is.
    case promise(isOpenAtStart: Bool, begins: Set<Int>, goals: Set<Int>)

    /// A number for the memory in an initial state.
    package struct Start: Hashable, Sendable {
        package var state: Int
        package let memory: Int
    }

    /// The memory before and after an edge; there is none after an edge that violates the property.
    package struct Move: Hashable, Sendable {
        package let memory: Int
        package let edge: Int
        package let next: Int?
    }

    /// Why there is no table.
    package enum Absence: Error, CustomStringConvertible {
        case isAbstracted, isAboutOtherRuns, isTooLarge

        /// A clause with the reason.
        package var description: String {
            switch self {
            case .isAbstracted: "each state of this page stands for several states of the machine"
            case .isAboutOtherRuns: "a single run does not show what other runs can do"
            case .isTooLarge: "its table would be too large for this page"
            }
        }
    }

    /// Renumbers the states.
    package mutating func renumber(_ numbers: [Int]) {
        switch self {
        case .states(let broken): self = .states(broken: Set(broken.map { numbers[$0] }))
        case .edges: break
        case .memories(var starts, let moves):
            for index in starts.indices { starts[index].state = numbers[starts[index].state] }
            self = .memories(starts: starts, moves: moves)
        case .promise(let isOpenAtStart, let begins, let goals):
            self = .promise(
                isOpenAtStart: isOpenAtStart,
                begins: Set(begins.map { numbers[$0] }),
                goals: Set(goals.map { numbers[$0] })
            )
        }
    }
}

extension StateGraph {
    /// Returns a property's table.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - limit: The maximum number of evaluations of the property.
    package func table(of property: MachineProperty<Definition>, limit: Int) throws(PropertyTable.Absence)
        -> PropertyTable
    {
        guard !isAbstracted else { throw .isAbstracted }
        guard max(states.count, edgeCount) <= limit else { throw .isTooLarge }
        switch property.claim {
        case .safety(let safety):
            if let memories = safety.memories { return try table(of: memories(.all), limit: limit) }
            if let isBroken = safety.isBroken { return .states(broken: numbers { isBroken($0) }) }
            var broken: Set<Int> = []
            for id in states.indices {
                for (edge, step) in steps(from: id) where safety.isBroken(by: step) { broken.insert(edge) }
            }
            return .edges(broken: broken)
        case .goal: throw .isAboutOtherRuns
        case .promise(let promise):
            let goals = numbers(promise.isKept)
            switch promise.form {
            case .alwaysPossible: throw .isAboutOtherRuns
            case .leadsTo(let beginning?):
                return .promise(isOpenAtStart: false, begins: numbers(beginning).subtracting(goals), goals: goals)
            case .leadsTo(nil): return .promise(isOpenAtStart: true, begins: [], goals: goals)
            case .eventuallyAlways:
                return .promise(isOpenAtStart: false, begins: Set(states.indices).subtracting(goals), goals: goals)
            }
        }
    }

    private func numbers(_ condition: (Definition) -> Bool) -> Set<Int> {
        Set(states.indices.filter { condition(states[$0]) })
    }

    /// Returns a step for each edge of a state.
    private func steps(from id: Int) -> [(edge: Int, step: TraceStep<Definition>)] {
        let state = states[id]
        return zip(edgeIndices(of: id), state.sampleEvents).map { ($0, TraceStep(from: state, event: $1)) }
    }

    /// Follows every edge with every memory that a run can have there.
    private func table(of memories: MemoryTable<Definition>, limit: Int) throws(PropertyTable.Absence)
        -> PropertyTable
    {
        var search = MonitorSearch<Int>()
        var starts: [PropertyTable.Start] = []
        for node in initialNodes {
            let memory = memories.start(node.state)
            starts.append(PropertyTable.Start(state: node.id, memory: memory))
            search.begin(in: node.id, remembering: memory)
        }
        var moves: [PropertyTable.Move] = []
        while let index = search.takeNext() {
            let (id, before) = search[index]
            for (edge, step) in steps(from: id) {
                let next = memories.next(before, step)
                moves.append(PropertyTable.Move(memory: before, edge: edge, next: next))
                guard moves.count <= limit else { throw .isTooLarge }
                if let next { search.follow(edge, from: index, to: target(of: edge, from: id), remembering: next) }
            }
        }
        return .memories(starts: starts, moves: moves)
    }
}
