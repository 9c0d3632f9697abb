import StateMachines

/// Looks for short cycles that meet all assumptions of fairness, inside components where there are some.
struct CycleSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// For each state the number of its component; -1 outside of all of them.
    private var components: [Int32]

    /// How many edges are looked at, at most, in all searches and all components together.
    ///
    /// With many states or many assumptions there are more pairs of a state and what has been met there than can be looked at.
    private let lookLimit: Int

    /// How many edges have been looked at, and one for each state besides.
    private(set) var lookCount = 0

    /// Whether no more can be looked for.
    var isExhausted: Bool { lookCount >= lookLimit }

    /// What a run has met so far.
    private struct Met: Hashable {
        /// Actions that were taken, and weakly fair ones that were impossible somewhere.
        var settled = BitSet()

        /// Strongly fair actions that were possible somewhere.
        var possible = BitSet()

        /// Whether the run was where it has to pass.
        var hasPassed = false
    }

    private struct Vertex: Hashable {
        let id: Int
        let met: Met
    }

    init(_ graph: StateGraph<Definition>, _ assumptions: Assumptions, in components: [[Int]], lookLimit: Int) {
        self.lookLimit = lookLimit
        self.graph = graph
        self.assumptions = assumptions
        self.components = Array(repeating: -1, count: graph.states.count)
        for (number, component) in components.enumerated() {
            for id in component { self.components[id] = Int32(number) }
        }
    }

    /// The edges of a shortest fair cycle through a state: breadth first through pairs of a state and what was met.
    ///
    /// - Parameters:
    ///   - start: Where it begins and ends.
    ///   - goals: States of which it has to pass one; `nil` if it may go anywhere.
    ///   - limit: How long it may be.
    mutating func shortest(through start: Int, passing goals: Set<Int>? = nil, atMost limit: Int) -> [Int]? {
        let met = visiting(start, Met(hasPassed: goals?.contains(start) ?? true))
        var search = BreadthFirstSearch<Vertex, Int>()
        search.find(Vertex(id: start, met: met))
        var (next, depth, endOfLevel) = (0, 0, 1)
        while next < search.vertices.count, depth < limit {
            if isExhausted { return nil }
            let id = search.vertices[next].id
            lookCount += 1 + graph.edgeIndices(of: id).count
            for (move, target) in edges(from: id) {
                var met = search.vertices[next].met
                if !assumptions.isEmpty {
                    met.settled.formUnion(assumptions.actions(of: move))
                    met = visiting(target, met)
                }
                if goals?.contains(target) == true { met.hasPassed = true }
                if target == start, isFair(met) { return search.path(to: next, then: move).events }
                search.find(Vertex(id: target, met: met), from: (next, move))
            }
            next += 1
            if next == endOfLevel { (depth, endOfLevel) = (depth + 1, search.vertices.count) }
        }
        return nil
    }

    private typealias Edge = (move: Int, target: Int)

    /// The edges that stay in the component.
    private func edges(from id: Int) -> [Edge] {
        let component = components[id]
        return graph.edgeIndices(of: id).compactMap { move in
            guard graph.isHandled(move) else { return nil }
            let target = graph.target(of: move, from: id)
            return components[target] == component ? (move, target) : nil
        }
    }

    private func visiting(_ id: Int, _ met: Met) -> Met {
        guard !assumptions.isEmpty else { return met }
        var met = met
        let possible = assumptions.possible(in: id)
        met.settled.formUnion(assumptions.weak.subtracting(possible))
        met.possible.formUnion(assumptions.strong.intersection(possible))
        return met
    }

    private func isFair(_ met: Met) -> Bool {
        assumptions.weak.isSubset(of: met.settled) && met.possible.isSubset(of: met.settled) && met.hasPassed
    }

    /// A fair cycle, not always a shortest one: to the nearest edge that meets something new, until all is met, and back.
    func around(_ start: Int) -> [Int]? {
        var (id, met, moves) = (start, visiting(start, Met(hasPassed: true)), [Int]())
        while true {
            let isDone = isFair(met)
            if isDone, id == start, !moves.isEmpty { return moves }
            let path = path(from: id) { edge in
                if isDone { return edge.target == start }
                return !assumptions.actions(of: edge.move).isSubset(of: met.settled)
                    || !assumptions.weak.isSubset(ofUnionOf: assumptions.possible(in: edge.target), met.settled)
            }
            guard let path else { return nil }
            for edge in path {
                met.settled.formUnion(assumptions.actions(of: edge.move))
                met = visiting(edge.target, met)
                id = edge.target
                moves.append(edge.move)
            }
        }
    }

    /// A shortest path inside the component that ends with an edge of a certain kind.
    private func path(from start: Int, to isLast: (Edge) -> Bool) -> [Edge]? {
        var search = BreadthFirstSearch<Int, Edge>()
        search.find(start)
        var next = 0
        while next < search.vertices.count {
            for edge in edges(from: search.vertices[next]) {
                if isLast(edge) { return search.path(to: next, then: edge).events }
                search.find(edge.target, from: (next, edge))
            }
            next += 1
        }
        return nil
    }
}
