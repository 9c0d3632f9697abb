/// What an exploration has found: the states, and what each move leads to.
final class SystemSpace<System: ExploredSystem>: Sendable {
    /// Never changed, and used by the code that asks alone: the states of code under test are not
    /// `Sendable`.
    nonisolated(unsafe) let systems: [System]
    let initialCount: Int
    let parents: [Int]
    let edges: [[SystemEdge]]
    let faults: [Fault]

    init(_ work: ExplorationWork<System>) {
        (systems, initialCount, parents) = (work.systems, work.initialCount, work.parents)
        let resolved = FoundFault.resolved(work.faults)
        // Several calls may lead to the same place.
        var numbers: [String: Int] = [:]
        var faults: [Fault] = []
        let numbersOfFound = resolved.map { fault in
            if let number = numbers[fault.identity] { return number }
            numbers[fault.identity] = faults.count
            faults.append(fault)
            return faults.count - 1
        }
        self.faults = faults
        edges = work.edges.map { $0.map { $0.numberingFaults { numbersOfFound[$0] } } }
    }

    /// Whether the moves of a state were made.
    func isExpanded(_ state: Int) -> Bool { state < edges.count }

    /// The names of the moves on a shortest path to a state.
    func path(to state: Int) -> [String] {
        var (names, state): ([String], Int) = ([], state)
        while parents[state] != state {
            let parent = parents[state]
            let edge = edges[parent].first { if case .state(state) = $0.end { true } else { false } }
            names.append(edge?.name ?? "")
            state = parent
        }
        return names.reversed()
    }

    /// The stored value that changes most often on the way to the state that was found last: what
    /// grows, if there is no end to the states.
    func mostChanging() -> String? {
        var (state, counts): (Int, [String: Int]) = (systems.count - 1, [:])
        while parents[state] != state {
            let changes = StructureDifference(from: systems[parents[state]], to: systems[state]).changes
            for change in changes { counts[change.path, default: 0] += 1 }
            state = parents[state]
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// A run to each fault: of those with the fewest assumptions a shortest one.
    func runsToFaults() -> [SystemRun<System>] {
        let assumptions = Set(edges.joined().compactMap(\.assumption)).sorted { $0.description < $1.description }
        var runs: [SystemRun<System>?] = Array(repeating: nil, count: faults.count)
        // All sets of assumptions, smaller ones first; of very many, none and all.
        let all = (1 << min(assumptions.count, 10)) - 1
        let sets =
            assumptions.count > 10
            ? [0, all] : (0...all).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
        for set in sets where runs.contains(where: { $0 == nil }) {
            let assumed =
                assumptions.count > 10 && set == all
                ? Set(assumptions) : Set(assumptions.indices.filter { set & 1 << $0 != 0 }.map { assumptions[$0] })
            search(assuming: assumed, &runs)
        }
        return runs.compactMap { $0 }
    }

    /// A breadth-first search along the moves that need no other assumption.
    private func search(assuming assumed: Set<Assumption>, _ runs: inout [SystemRun<System>?]) {
        var origins: [(parent: Int, edge: Int)?] = Array(repeating: nil, count: systems.count)
        var isFound = Array(repeating: false, count: systems.count)
        var queue = Array(0..<initialCount)
        for state in queue { isFound[state] = true }
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            guard isExpanded(state) else { continue }
            for (number, edge) in edges[state].enumerated() {
                if let assumption = edge.assumption, !assumed.contains(assumption) { continue }
                switch edge.end {
                case .state(let target):
                    guard !isFound[target] else { continue }
                    isFound[target] = true
                    origins[target] = (state, number)
                    queue.append(target)
                case .fault(let fault):
                    if runs[fault] == nil {
                        runs[fault] = run(to: fault, by: edge, from: state, origins)
                    }
                }
            }
        }
    }

    private func run(to fault: Int, by last: SystemEdge, from state: Int, _ origins: [(parent: Int, edge: Int)?])
        -> SystemRun<System>
    {
        var (steps, present) = (
            [SystemRun<System>.Step(name: last.name, assumption: last.assumption, before: state, after: nil)], state
        )
        while let (parent, number) = origins[present] {
            let edge = edges[parent][number]
            steps.append(SystemRun.Step(name: edge.name, assumption: edge.assumption, before: parent, after: present))
            present = parent
        }
        return SystemRun(self, to: faults[fault], steps: steps.reversed())
    }
}
