import StateMachines

/// Looks for short cycles that meet all assumptions of fairness, inside a component where there are some.
struct CycleSearch<Definition: FiniteStateDefinition> {
    private let graph: StateGraph<Definition>
    private let assumptions: Assumptions<Definition.Event>
    private let component: Set<Int>

    /// How many pairs of a state and what has been met there are looked at; past it, a cycle is put together step by step.
    private let budget = 1_000_000

    /// What a run has met so far.
    private struct Met: Hashable {
        /// Actions that were taken, and weakly fair ones that were impossible somewhere.
        var settled: Set<Int> = []

        /// Strongly fair actions that were possible somewhere.
        var possible: Set<Int> = []

        /// Whether the run was where it has to pass.
        var hasPassed = false
    }

    private struct Place: Hashable {
        let id: Int
        let met: Met
    }

    init(_ graph: StateGraph<Definition>, _ assumptions: Assumptions<Definition.Event>, in component: Set<Int>) {
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
    func shortest(
        through start: Int,
        passing goals: Set<Int>? = nil,
        atMost limit: Int
    ) -> [Definition.Event]? {
        let met = visiting(start, Met(hasPassed: goals?.contains(start) ?? true))
        var places = [(place: Place(id: start, met: met), parent: -1, event: Definition.Event?.none)]
        var found: Set<Place> = [places[0].place]
        var (next, depth, endOfLevel) = (0, 0, 1)
        while next < places.count, depth < limit {
            for (event, target) in steps(from: places[next].place.id) {
                var met = places[next].place.met
                if !assumptions.isEmpty {
                    met.settled.formUnion(assumptions.actions(of: event))
                    met = visiting(target, met)
                }
                if goals?.contains(target) == true { met.hasPassed = true }
                let place = Place(id: target, met: met)
                if target == start, isFair(met) {
                    var events = [event]
                    var place = next
                    while let event = places[place].event {
                        events.append(event)
                        place = places[place].parent
                    }
                    return events.reversed()
                }
                if found.insert(place).inserted { places.append((place, next, event)) }
            }
            if places.count > budget { return goals == nil ? around(start, atMost: limit) : nil }
            next += 1
            if next == endOfLevel { (depth, endOfLevel) = (depth + 1, places.count) }
        }
        return nil
    }

    /// The steps that stay in the component.
    private func steps(from id: Int) -> [(event: Definition.Event, target: Int)] {
        zip(graph.states[id].sampleEvents, graph.successors(of: id)).compactMap { event, successor in
            successor != .rejected && component.contains(Int(successor)) ? (event, Int(successor)) : nil
        }
    }

    private func visiting(_ id: Int, _ met: Met) -> Met {
        guard !assumptions.isEmpty else { return met }
        var met = met
        let possible = assumptions.possible(in: id, of: graph)
        met.settled.formUnion(assumptions.weak.subtracting(possible))
        met.possible.formUnion(assumptions.strong.intersection(possible))
        return met
    }

    private func isFair(_ met: Met) -> Bool {
        assumptions.weak.isSubset(of: met.settled) && met.possible.isSubset(of: met.settled) && met.hasPassed
    }

    /// A fair cycle, not always a shortest one: to the nearest step that meets something new, until all is met, and back.
    private func around(_ start: Int, atMost limit: Int) -> [Definition.Event]? {
        var (id, met, events) = (start, visiting(start, Met(hasPassed: true)), [Definition.Event]())
        while true {
            let isDone = isFair(met)
            if isDone, id == start, !events.isEmpty { return events.count <= limit ? events : nil }
            let way = way(from: id) { event, target in
                if isDone { return target == start }
                let settled = assumptions.actions(of: event)
                    .union(assumptions.weak.subtracting(assumptions.possible(in: target, of: graph)))
                return !settled.isSubset(of: met.settled)
            }
            guard let way else { return nil }
            for step in way {
                met.settled.formUnion(assumptions.actions(of: step.event))
                met = visiting(step.target, met)
                id = step.target
                events.append(step.event)
            }
        }
    }

    /// A shortest way inside the component that ends with a step of a certain kind.
    private func way(
        from start: Int,
        to isLast: (Definition.Event, Int) -> Bool
    ) -> [(event: Definition.Event, target: Int)]? {
        var ways: [Int: (parent: Int, event: Definition.Event)] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let id = queue[next]
            next += 1
            for (event, target) in steps(from: id) {
                if isLast(event, target) {
                    var way = [(event: event, target: target)]
                    var place = id
                    while place != start, let step = ways[place] {
                        way.append((step.event, place))
                        place = step.parent
                    }
                    return way.reversed()
                }
                if target != start, ways[target] == nil {
                    ways[target] = (id, event)
                    queue.append(target)
                }
            }
        }
        return nil
    }
}
