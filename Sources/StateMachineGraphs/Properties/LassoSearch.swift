import StateMachines

/// Looks for a run that begins in some state, never comes to a goal, and is fair: it ends where nothing is handled, or goes round
/// and round.
///
/// Fair cycles are looked for in strongly connected components, as model checkers do: Emerson and Lei, "Modalities for model
/// checking", 1987.
struct LassoSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// Whether a state is not one of the goal.
    private let isOpen: [Bool]

    /// The states in which the promise begins.
    private let begins: Set<Int>

    /// How many steps it takes to come to each state by any way.
    private let depths: [Int]

    /// How many steps it takes to come to a state without having met the goal since the beginning; nothing where there is no way.
    private var distances: [Int?]

    /// The state before each on such a way; itself where the promise begins.
    private var parents: [Int]

    init(
        _ graph: StateGraph<Definition>,
        from beginning: Property<Definition>.Predicate?,
        to goal: Property<Definition>.Predicate,
        assuming fairness: [Fairness<Definition.Event>]
    ) {
        self.graph = graph
        let isOpen = graph.states.indices.map { !goal(graph.states[$0]) }
        self.isOpen = isOpen
        assumptions = Assumptions(fairness, in: graph)
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

    /// A shortest run that breaks the promise.
    func shortest() -> (trace: Trace<Definition>, loop: Trace<Definition>?)? {
        let region = distances.indices.filter { distances[$0] != nil }
        var best: Lasso?
        if let end = region.filter({ isEnd($0) }).min(by: { (distance($0), $0) < (distance($1), $1) }) {
            best = Lasso(length: distance(end), id: end)
        }
        for component in fairComponents(of: region) {
            improve(&best, by: component)
        }
        guard let best else { return nil }
        let (start, events) = best.isMadeOnTheWay ? way(to: best.id) : graph.way(to: best.id)
        return (graph.trace(from: start, events), best.loop.map { graph.trace(from: best.id, $0) })
    }

    /// Looks for something shorter in a component: any loop first, then by loops of growing length.
    private func improve(_ best: inout Lasso?, by component: Set<Int>) {
        var cycles = CycleSearch(graph, assumptions, in: component)
        let nearest = component.min { (distance($0), $0) < (distance($1), $1) }
        if let id = nearest, distance(id) < best?.length ?? .max, let loop = cycles.around(id) {
            best = shorter(best, Lasso(length: distance(id) + loop.count, id: id, loop: loop))
        }
        let ids = component.sorted { (depths[$0], $0) < (depths[$1], $1) }
        let hasBeginning = !begins.isDisjoint(with: component)
        var longest = 1
        while longest / 2 < best?.length ?? .max, !cycles.isExhausted {
            for id in ids {
                let limit = best?.length ?? .max
                if depths[id] + 1 >= limit { break }
                // The promise is made on the way, or on the way round.
                if hasBeginning, depths[id] < distance(id),
                    let loop = cycles.shortest(
                        through: id,
                        passing: begins,
                        atMost: min(longest, limit - depths[id] - 1)
                    )
                {
                    let lasso = Lasso(length: depths[id] + loop.count, id: id, loop: loop, isMadeOnTheWay: false)
                    best = shorter(best, lasso)
                }
                let rest = (best?.length ?? .max) - distance(id) - 1
                if rest > 0, let loop = cycles.shortest(through: id, atMost: min(longest, rest)) {
                    best = shorter(best, Lasso(length: distance(id) + loop.count, id: id, loop: loop))
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
        var loop: [Definition.Event]?
        var isMadeOnTheWay = true
    }

    private func distance(_ id: Int) -> Int { distances[id] ?? .max }

    /// Whether nothing is handled in a state; what happens outside of the constraint is unknown.
    private func isEnd(_ id: Int) -> Bool {
        !graph.isCut(id) && graph.successors(of: id).allSatisfy { $0 == .rejected }
    }

    /// Breadth first through the states that are not of the goal.
    ///
    /// Each beginning joins in when its own distance has come.
    private mutating func measure() {
        let begins = begins.sorted { (depths[$0], $0) < (depths[$1], $1) }
        var nextBegin = 0
        var level: [Int] = []
        var depth = 0
        while nextBegin < begins.count || !level.isEmpty {
            if level.isEmpty { depth = depths[begins[nextBegin]] }
            while nextBegin < begins.count, depths[begins[nextBegin]] == depth {
                let id = begins[nextBegin]
                nextBegin += 1
                if distances[id] == nil {
                    distances[id] = depth
                    level.append(id)
                }
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

    /// The way to a state: to where the promise begins, and from there without meeting the goal.
    private func way(to id: Int) -> (start: Int, events: [Definition.Event]) {
        var events: [Definition.Event] = []
        var id = id
        while parents[id] != id {
            let parent = parents[id]
            let edges = zip(graph.states[parent].sampleEvents, graph.successors(of: parent))
            if let edge = edges.first(where: { $0.1 == UInt32(id) }) { events.append(edge.0) }
            id = parent
        }
        let way = graph.way(to: id)
        return (way.start, way.events + events.reversed())
    }

    /// The largest sets of states through all of which a fair run can go round.
    private func fairComponents(of region: [Int]) -> [Set<Int>] {
        var fair: [Set<Int>] = []
        var components = Components(of: graph)
        var candidates = components.cyclic(among: region)
        while let component = candidates.popLast() {
            if assumptions.isEmpty {
                fair.append(Set(component))
                continue
            }
            var taken = ActionSet()
            var always = assumptions.weak
            for id in component {
                always.formIntersection(assumptions.possible(in: id))
                for (place, successor) in graph.successors(of: id).enumerated()
                where successor != .rejected && components.areTogether(id, Int(successor)) {
                    taken.formUnion(assumptions.actions(of: place, in: id))
                }
            }
            if !always.isSubset(of: taken) { continue }
            let missing = assumptions.strong.subtracting(taken)
            let rest = component.filter { assumptions.possible(in: $0).intersection(missing).isEmpty }
            if rest.count == component.count {
                fair.append(Set(component))
            } else {
                candidates += components.cyclic(among: rest.sorted())
            }
        }
        return fair
    }
}

extension StateGraph {
    /// How many steps it takes to come to each state.
    func depths() -> [Int] {
        var depths = Array(repeating: 0, count: states.count)
        for id in states.indices where parents[id] != UInt32(id) { depths[id] = depths[Int(parents[id])] + 1 }
        return depths
    }
}
