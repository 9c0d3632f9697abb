import StateMachines

/// Looks for short cycles that meet all assumptions of fairness, inside a component where there are some.
struct CycleSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions
    private let component: Set<Int>

    /// How many pairs of a state and what has been met there may still be looked at, for all searches together.
    ///
    /// With many states or many assumptions there are more of them than can be looked at.
    private var budget = 100_000

    /// Whether no more can be looked for.
    var isExhausted: Bool { budget < 0 }

    /// What a run has met so far.
    private struct Met: Hashable {
        /// Actions that were taken, and weakly fair ones that were impossible somewhere.
        var settled = ActionSet()

        /// Strongly fair actions that were possible somewhere.
        var possible = ActionSet()

        /// Whether the run was where it has to pass.
        var hasPassed = false
    }

    private struct Place: Hashable {
        let id: Int
        let met: Met
    }

    init(_ graph: StateGraph<Definition>, _ assumptions: Assumptions, in component: Set<Int>) {
        self.graph = graph
        self.assumptions = assumptions
        self.component = component
    }

    /// The events of a shortest fair cycle through a state: breadth first through pairs of a state and what was met.
    ///
    /// - Parameters:
    ///   - start: Where it begins and ends.
    ///   - goals: States of which it has to pass one; nothing if it may go anywhere.
    ///   - limit: How long it may be.
    mutating func shortest(
        through start: Int,
        passing goals: Set<Int>? = nil,
        atMost limit: Int
    ) -> [Definition.Event]? {
        let met = visiting(start, Met(hasPassed: goals?.contains(start) ?? true))
        var search = WaySearch<Place, Definition.Event>()
        search.find(Place(id: start, met: met))
        var (next, depth, endOfLevel) = (0, 0, 1)
        while next < search.places.count, depth < limit {
            for (event, actions, target) in steps(from: search.places[next].id) {
                var met = search.places[next].met
                if !assumptions.isEmpty {
                    met.settled.formUnion(actions)
                    met = visiting(target, met)
                }
                if goals?.contains(target) == true { met.hasPassed = true }
                if target == start, isFair(met) { return search.way(to: next, then: event).events }
                search.find(Place(id: target, met: met), from: (next, event))
            }
            next += 1
            budget -= 1
            if budget < 0 { return nil }
            if next == endOfLevel { (depth, endOfLevel) = (depth + 1, search.places.count) }
        }
        return nil
    }

    /// The steps that stay in the component.
    private func steps(from id: Int) -> [Move] {
        let events = graph.states[id].sampleEvents
        return zip(events, graph.successors(of: id)).enumerated().compactMap { place, edge in
            let (event, successor) = edge
            guard successor != .rejected, component.contains(Int(successor)) else { return nil }
            return (event, assumptions.actions(of: place, in: id), Int(successor))
        }
    }

    private typealias Move = (event: Definition.Event, actions: ActionSet, target: Int)

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

    /// A fair cycle, not always a shortest one: to the nearest step that meets something new, until all is met, and back.
    func around(_ start: Int) -> [Definition.Event]? {
        var (id, met, events) = (start, visiting(start, Met(hasPassed: true)), [Definition.Event]())
        while true {
            let isDone = isFair(met)
            if isDone, id == start, !events.isEmpty { return events }
            let way = way(from: id) { move in
                if isDone { return move.target == start }
                var settled = assumptions.weak.subtracting(assumptions.possible(in: move.target))
                settled.formUnion(move.actions)
                return !settled.isSubset(of: met.settled)
            }
            guard let way else { return nil }
            for step in way {
                met.settled.formUnion(step.actions)
                met = visiting(step.target, met)
                id = step.target
                events.append(step.event)
            }
        }
    }

    /// A shortest way inside the component that ends with a step of a certain kind.
    private func way(
        from start: Int,
        to isLast: (Move) -> Bool
    ) -> [Move]? {
        var ways: [Int: (parent: Int, move: Move)] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let id = queue[next]
            next += 1
            for move in steps(from: id) {
                if isLast(move) {
                    var way = [move]
                    var place = id
                    while place != start, let step = ways[place] {
                        way.append(step.move)
                        place = step.parent
                    }
                    return way.reversed()
                }
                if move.target != start, ways[move.target] == nil {
                    ways[move.target] = (id, move)
                    queue.append(move.target)
                }
            }
        }
        return nil
    }
}
