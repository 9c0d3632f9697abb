import StateMachines

// A check of a property on a graph begins here. `MonitorSearch` decides `atAllTimes`, and
// `LassoSearch` decides `eventually`, `leadsTo` and `eventuallyAlways`, with their fairness
// assumptions.

extension StateGraph {
    /// Proves or refutes a property.
    ///
    /// ```swift
    /// let graph = try StateGraph(exploring: Door.self)
    /// graph.check(.never("the door is locked") { $0 == .locked })
    /// // fails: "the door is locked" does not hold: locked is reached.
    /// //   1. closed ─ lock → locked
    /// ```
    ///
    /// The verdict is undecided if the memory of `atAllTimes` has too many values, if `reachable`
    /// finds nothing in a graph with a constraint, or if the definition is nondeterministic.
    ///
    /// A nondeterministic definition gives two different results in one state. To detect this, the
    /// check runs edges again and compares the number of sample events and the state after each
    /// event, but neither outputs nor activities:
    /// - For `everyTransition`, `everyEvent` and `atAllTimes`, the check runs all edges anyway and
    ///   compares each result with the graph.
    /// - For a counterexample or a witness of `reachable`, the check runs each step of the trace.
    ///   It also tries every sample event in each state of a loop, and in a trace's last state if
    ///   it handles no event.
    /// - Any other verdict depends on all edges of the graph. The check runs all of them if there
    ///   are at most 10,000, and otherwise up to 10,000 edges from all parts of the graph.
    ///   ``findings()`` always runs every edge.
    ///
    /// - Complexity: O(*n* + *e*), with *n* states and *e* edges. For `atAllTimes`, the check
    ///   follows each edge once for each memory value that is possible there. It visits at most
    ///   50,000 pairs of a state and a memory, or 16 for each state if that is more. For
    ///   `eventually`, `leadsTo` and `eventuallyAlways` with *a* assumptions, a proof takes O(*a*
    ///   (*n* + *e*)) steps. A refutation takes as many steps for each strongly connected component
    ///   in which it looks for a loop. To find a shorter loop, the check then visits a limited
    ///   number of edges in all components together: a million, or fewer if there are more than 500
    ///   assumptions. If it reaches this limit, the counterexample may not be the shortest, but the
    ///   verdict is correct.
    public func check(_ property: MachineProperty<Definition>) -> Verdict<Definition> {
        check(property, limit: max(50_000, states.count * 16))
    }

    /// Proves or refutes several properties and returns their verdicts in order.
    public func check(_ properties: [MachineProperty<Definition>]) -> [Verdict<Definition>] {
        properties.map { check($0) }
    }

    /// Proves or refutes a property within a limit for `atAllTimes`.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - limit: The maximum number of pairs of a state and a memory.
    package func check(_ property: MachineProperty<Definition>, limit: Int) -> Verdict<Definition> {
        do throws(Inconsistency) {
            return try verdict(on: property, limit: limit)
        } catch {
            return .undecided(UndecidedProperty(property: property.name, error))
        }
    }

    private func verdict(on property: MachineProperty<Definition>, limit: Int) throws(Inconsistency) -> Verdict<
        Definition
    > {
        switch property.claim {
        case .safety(let safety):
            if let memories = safety.memories {
                return try verdict(on: property, remembering: memories(.all), limit: limit)
            }
            if let holds = safety.holds {
                return try check(property, withRejected: safety.isAboutRejections, holds)
            }
            return try verdict(property, refutedBy: firstState(breaking: safety), safety.reason)
        case .goal(let goal):
            guard let id = states.indices.first(where: { goal(states[$0]) }) else {
                try confirmEdges()
                let reason = "none of \(states.count) states satisfies it"
                guard cut.isEmpty else {
                    return undecided(property, "\(reason), and some states are outside the constraint")
                }
                return refuted(property, reason, nil, at: .lastState)
            }
            return .holds(witness: try trace(along: edgePath(to: id)))
        case .promise(let promise):
            let (isKept, fairness) = (promise.isKept, promise.fairness)
            switch promise.form {
            case .alwaysPossible(let isCounted):
                let isLost = statesWithoutPath(to: isKept, through: isCounted)
                let lost = isLost.firstIndex(of: true)
                // The proof that there is no path depends on every edge of these states.
                try confirmEdges(of: states.indices.filter { isLost[$0] })
                return try verdict(property, refutedBy: lost) { "no path leads from \($0) to a goal state" }
            case .leadsTo(let beginning):
                return try verdict(property, LassoSearch(self, from: beginning, to: isKept, assuming: fairness))
            case .eventuallyAlways:
                return try verdict(property, LassoSearch(self, leaving: isKept, assuming: fairness))
            }
        }
    }

    private func firstState(breaking safety: MachineProperty<Definition>.Safety) throws(Inconsistency) -> Int? {
        guard let isBroken = safety.isBroken else { return nil }
        return safety.kind == .noDeadEnd ? try deadEnd(isBroken) : states.indices.first { isBroken(states[$0]) }
    }

    /// Returns the first state that is not final and handles no event.
    ///
    /// A state outside the constraint was not expanded, so it is not a dead end.
    ///
    /// - Throws: A ``Nondeterminism`` if a state handles an event now and handled none when the
    ///   graph was created, or the other way round.
    private func deadEnd(_ isBroken: (Definition) -> Bool) throws(Inconsistency) -> Int? {
        for id in states.indices where !isCut(id) {
            let (state, edges) = (states[id], edgeIndices(of: id))
            let isBroken = isBroken(state)
            guard let handled = edges.first(where: isHandled) else {
                if state.isFinal { continue }
                try confirmEdges(of: [id])
                return id
            }
            if isBroken {
                // A moment ago, the state rejected all events.
                let event = try sampleEvents(of: state, id)[handled - edges.lowerBound]
                throw nondeterminism(state, event, successors[handled], after: nil)
            }
        }
        return nil
    }

    /// Throws an error unless the graph proves a property.
    ///
    /// ```swift
    /// @Test(arguments: Door.properties)
    /// func `the door keeps its promises`(property: MachineProperty<Door>) throws {
    ///     try StateGraph(exploring: Door.self).verify(property)
    /// }
    /// ```
    ///
    /// - Throws: A ``MachineVerificationError``, which contains the counterexample or the reason
    ///   why the property is undecided.
    public func verify(_ property: MachineProperty<Definition>) throws(MachineVerificationError<Definition>) {
        switch check(property) {
        case .holds: return
        case .fails(let counterexample): throw .refuted(counterexample)
        case .undecided(let undecided): throw .undecided(undecided)
        }
    }

    private func verdict(
        _ property: MachineProperty<Definition>,
        refutedBy id: Int?,
        _ reason: (ValueName) -> String
    ) throws(Inconsistency) -> Verdict<Definition> {
        guard let id else {
            try confirmEdges()
            return .holds(witness: nil)
        }
        return refuted(property, reason(ValueName(of: states[id])), try trace(along: edgePath(to: id)), at: .lastState)
    }

    private func verdict(
        _ property: MachineProperty<Definition>,
        _ search: LassoSearch<Definition>
    ) throws(Inconsistency) -> Verdict<Definition> {
        guard let lasso = search.shortest() else {
            try confirmEdges()
            return .holds(witness: nil)
        }
        let trace = try trace(along: lasso.path)
        let loop: Trace<Definition>?
        if let path = lasso.loop {
            loop = try self.trace(along: path)
        } else {
            loop = nil
        }
        let last = lasso.path.edges.reduce(lasso.path.start) { target(of: $1, from: $0) }
        var visited = [last]
        for edge in lasso.loop?.edges ?? [] { visited.append(target(of: edge, from: last)) }
        // The proof of a dead end or a fair loop also depends on rejected events.
        try confirmEdges(of: visited.uniqued())
        let end = ValueName(of: trace.last)
        let reason = loop == nil ? "no event is handled in \(end), so the machine stops there" : search.reason(end)
        return refuted(property, reason, trace, loop: loop, at: .lastState)
    }

    func undecided(_ property: MachineProperty<Definition>, _ reason: String) -> Verdict<Definition> {
        .undecided(UndecidedProperty(property: property.name, reason: asFarAsKnown(reason)))
    }

    /// Returns a reason, with a note about the key if the graph was explored with one.
    private func asFarAsKnown(_ reason: String) -> String {
        isAbstracted ? reason + asFarAsTheKeyTells : reason
    }

    func refuted(
        _ property: MachineProperty<Definition>,
        _ reason: String,
        _ trace: Trace<Definition>?,
        loop: Trace<Definition>? = nil,
        at proof: Counterexample<Definition>.Proof
    ) -> Verdict<Definition> {
        .fails(property.counterexample(reason, trace, loop: loop, at: proof, isAbstracted: isAbstracted))
    }

    /// Checks a condition on the steps of all edges.
    ///
    /// Sources are sorted by depth, so the first edge that violates the property is at the end of
    /// the shortest path.
    private func check(
        _ property: MachineProperty<Definition>,
        withRejected: Bool,
        _ holds: (TraceStep<Definition>) -> Bool
    ) throws(Inconsistency) -> Verdict<Definition> {
        switch discover(self, states.indices, withRejected, holds) {
        case nil: return .holds(witness: nil)
        case .sampleEventCount(let count, let id): throw nondeterminism(of: id, sampleEventCount: count)
        case .step(let step, let id, let edge):
            try confirm(step, of: edge)
            var path = edgePath(to: id)
            path.edges.append(edge)
            return refuted(property, step.reason, try trace(along: path), at: .lastStep)
        }
    }

    /// Returns, for each state, whether it is lost: it has no path to a goal state.
    private func statesWithoutPath(
        to goal: (Definition) -> Bool,
        through isCounted: MachineProperty<Definition>.EventFilter?
    ) -> [Bool] {
        // A state outside the constraint is not lost, because its events were not tried.
        let found = states.indices.filter { isCut($0) || goal(states[$0]) }
        var isLost = Array(repeating: true, count: states.count)
        for id in found { isLost[id] = false }
        Predecessors(of: self, counting: isCounted.map(edges(that:))).search(from: found) { id in
            defer { isLost[id] = false }
            return isLost[id]
        }
        return isLost
    }

    /// Returns a condition on an edge's index, made from a condition on its event.
    private func edges(that isCounted: MachineProperty<Definition>.EventFilter) -> (Int) -> Bool {
        var areCounted = Array(repeating: false, count: edgeCount)
        for node in nodes {
            for (edge, event) in zip(edgeIndices(of: node.id), node.state.sampleEvents) {
                areCounted[edge] = isCounted(node.state, event)
            }
        }
        return { areCounted[$0] }
    }
}
