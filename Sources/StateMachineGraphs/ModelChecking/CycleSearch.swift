import StateMachines

/// A search for short cycles that meet all fairness assumptions.
///
/// It searches the components that are known to contain such a cycle.
struct CycleSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// Which component contains each state, or -1 if none does.
    private var components: [Int32]

    /// How many edges to visit at most, in all searches and all components together.
    ///
    /// With many states or many assumptions, there can be too many pairs of a state and a history
    /// to visit all of them.
    private let lookLimit: Int

    /// How many edges and states were visited.
    private(set) var lookCount = 0

    /// Whether the search has reached the limit.
    var isExhausted: Bool { lookCount >= lookLimit }

    /// The part of a run's history that determines whether the run is fair and passes a goal.
    private struct Met: Hashable {
        /// Actions that happened, and weakly fair actions that were impossible in some state.
        var settled = BitSet()

        /// Strongly fair actions that were possible in some state.
        var possible = BitSet()

        /// Whether the run has visited a goal.
        var hasPassed: Bool
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

    /// Returns the edges of the shortest fair cycle through a state.
    ///
    /// This is a breadth-first search through pairs of a state and a history.
    ///
    /// - Parameters:
    ///   - start: The state where the cycle begins and ends.
    ///   - goals: Whether each state is a goal, so that the cycle must visit at least one of the
    ///     goals; `nil` for any cycle.
    ///   - limit: The maximum length of the cycle.
    /// - Returns: `nil` if there is no such cycle, or if the search has reached its limit.
    mutating func shortest(through start: Int, passing goals: [Bool]? = nil, atMost limit: Int) -> [Int]? {
        let met = visiting(start, Met(hasPassed: goals?[start] ?? true))
        var search = BreadthFirstSearch<Vertex, Int>()
        search.find(Vertex(id: start, met: met))
        while let index = search.takeNext(), search.depth < limit {
            if isExhausted { return nil }
            let id = search.vertices[index].id
            lookCount += (1 + graph.edgeIndices(of: id).count) * assumptions.weight
            for (edge, target) in edges(from: id) {
                var met = search.vertices[index].met
                if !assumptions.isEmpty {
                    met.settled.formUnion(assumptions.actions(of: edge))
                    met = visiting(target, met)
                }
                if goals?[target] == true { met.hasPassed = true }
                if target == start, isFair(met) { return search.path(to: index, then: edge).edges }
                search.find(Vertex(id: target, met: met), from: (index, edge))
            }
        }
        return nil
    }

    private typealias Edge = (index: Int, target: Int)

    /// Returns the edges from a state that stay in its component.
    private func edges(from id: Int) -> [Edge] {
        let component = components[id]
        return graph.edgeIndices(of: id).compactMap { edge in
            guard graph.isHandled(edge) else { return nil }
            let target = graph.target(of: edge, from: id)
            return components[target] == component ? (edge, target) : nil
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

    /// Returns a fair cycle through a state, which may not be the shortest one.
    ///
    /// From each state, the cycle continues to the nearest edge that settles another assumption.
    /// When all assumptions are settled, the cycle returns to the start.
    ///
    /// An edge that settles no other assumption now cannot settle one later, so the search never
    /// tries it again.
    func around(_ start: Int) -> [Int]? {
        var (id, met, cycle) = (start, visiting(start, Met(hasPassed: true)), [Int]())
        var unsettled: [Int: ArraySlice<Edge>] = [:]
        while true {
            let isDone = isFair(met)
            if isDone, id == start, !cycle.isEmpty { return cycle }
            let path = path(from: id) { id in
                if isDone { return edges(from: id).first { $0.target == start } }
                let rest = unsettled[id, default: edges(from: id)[...]].drop { edge in
                    assumptions.actions(of: edge.index).isSubset(of: met.settled)
                        && assumptions.weak.isSubset(ofUnionOf: assumptions.possible(in: edge.target), met.settled)
                }
                unsettled[id] = rest
                return rest.first
            }
            guard let path else { return nil }
            for edge in path {
                met.settled.formUnion(assumptions.actions(of: edge.index))
                met = visiting(edge.target, met)
                id = edge.target
                cycle.append(edge.index)
            }
        }
    }

    /// Returns the shortest path inside the component that ends with an edge of a certain kind.
    ///
    /// - Parameters:
    ///   - start: The state where the path begins.
    ///   - last: A closure that returns the first edge of that kind from a state.
    private func path(from start: Int, to last: (Int) -> Edge?) -> [Edge]? {
        var search = BreadthFirstSearch<Int, Edge>()
        search.find(start)
        while let index = search.takeNext() {
            let id = search.vertices[index]
            if let edge = last(id) { return search.path(to: index, then: edge).edges }
            for edge in edges(from: id) { search.find(edge.target, from: (index, edge)) }
        }
        return nil
    }
}
