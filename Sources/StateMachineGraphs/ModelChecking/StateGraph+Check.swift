import StateMachines

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
    /// A property is undecided if it remembers too many values, or if the definition does not
    /// answer the same each time. To notice that, edges are run again:
    /// - `everyTransition`, `everyEvent` and `atAllTimes` run all edges anyway, and compare each.
    /// - A trace, whether it refutes the property or shows what is reachable, is run step by step.
    ///   In the states of a loop, and where nothing is handled, all sample events are tried.
    /// - Any other verdict rests on all edges of the graph. It is confirmed by all of them in a
    ///   graph with 10,000 edges at most, and by up to 10,000 edges from all over a larger one.
    ///   ``findings()`` tries all of them, whatever their number.
    ///
    /// States after an event and the number of sample events are compared, outputs and activities
    /// are not.
    ///
    /// - Complexity: O(*n* + *e*) with *n* states and *e* edges. For `atAllTimes`, each edge with
    ///   each memory that is possible there: 50,000 pairs of a state and a memory at most, or 16
    ///   for each state. For `eventually` and `leadsTo`, O(*a* (*n* + *e*)) steps to prove it with
    ///   *n* states, *e* edges and *a* assumptions, as many to find some loop in each component
    ///   that refutes it, and then a million edges at most, in all components together, to find a
    ///   shorter one; fewer with more than 500 assumptions. When these are spent, the verdict is
    ///   the same, and the counterexample may be longer than the shortest.
    public func check(_ property: MachineProperty<Definition>) -> Verdict<Definition> {
        check(property, limit: max(50_000, states.count * 16))
    }

    /// Proves or refutes several properties.
    public func check(_ properties: [MachineProperty<Definition>]) -> [Verdict<Definition>] {
        properties.map { check($0) }
    }

    /// - Parameter limit: How many pairs of a state and a memory may be looked at.
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
        case .always(let holds):
            let id = states.indices.first { !holds(states[$0]) }
            return try verdict(property, refutedBy: id) { "\($0) is reached, where it is not so" }
        case .never(let happens):
            return try verdict(property, refutedBy: states.indices.first { happens(states[$0]) }) { "\($0) is reached" }
        case .steps(let withRejected, let holds):
            return try check(property, withRejected: withRejected, holds)
        case .history(let history):
            switch try verdict(on: history, limit: limit) {
            case .holds: return .holds(witness: nil)
            case .broken(let trace): return refuted(property, trace.steps.last?.reason ?? "", trace, at: .lastStep)
            case .endless:
                return undecided(property, "there is no end to what is remembered, let it have few values")
            }
        case .reachable(let goal):
            guard let id = states.indices.first(where: { goal(states[$0]) }) else {
                try confirmEdges()
                let reason = "none of \(states.count) states is one"
                guard cut.isEmpty else {
                    return undecided(property, "\(reason), and some lie outside of the constraint")
                }
                return refuted(property, reason, nil, at: .lastState)
            }
            return .holds(witness: try trace(along: edgePath(to: id)))
        case .alwaysPossible(let goal):
            let isLost = statesWithoutPath(to: goal)
            let lost = isLost.firstIndex(of: true)
            // That there is no path rests on all edges of these states.
            try confirmEdges(of: states.indices.filter { isLost[$0] })
            return try verdict(property, refutedBy: lost) { "from \($0) on, there is no path" }
        case .leadsTo(let beginning, let goal, let fairness):
            let search = try LassoSearch(self, from: beginning, to: goal, assuming: fairness)
            guard let lasso = search.shortest() else {
                try confirmEdges()
                return .holds(witness: nil)
            }
            return try verdict(property, refutedBy: lasso)
        }
    }

    /// Throws why a property does not hold or is not decided, unless it is proved.
    ///
    /// ```swift
    /// @Test(arguments: Door.properties)
    /// func `the door keeps its promises`(property: MachineProperty<Door>) throws {
    ///     try StateGraph(exploring: Door.self).verify(property)
    /// }
    /// ```
    public func verify(_ property: MachineProperty<Definition>) throws(VerificationError<Definition>) {
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
        refutedBy lasso: LassoSearch<Definition>.Result
    ) throws(Inconsistency) -> Verdict<Definition> {
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
        // That nothing is handled at the end, or that a loop is fair, rests on what is rejected
        // there, too.
        try confirmEdges(of: visited.uniqued())
        let end = ValueName(of: trace.last)
        let reason =
            loop == nil ? "nothing is handled in \(end), it ends there" : "from \(end) on, it can go round for ever"
        return refuted(property, reason, trace, loop: loop, at: .lastState)
    }

    private func undecided(_ property: MachineProperty<Definition>, _ reason: String) -> Verdict<Definition> {
        .undecided(UndecidedProperty(property: property.name, reason: asFarAsKnown(reason)))
    }

    /// A reason, with a word on the key if the graph was explored with one.
    private func asFarAsKnown(_ reason: String) -> String {
        isAbstracted ? "\(reason), as far as the key tells" : reason
    }

    private func refuted(
        _ property: MachineProperty<Definition>,
        _ reason: String,
        _ trace: Trace<Definition>?,
        loop: Trace<Definition>? = nil,
        at proof: Counterexample<Definition>.Proof
    ) -> Verdict<Definition> {
        .fails(
            Counterexample(
                property: property.name,
                reason: asFarAsKnown(reason),
                trace: trace,
                loop: loop,
                proof: proof,
                isAbstracted: isAbstracted
            )
        )
    }

    /// The sources are in the order of their depth, so the first edge that breaks the claim ends a
    /// shortest path.
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

    /// For each state whether no path leads from it to the goal.
    private func statesWithoutPath(to goal: (Definition) -> Bool) -> [Bool] {
        // What a run does outside of the constraint is not judged.
        let found = states.indices.filter { isCut($0) || goal(states[$0]) }
        var isLost = Array(repeating: true, count: states.count)
        for id in found { isLost[id] = false }
        Predecessors(of: self).search(from: found) { id in
            defer { isLost[id] = false }
            return isLost[id]
        }
        return isLost
    }
}
