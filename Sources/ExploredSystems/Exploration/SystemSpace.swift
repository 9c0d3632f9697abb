/// What an exploration has found: the states, and what each move leads to.
final class SystemSpace<System: ExploredSystem>: Sendable {
    /// Never changed, and used by the code that asks alone: the states of code under test are not
    /// `Sendable`.
    nonisolated(unsafe) let systems: [System]
    let parents: [Int]
    let edges: [[SystemEdge]]
    let faults: [Fault]
    private let expandedCount: Int
    /// For each initial state where it is in the system's list.
    let initialIndices: [Int]

    init(_ work: ExplorationWork<System>) {
        (systems, parents) = (work.systems, work.parents)
        (expandedCount, initialIndices) = (work.expandedCount, work.initialIndices)
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

    /// Whether all moves of a state were made.
    func isExpanded(_ state: Int) -> Bool { state < expandedCount }

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
        // Sets of assumptions, smaller ones first.
        for size in 0...assumptions.count {
            let open = runs.indices.filter { runs[$0] == nil }
            if open.isEmpty { break }
            // There are very many sets of three and more of many.
            if assumptions.count > 10, size > 2, size < assumptions.count { continue }
            for assumed in Self.subsets(of: assumptions[...], size: size) {
                search(assuming: Set(assumed), for: open, &runs)
            }
        }
        return runs.compactMap { $0 }
    }

    private static func subsets(of all: ArraySlice<Assumption>, size: Int) -> [[Assumption]] {
        guard size > 0 else { return [[]] }
        guard let first = all.first, all.count >= size else { return [] }
        return subsets(of: all.dropFirst(), size: size - 1).map { [first] + $0 }
            + subsets(of: all.dropFirst(), size: size)
    }

    /// A breadth-first search along the moves that need no other assumption.
    private func search(assuming assumed: Set<Assumption>, for faults: [Int], _ runs: inout [SystemRun<System>?]) {
        var rest = Set(faults)
        var origins: [(parent: Int, edge: Int)?] = Array(repeating: nil, count: systems.count)
        var isFound = Array(repeating: false, count: systems.count)
        var queue = Array(initialIndices.indices)
        for state in queue { isFound[state] = true }
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            guard state < edges.count else { continue }
            for (number, edge) in edges[state].enumerated() {
                if let assumption = edge.assumption, !assumed.contains(assumption) { continue }
                switch edge.end {
                case .state(let target):
                    guard !isFound[target] else { continue }
                    isFound[target] = true
                    origins[target] = (state, number)
                    queue.append(target)
                case .fault(let fault):
                    guard rest.remove(fault) != nil else { continue }
                    let run = run(to: fault, by: edge, from: state, origins)
                    if runs[fault].map({ run.steps.count < $0.steps.count }) ?? true { runs[fault] = run }
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
