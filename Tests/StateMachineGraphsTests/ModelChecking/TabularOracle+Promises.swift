import StateMachineGraphs

extension TabularOracle {
    /// What is assumed: sets of edges of which some happens, if it can.
    struct Assumption {
        let isStrong: Bool
        let actions: [(Edge) -> Bool]
    }

    /// Whether a run that takes these edges again and again, and in the end no others, does what is
    /// assumed.
    func isFair(_ set: some Collection<Edge>, _ assumptions: [Assumption]) -> Bool {
        assumptions.allSatisfy { assumption in
            assumption.actions.allSatisfy { action in
                if set.contains(where: action) { return true }
                let possible = set.map { visited in
                    edges.contains { $0.source == visited.source && $0.target != nil && action($0) }
                }
                return assumption.isStrong ? !possible.contains(true) : possible.contains(false)
            }
        }
    }

    /// Whether each run that begins, and each that comes to such a state, is in a goal then or
    /// later.
    ///
    /// - Parameters:
    ///   - begins: Where the promise begins; `nil` for the initial states.
    ///   - recurrentSets: Those of the machine.
    func keepsPromise(
        from begins: Set<Int>?,
        to goal: Set<Int>,
        assuming assumptions: [Assumption],
        among recurrentSets: [[Edge]]
    ) -> Bool {
        let beginnings = begins.map { $0.intersection(reached) } ?? Set(rules.initial)
        let open = Self.closure(
            of: edges.filter { !goal.contains($0.source) && !goal.contains($0.after) },
            rules.targets.count
        )
        func isPending(_ id: Int) -> Bool {
            !goal.contains(id) && beginnings.contains { !goal.contains($0) && open[$0][id] }
        }
        let isStuck = rules.targets.indices.contains { id in
            isPending(id) && !edges.contains { $0.source == id && $0.target != nil }
        }
        let isEndless = recurrentSets.contains { set in
            guard set.allSatisfy({ !goal.contains($0.source) }), isFair(set, assumptions) else { return false }
            // The run is in all of these states, so a promise that begins in one of them is made.
            return isPending(set[0].source) || begins != nil && set.contains { beginnings.contains($0.source) }
        }
        return !isStuck && !isEndless
    }

    /// The length of a shortest run that breaks such a promise, of all runs up to a length: until
    /// nothing is handled, or once round.
    func shortestRun(
        breaking begins: Set<Int>?,
        to goal: Set<Int>,
        assuming assumptions: [Assumption],
        limit: Int
    ) -> Int? {
        var best: Int?
        func extend(_ run: [Edge], from state: Int) {
            guard run.count < best ?? limit + 1 else { return }
            let states = run.map(\.source) + [state]
            let lastGoal = states.lastIndex(where: goal.contains) ?? -1
            let next = edges.filter { $0.source == state && $0.target != nil }
            let isOpen = states.indices.contains { index in
                index > lastGoal && (begins.map { $0.contains(states[index]) } ?? (index == 0))
            }
            if isOpen {
                let isBroken = run.indices.contains {
                    $0 > lastGoal && run[$0].source == state && isFair(run[$0...], assumptions)
                }
                if next.isEmpty || isBroken { best = run.count }
            }
            for edge in next where run.count < limit { extend(run + [edge], from: edge.after) }
        }
        for initial in rules.initial { extend([], from: initial) }
        return best
    }

    /// The length of a shortest run that breaks a promise without assumptions, by the distances
    /// between all states.
    func shortestRun(breaking begins: Set<Int>, to goal: Set<Int>) -> Int? {
        let all = distances { _ in true }
        let open = distances { !goal.contains($0) }
        let depths = rules.targets.indices.map { id in rules.initial.map { all[$0][id] }.min() ?? Self.far }
        let beginnings = begins.subtracting(goal)
        var lengths: [Int] = []
        for id in rules.targets.indices where !goal.contains(id) {
            // The promise begins on the path to this state, or in the loop that follows.
            let distance = beginnings.map { depths[$0] + open[$0][id] }.min() ?? Self.far
            let next = edges.filter { $0.source == id }.compactMap(\.target)
            if next.isEmpty { lengths.append(distance) }
            for target in next {
                lengths.append(distance + 1 + open[target][id])
                lengths += beginnings.map { depths[id] + 1 + open[target][$0] + open[$0][id] }
            }
        }
        return lengths.min().flatMap { $0 < Self.far ? $0 : nil }
    }

    /// Whether each run comes to a point after which it is in certain states only.
    func settles(in allowed: Set<Int>, assuming assumptions: [Assumption], among recurrentSets: [[Edge]]) -> Bool {
        let reached = reached
        let isStuck = reached.contains { id in
            !allowed.contains(id) && !edges.contains { $0.source == id && $0.target != nil }
        }
        let isEndless = recurrentSets.contains { set in
            reached.contains(set[0].source) && set.contains { !allowed.contains($0.source) }
                && isFair(set, assumptions)
        }
        return !isStuck && !isEndless
    }

    /// The length of a shortest run that does not settle, of all runs up to a length: until nothing
    /// is handled, or once round.
    func shortestRun(leaving allowed: Set<Int>, assuming assumptions: [Assumption], limit: Int) -> Int? {
        var best: Int?
        func extend(_ run: [Edge], from state: Int) {
            guard run.count < best ?? limit + 1 else { return }
            let next = edges.filter { $0.source == state && $0.target != nil }
            let isBroken = run.indices.contains { index in
                run[index].source == state && run[index...].contains { !allowed.contains($0.source) }
                    && isFair(run[index...], assumptions)
            }
            if next.isEmpty && !allowed.contains(state) || isBroken { best = run.count }
            for edge in next where run.count < limit { extend(run + [edge], from: edge.after) }
        }
        for initial in rules.initial { extend([], from: initial) }
        return best
    }

    /// A distance where there is no path.
    private static var far: Int { 1_000_000 }

    /// The distances between all states, by paths through some of them alone: Floyd and Warshall.
    private func distances(through isIncluded: (Int) -> Bool) -> [[Int]] {
        let ids = rules.targets.indices
        var distances = ids.map { row in ids.map { $0 == row && isIncluded(row) ? 0 : Self.far } }
        for edge in edges where edge.after != edge.source && isIncluded(edge.source) && isIncluded(edge.after) {
            distances[edge.source][edge.after] = 1
        }
        for middle in ids {
            for row in ids {
                for column in ids {
                    let detour = distances[row][middle] + distances[middle][column]
                    distances[row][column] = min(distances[row][column], detour)
                }
            }
        }
        return distances
    }

    /// Whether a run breaks the promise that an activity is entered once in each span, by what the
    /// documentation says of whole runs.
    func breaksSpans(_ run: [Edge], of activity: Int, from begins: Set<Int>, until ends: Set<Int>) -> Bool {
        let handled = run.filter { $0.target != nil }
        let cuts = handled.indices.filter { begins.union(ends).contains(handled[$0].event) }
        func entries(_ range: Range<Int>) -> Int { handled[range].count { entered(by: $0).contains(activity) } }
        if entries(0..<(cuts.first ?? handled.count)) > 0 { return true }
        return cuts.enumerated().contains { number, cut in
            let isLast = number + 1 == cuts.count
            let count = entries(cut..<(isLast ? handled.count : cuts[number + 1]))
            guard begins.contains(handled[cut].event) else { return count > 0 }
            return isLast ? count > 1 : count != 1
        }
    }

    /// The length of a shortest run that breaks it, of all runs up to a length.
    func shortestRun(breakingSpansOf activity: Int, from begins: Set<Int>, until ends: Set<Int>, limit: Int) -> Int? {
        var runs = rules.initial.map { (last: $0, edges: [Edge]()) }
        for length in 0...limit {
            if runs.contains(where: { breaksSpans($0.edges, of: activity, from: begins, until: ends) }) {
                return length
            }
            runs = runs.flatMap { run in
                edges.filter { $0.source == run.last && $0.target != nil }.map { ($0.after, run.edges + [$0]) }
            }
        }
        return nil
    }
}
