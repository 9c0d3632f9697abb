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
    /// A property that cannot be decided, since there is no end to what it remembers, fails, and its counterexample says so.
    ///
    /// - Complexity: One look at each state or each edge. For `atAllTimes`, at each edge with each memory that can be had there: 50,000
    ///   pairs of a state and a memory at most, or 16 for each state. For `eventually` and `leadsTo`, O(*a* (*n* + *e*)) steps to prove it with *n* states, *e* edges and *a*
    ///   assumptions, and a bounded number of steps more to find a short way that refutes it.
    public func check(_ property: Property<Definition>) -> Verdict<Definition> {
        check(property, limit: max(50_000, states.count * 16))
    }

    /// - Parameter limit: How many pairs of a state and a memory may be looked at.
    package func check(_ property: Property<Definition>, limit: Int) -> Verdict<Definition> {
        switch property.claim {
        case .always(let holds):
            let id = states.indices.first { !holds(states[$0]) }
            return verdict(property, refutedBy: id) { "\($0) is reached, where it is not so" }
        case .never(let happens):
            return verdict(property, refutedBy: states.indices.first { happens(states[$0]) }) { "\($0) is reached" }
        case .steps(let withRejected, let holds):
            return check(property, withRejected: withRejected, holds)
        case .history(let history):
            var search = HistorySearch(history, in: self)
            switch search.verdict(limit: limit) {
            case .holds: return .holds(witness: nil)
            case .broken(let trace): return refuted(property, trace.steps.last?.reason ?? "", trace, at: .lastStep)
            case .endless:
                let reason = "there is no end to what is remembered, let it have few values"
                return refuted(property, reason, nil, at: .undecided)
            }
        case .reachable(let goal):
            guard let id = states.indices.first(where: { goal(states[$0]) }) else {
                let reason = "none of \(states.count) states is one"
                guard cut.isEmpty else {
                    return refuted(property, "\(reason), and some lie outside of the constraint", nil, at: .undecided)
                }
                return refuted(property, reason, nil, at: .lastState)
            }
            return .holds(witness: trace(to: id))
        case .alwaysPossible(let goal):
            let lost = statesWithoutWay(to: goal).firstIndex(of: true)
            return verdict(property, refutedBy: lost) { "from \($0) on, there is no way" }
        case .leadsTo(let beginning, let goal, let fairness):
            let search = LassoSearch(self, from: beginning, to: goal, assuming: fairness)
            guard let lasso = search.shortest() else { return .holds(witness: nil) }
            let end = Name(of: lasso.trace.last)
            let reason =
                lasso.loop == nil
                ? "nothing is handled in \(end), it ends there" : "from \(end) on, it can go round for ever"
            return refuted(property, reason, lasso.trace, loop: lasso.loop, at: .lastState)
        }
    }

    /// Throws what refutes a property, if something does.
    ///
    /// ```swift
    /// @Test(arguments: Door.properties)
    /// func `the door keeps its promises`(property: Property<Door>) throws {
    ///     try StateGraph(exploring: Door.self).verify(property)
    /// }
    /// ```
    public func verify(_ property: Property<Definition>) throws(Counterexample<Definition>) {
        if case .fails(let counterexample) = check(property) { throw counterexample }
    }

    private func verdict(
        _ property: Property<Definition>,
        refutedBy id: Int?,
        _ reason: (Name) -> String
    ) -> Verdict<Definition> {
        guard let id else { return .holds(witness: nil) }
        return refuted(property, reason(Name(of: states[id])), trace(to: id), at: .lastState)
    }

    private func refuted(
        _ property: Property<Definition>,
        _ reason: String,
        _ trace: Trace<Definition>?,
        loop: Trace<Definition>? = nil,
        at proof: Counterexample<Definition>.Proof
    ) -> Verdict<Definition> {
        .fails(
            Counterexample(
                property: property.name,
                reason: isAbstracted ? "\(reason), as far as the key tells" : reason,
                trace: trace,
                loop: loop,
                proof: proof,
                isAbstracted: isAbstracted
            )
        )
    }

    /// Sources come nearest first, so the first edge that breaks the claim ends a shortest way.
    private func check(
        _ property: Property<Definition>,
        withRejected: Bool,
        _ holds: (Step<Definition>) -> Bool
    ) -> Verdict<Definition> {
        for id in 0..<states.count where !isCut(id) {
            let state = states[id]
            for event in state.sampleEvents {
                let step = Step(from: state, event: event)
                guard withRejected || step.isAccepted, !holds(step) else { continue }
                let (start, events) = way(to: id)
                return refuted(property, step.reason, trace(from: start, events + [event]), at: .lastStep)
            }
        }
        return .holds(witness: nil)
    }

    /// For each state whether no way leads from it to the goal.
    private func statesWithoutWay(to goal: (Definition) -> Bool) -> [Bool] {
        let predecessors = Predecessors(of: self)
        // What a run does outside of the constraint is not judged.
        var queue = states.indices.filter { isCut($0) || goal(states[$0]) }
        var isLost = Array(repeating: true, count: states.count)
        for id in queue { isLost[id] = false }
        while let id = queue.popLast() {
            for source in predecessors[id] where isLost[Int(source)] {
                isLost[Int(source)] = false
                queue.append(Int(source))
            }
        }
        return isLost
    }
}

extension Step {
    /// What is wrong with a step that breaks a claim.
    var reason: String {
        "\(Name(of: before)) \(isAccepted ? "handles" : "rejects") \(Name(of: event))"
    }
}
