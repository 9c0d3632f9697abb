import StateMachines

/// A search for a fair run that violates a liveness property.
///
/// Such a run ends in a state that handles no event, or it repeats a cycle forever. The search
/// looks for fair cycles in strongly connected components, as model checkers do (Emerson and Lei,
/// "Modalities for model checking", 1987): `Assumptions.fairComponents` finds the components, and
/// `CycleSearch` finds a short cycle in one of them.
struct LassoSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// Whether each state leaves the property open, because it is not a goal.
    private let isOpen: [Bool]

    /// Whether the property begins in each state.
    private let begins: [Bool]

    /// Whether each state is required, or `nil` if every end and every cycle is a violation.
    ///
    /// A run violates the property only if it ends in a required state or its cycle visits one.
    private let required: [Bool]?

    /// Each state's depth.
    private let depths: [Int]

    /// Each state's distance along the shortest open path, or `UInt32.max` if there is none.
    ///
    /// On an open path, the property begins and no goal follows.
    private var distances: [UInt32]

    /// Each state's predecessor on the shortest open path to it.
    ///
    /// A state in which the property begins is its own parent.
    private var parents: [UInt32]

    /// Creates a search for a run that visits a beginning state and never reaches a goal.
    init(
        _ graph: StateGraph<Definition>,
        from beginning: MachineProperty<Definition>.Predicate?,
        to goal: MachineProperty<Definition>.Predicate,
        assuming fairness: [Fairness<Definition>]
    ) throws(Nondeterminism<Definition>) {
        var isOpen = Array(repeating: false, count: graph.states.count)
        var begins = isOpen
        for id in graph.states.indices {
            let state = graph.states[id]
            if goal(state) { continue }
            isOpen[id] = true
            begins[id] = beginning?(state) ?? (id < graph.initialCount)
        }
        try self.init(graph, isOpen, begins: begins, required: nil, fairness)
    }

    /// Creates a search for a run that leaves certain states again and again, or ends outside them.
    init(
        _ graph: StateGraph<Definition>,
        leaving states: MachineProperty<Definition>.Predicate,
        assuming fairness: [Fairness<Definition>]
    ) throws(Nondeterminism<Definition>) {
        let isOpen = Array(repeating: true, count: graph.states.count)
        let required = graph.states.indices.map { !states(graph.states[$0]) }
        let begins = graph.states.indices.map { $0 < graph.initialCount }
        try self.init(graph, isOpen, begins: begins, required: required, fairness)
    }

    private init(
        _ graph: StateGraph<Definition>,
        _ isOpen: [Bool],
        begins: [Bool],
        required: [Bool]?,
        _ fairness: [Fairness<Definition>]
    ) throws(Nondeterminism<Definition>) {
        self.graph = graph
        self.isOpen = isOpen
        self.begins = begins
        self.required = required
        assumptions = try Assumptions(fairness, in: graph)
        distances = Array(repeating: .max, count: graph.states.count)
        parents = graph.states.indices.map { UInt32($0) }
        depths = graph.depths()
        measure()
    }

    /// Returns the reason why a cycle violates the property.
    ///
    /// - Parameter state: The state where the cycle begins.
    func reason(_ state: ValueName) -> String {
        required == nil
            ? "from \(state), the machine can repeat the loop forever"
            : "from \(state), the machine can return to other states again and again"
    }

    /// A run that violates the property.
    struct Result {
        /// A path to the state where the run ends or the cycle begins.
        let path: EdgePath

        /// A cycle that repeats forever, or `nil` if the run ends.
        let loop: EdgePath?

        /// How many edges were visited to find a short cycle.
        ///
        /// Edges of the last state may exceed the limit.
        let lookCount: Int
    }

    /// Returns the shortest run that violates the property.
    ///
    /// If such a run exists, the search always finds one. If the search reaches its limit, the run
    /// may not be the shortest.
    ///
    /// - Parameter lookLimit: The maximum number of edges to visit to find a shorter cycle.
    func shortest(lookLimit: Int = 1_000_000) -> Result? {
        let region = distances.indices.filter { distances[$0] != .max }
        var best: Lasso?
        if let end = region.filter({ isEnd($0) && isRequired($0) }).min(by: { (distance($0), $0) < (distance($1), $1) })
        {
            best = Lasso(length: distance(end), id: end)
        }
        let components = assumptions.fairComponents(of: region, in: graph).filter { $0.contains(where: isRequired) }
        var cycles = CycleSearch(graph, assumptions, in: components, lookLimit: lookLimit)
        // A first cycle in each component ensures a result if the search reaches its limit.
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

    /// Returns the nearest required state of a component.
    private func nearest(in component: [Int]) -> Int? {
        component.filter(isRequired).min { (distance($0), $0) < (distance($1), $1) }
    }

    private func isRequired(_ id: Int) -> Bool { required?[id] ?? true }

    /// A state in which a cycle may begin.
    ///
    /// If the component contains a beginning state, the property can begin inside the cycle.
    private struct Candidate {
        let id: Int
        let hasBeginning: Bool
    }

    /// Returns the states of all components, nearest first.
    private func candidates(in components: [[Int]]) -> [Candidate] {
        components.flatMap { component in
            let hasBeginning = component.contains { begins[$0] }
            return component.map { Candidate(id: $0, hasBeginning: hasBeginning) }
        }
        .sorted { (depths[$0.id], $0.id) < (depths[$1.id], $1.id) }
    }

    /// Replaces a lasso by shorter ones, as far as the limit allows.
    ///
    /// Short cycles in all components come before longer ones, so no single component uses up the
    /// limit.
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
                // The property begins inside the cycle in the first case, and on the path in the
                // second.
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
                if rest > 0, let loop = cycles.shortest(through: id, passing: required, atMost: min(longest, rest)) {
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

    private func distance(_ id: Int) -> Int { distances[id] == .max ? .max : Int(distances[id]) }

    /// Returns whether a run ends in a state because the state handles no event.
    ///
    /// A run does not end in a state outside the constraint, because the events there were not
    /// tried.
    private func isEnd(_ id: Int) -> Bool {
        !graph.isCut(id) && graph.successors(of: id).allSatisfy { $0 == .rejected }
    }

    /// Sets the distances, breadth first through the states that are not goals.
    ///
    /// This method does not use `BreadthFirstSearch`, because it adds each beginning at its own
    /// depth. A graph's states are sorted by their depth, and so are the beginnings.
    private mutating func measure() {
        let (offsets, successors) = (graph.offsets, graph.successors)
        let begins = begins.indices.filter { self.begins[$0] }
        var nextBegin = 0
        var level: [Int] = []
        var depth = 0
        while nextBegin < begins.count || !level.isEmpty {
            while nextBegin < begins.count, depths[begins[nextBegin]] == depth {
                let id = begins[nextBegin]
                nextBegin += 1
                // If the search has already found this state, its distance equals this depth.
                distances[id] = UInt32(depth)
                level.append(id)
            }
            depth += 1
            var next: [Int] = []
            for id in level {
                for edge in Int(offsets[id])..<Int(offsets[id + 1]) where successors[edge] != .rejected {
                    let target = Int(successors[edge])
                    guard isOpen[target], distances[target] == .max else { continue }
                    distances[target] = UInt32(depth)
                    parents[target] = UInt32(id)
                    next.append(target)
                }
            }
            level = next
        }
    }

    /// Returns the shortest open path to a state.
    ///
    /// This path leads to a beginning state, and from there to the state without a goal in between.
    private func edgePath(to id: Int) -> EdgePath {
        var edges: [Int] = []
        var id = id
        while parents[id] != UInt32(id), let edge = graph.edgeIndex(from: Int(parents[id]), to: id) {
            edges.append(edge)
            id = Int(parents[id])
        }
        var path = graph.edgePath(to: id)
        path.edges += edges.reversed()
        return path
    }
}
