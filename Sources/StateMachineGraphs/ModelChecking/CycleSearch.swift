import StateMachines

/// Looks for short cycles that meet all assumptions of fairness, inside components where there are
/// some.
struct CycleSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions

    /// For each state the number of its component; -1 outside of all of them.
    private var components: [Int32]

    /// How many edges are looked at, at most, in all searches and all components together.
    ///
    /// With many states or many assumptions there are more pairs of a state and what has been met
    /// there than can be looked at.
    private let lookLimit: Int

    /// How many edges and states have been looked at.
    private(set) var lookCount = 0

    /// Whether the limit is reached.
    var isExhausted: Bool { lookCount >= lookLimit }

    /// What a run has visited so far.
    private struct Met: Hashable {
        /// Actions that were taken, and weakly fair ones that were impossible somewhere.
        var settled = BitSet()

        /// Strongly fair actions that were possible somewhere.
        var possible = BitSet()

        /// Whether the run has passed a goal.
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

    /// The edges of a shortest fair cycle through a state: breadth first through pairs of a state
    /// and what was met.
    ///
    /// - Parameters:
    ///   - start: Where it begins and ends.
    ///   - goals: States of which it has to pass one; `nil` if it may go anywhere.
    ///   - limit: How long it may be.
    mutating func shortest(through start: Int, passing goals: Set<Int>? = nil, atMost limit: Int) -> [Int]? {
        let met = visiting(start, Met(hasPassed: goals?.contains(start) ?? true))
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
                if goals?.contains(target) == true { met.hasPassed = true }
                if target == start, isFair(met) { return search.path(to: index, then: edge).edges }
                search.find(Vertex(id: target, met: met), from: (index, edge))
            }
        }
        return nil
    }

    private typealias Edge = (index: Int, target: Int)

    /// The edges that stay in the component.
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

    /// A fair cycle, not always a shortest one: repeatedly to the nearest edge that settles another
    /// assumption, and then back.
    ///
    /// An edge that settles nothing more never will, so each edge is left behind once.
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

    /// A shortest path inside the component that ends with an edge of a certain kind.
    ///
    /// - Parameter last: The first edge of that kind that leaves a state.
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
