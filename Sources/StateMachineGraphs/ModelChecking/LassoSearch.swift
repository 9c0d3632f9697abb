import StateMachines

/// Looks for a fair run that begins in some state and never reaches a goal: it ends where nothing
/// is handled, or repeats a cycle for ever.
///
/// Fair cycles are looked for in strongly connected components, as model checkers do: Emerson and
/// Lei, "Modalities for model checking", 1987.
struct LassoSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// Whether a state is not one of the goal.
    private let isOpen: [Bool]

    /// The states in which the promise begins.
    private let begins: Set<Int>

    /// The depth of each state.
    private let depths: [Int]

    /// The length of a shortest path to each state that does not visit the goal after the promise
    /// has begun; `nil` without such a path.
    private var distances: [Int?]

    /// The state before each state on such a path; itself where the promise begins.
    private var parents: [Int]

    init(
        _ graph: StateGraph<Definition>,
        from beginning: MachineProperty<Definition>.Predicate?,
        to goal: MachineProperty<Definition>.Predicate,
        assuming fairness: [Fairness<Definition>]
    ) throws(Nondeterminism<Definition>) {
        self.graph = graph
        let isOpen = graph.states.indices.map { !goal(graph.states[$0]) }
        self.isOpen = isOpen
        assumptions = try Assumptions(fairness, in: graph)
        distances = Array(repeating: nil, count: graph.states.count)
        parents = Array(0..<graph.states.count)
        depths = graph.depths()
        begins = Set(
            graph.states.indices.filter { id in
                isOpen[id] && (beginning.map { $0(graph.states[id]) } ?? (id < graph.initialCount))
            }
        )
        measure()
    }

    /// A run that breaks the promise.
    struct Result {
        /// The path to the state where the run ends or the loop begins.
        let path: EdgePath

        /// The cycle that repeats for ever; `nil` where nothing is handled.
        let loop: EdgePath?

        /// How many edges were looked at to find a short loop; the last state may exceed the limit.
        let lookCount: Int
    }

    /// A shortest run that breaks the promise.
    ///
    /// Some loop is always found.
    ///
    /// - Parameter lookLimit: How many edges may be looked at to find a shorter loop.
    func shortest(lookLimit: Int = 1_000_000) -> Result? {
        let region = distances.indices.filter { distances[$0] != nil }
        var best: Lasso?
        if let end = region.filter({ isEnd($0) }).min(by: { (distance($0), $0) < (distance($1), $1) }) {
            best = Lasso(length: distance(end), id: end)
        }
        let components = assumptions.fairComponents(of: region, in: graph)
        var cycles = CycleSearch(graph, assumptions, in: components, lookLimit: lookLimit)
        // First some loop of each component, so that there is one when the limit is reached.
        for id in components.compactMap(nearest).sorted(by: { (distance($0), $0) < (distance($1), $1) }) {
            guard distance(id) < best?.length ?? .max, let loop = cycles.around(id) else { continue }
            best = shorter(best, Lasso(length: distance(id) + loop.count, id: id, loop: loop))
        }
        guard var best else { return nil }
        improve(&best, through: candidates(in: components), &cycles)
        let path = best.beginsOnPath ? edgePath(to: best.id) : graph.edgePath(to: best.id)
        let loop = best.loop.map { EdgePath(start: best.id, edges: $0) }
        return Result(path: path, loop: loop, lookCount: cycles.lookCount)
    }

    /// The nearest state of a component.
    private func nearest(in component: [Int]) -> Int? {
        component.min { (distance($0), $0) < (distance($1), $1) }
    }

    /// A state in which a loop may begin, and whether the promise can begin inside the loop.
    private struct Candidate {
        let id: Int
        let hasBeginning: Bool
    }

    /// The states of all components, nearest first.
    private func candidates(in components: [[Int]]) -> [Candidate] {
        components.flatMap { component in
            let hasBeginning = component.contains(where: begins.contains)
            return component.map { Candidate(id: $0, hasBeginning: hasBeginning) }
        }
        .sorted { (depths[$0.id], $0.id) < (depths[$1.id], $1.id) }
    }

    /// Looks for a shorter lasso, by loops of growing length in all components, so that one
    /// component does not use up the limit.
    private func improve(
        _ best: inout Lasso,
        through candidates: [Candidate],
        _ cycles: inout CycleSearch<Definition>
    ) {
        var longest = 1
        while longest / 2 < best.length, !cycles.isExhausted {
            for candidate in candidates {
                let (id, limit) = (candidate.id, best.length)
                if depths[id] + 1 >= limit { break }
                // The promise begins on the path, or inside the loop.
                if candidate.hasBeginning, depths[id] < distance(id),
                    let loop = cycles.shortest(
                        through: id,
                        passing: begins,
                        atMost: min(longest, limit - depths[id] - 1)
                    )
                {
                    best = Lasso(length: depths[id] + loop.count, id: id, loop: loop, beginsOnPath: false)
                }
                let rest = best.length - distance(id) - 1
                if rest > 0, let loop = cycles.shortest(through: id, atMost: min(longest, rest)) {
                    best = Lasso(length: distance(id) + loop.count, id: id, loop: loop)
                }
            }
            longest *= 2
        }
    }

    private func shorter(_ one: Lasso?, _ other: Lasso) -> Lasso {
        guard let one, one.length <= other.length else { return other }
        return one
    }

    private struct Lasso {
        let length: Int
        let id: Int
        var loop: [Int]?
        var beginsOnPath = true
    }

    private func distance(_ id: Int) -> Int { distances[id] ?? .max }

    /// Whether nothing is handled in a state; what happens outside of the constraint is unknown.
    private func isEnd(_ id: Int) -> Bool {
        !graph.isCut(id) && graph.successors(of: id).allSatisfy { $0 == .rejected }
    }

    /// Sets the distances, breadth first through the states that are not goals.
    ///
    /// A search of its own beside `BreadthFirstSearch`: each beginning is added at the level of its
    /// own depth.
    private mutating func measure() {
        let begins = begins.sorted { (depths[$0], $0) < (depths[$1], $1) }
        var nextBegin = 0
        var level: [Int] = []
        var depth = 0
        while nextBegin < begins.count || !level.isEmpty {
            while nextBegin < begins.count, depths[begins[nextBegin]] == depth {
                let id = begins[nextBegin]
                nextBegin += 1
                // One that a nearer beginning leads to is at this depth, too.
                distances[id] = depth
                level.append(id)
            }
            depth += 1
            var next: [Int] = []
            for id in level {
                for successor in graph.successors(of: id) where successor != .rejected {
                    let target = Int(successor)
                    guard isOpen[target], distances[target] == nil else { continue }
                    distances[target] = depth
                    parents[target] = id
                    next.append(target)
                }
            }
            level = next
        }
    }

    /// The path to a state: to where the promise begins, and from there without meeting the goal.
    private func edgePath(to id: Int) -> EdgePath {
        var edges: [Int] = []
        var id = id
        while parents[id] != id, let edge = graph.edgeIndex(from: parents[id], to: id) {
            edges.append(edge)
            id = parents[id]
        }
        var path = graph.edgePath(to: id)
        path.edges += edges.reversed()
        return path
    }
}
