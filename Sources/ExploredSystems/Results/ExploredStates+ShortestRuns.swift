import StateMachineGraphs

extension ExploredStates {
    /// Returns a run to each fault: one of the shortest among those with the fewest assumptions.
    func runsToFaults() -> [SystemRun<System>] {
        var runs: [SystemRun<System>?] = Array(repeating: nil, count: faultGroups.count)
        var (open, size) = (Array(runs.indices), 0)
        for assumed in assumptionSets() {
            // A larger set of assumptions is of interest only for the other faults.
            if assumed.count > size { (open, size) = (runs.indices.filter { runs[$0] == nil }, assumed.count) }
            if open.isEmpty { break }
            findRuns(to: open, assuming: Set(assumed), &runs)
        }
        return runs.compactMap { $0 }
    }

    private func findRuns(
        to groups: [Int],
        assuming assumed: Set<SystemAssumption>,
        _ runs: inout [SystemRun<System>?]
    ) {
        var rest = Set(groups)
        _ = search(assuming: assumed) { fault, state, move, search in
            let group = faultGroups.numbers[fault]
            guard rest.remove(group) != nil else { return }
            let run = run(to: fault, along: search.path(to: state, then: move), search.vertices)
            if runs[group].map({ run.steps.count < $0.steps.count }) ?? true { runs[group] = run }
        }
    }

    private func run(to fault: Int, along path: (start: Int, edges: [Int]), _ vertices: [Int]) -> SystemRun<System> {
        var (steps, state): ([SystemRun<System>.Step], Int) = ([], vertices[path.start])
        for number in path.edges {
            let edge = edges[state][number]
            let after: Int? = if case .state(let target) = edge.end { target } else { nil }
            let (name, assumptions) = (edge.name, edge.assumptions)
            steps.append(SystemRun<System>.Step(name: name, assumptions: assumptions, before: state, after: after))
            state = after ?? state
        }
        let others = faultGroups.otherReasons(than: faults[fault], in: faultGroups.numbers[fault])
        return SystemRun(self, to: faults[fault], otherReasons: others, steps: steps)
    }
}
