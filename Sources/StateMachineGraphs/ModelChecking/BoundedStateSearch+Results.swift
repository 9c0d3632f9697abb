import StateMachines

extension BoundedStateSearch {
    /// Why a property is undecided.
    private struct Undecided: Error {
        let reason: String
    }

    /// Returns the results for all properties.
    ///
    /// - Returns: `nil` if a state could not be restored from its stored form.
    @usableFromInline
    mutating func results() -> [BoundedResult<Definition>]? {
        if exploration.end == .lossyCode { return nil }
        levels.advance(over: exploration)
        let statistics = levels.statistics(after: checkpoints.elapsed)
        let isComplete = exploration.isExplored && !isDecided
        var tooManyStates: TooManyStates<Definition>?
        if isFull, !isDecided {
            tooManyStates = TooManyStates(stateLimit: bounds.stateLimit, exploration.parents, state)
        }
        var graph: StateGraph<Definition>?
        if exploration.keepsEdges, !isDecided {
            exploration.finish()
            graph = StateGraph(exploration, after: checkpoints.elapsed, isAbstracted: isAbstracted)
        }
        // Runs the edges again only once, for all properties that hold after a complete
        // exploration.
        var confirmation: Result<Void, Undecided>?
        return properties.indices.map { index in
            let property = properties[index]
            let verdict: Verdict<Definition>
            do throws(Undecided) {
                if let discovery = discoveries[index] {
                    verdict = try self.verdict(on: property, discovery)
                } else if let graph, isComplete || property.promise != nil {
                    verdict = self.verdict(on: property, graph.check(property), isComplete, statistics)
                } else {
                    verdict =
                        isComplete ? try proof(of: property, &confirmation) : property.undecided(after: statistics)
                }
            } catch {
                verdict = .undecided(UndecidedProperty(property: property.name, reason: error.reason))
            }
            return BoundedResult(
                property: property.name,
                verdict: verdict,
                statistics: statistics,
                isComplete: isComplete,
                tooManyStates: tooManyStates
            )
        }
    }

    private func state(_ id: Int) -> Definition { exploration.found.coding.state(of: exploration.found.codes[id]) }

    /// Returns the verdict on a property, given a verdict on the explored part's graph.
    ///
    /// An incomplete exploration can refute a property, but it cannot prove one.
    private func verdict(
        on property: MachineProperty<Definition>,
        _ verdict: Verdict<Definition>,
        _ isComplete: Bool,
        _ statistics: ExplorationStatistics
    ) -> Verdict<Definition> {
        if case .holds = verdict, !isComplete { return property.undecided(after: statistics) }
        return verdict
    }

    private func verdict(
        on property: MachineProperty<Definition>,
        _ discovery: Discovery
    ) throws(Undecided) -> Verdict<Definition> {
        var trace = try trace(to: discovery.id)
        if let step = discovery.step {
            let last = TraceStep(from: trace.last, event: step.event)
            guard property.safety?.isBroken(by: last) == true else {
                throw Undecided(reason: "\(ValueName(of: trace.last)) does not always respond in the same way")
            }
            trace = Trace(from: trace.initial, steps: trace.steps + [isAbstracted ? representative(of: last) : last])
        }
        guard let monitor = PropertyMonitor(property) else { return .holds(witness: trace) }
        let breach = monitor.breach(in: trace.last, by: discovery.step)
        return .fails(refutation(property, breach.reason, trace, at: breach.proof))
    }

    private func refutation(
        _ property: MachineProperty<Definition>,
        _ reason: String,
        _ trace: Trace<Definition>?,
        at proof: Counterexample<Definition>.Proof
    ) -> Counterexample<Definition> {
        property.counterexample(reason, trace, at: proof, isAbstracted: isAbstracted)
    }

    /// Returns the trace to a state, along the path on which the exploration found it.
    private func trace(to id: Int) throws(Undecided) -> Trace<Definition> {
        var path = [id]
        while let id = path.last, exploration.parents[id] != id { path.append(Int(exploration.parents[id])) }
        path.reverse()
        var steps: [TraceStep<Definition>] = []
        for (source, target) in zip(path, path.dropFirst()) {
            let before = steps.last?.after ?? state(source)
            guard let step = step(from: before, source, to: target) else {
                throw Undecided(reason: "\(ValueName(of: before)) does not always respond in the same way")
            }
            steps.append(isAbstracted ? step.ending(in: state(target)) : step)
        }
        return Trace(from: state(path[0]), steps: steps)
    }

    /// Returns a step that ends in its next state's representative.
    private func representative(of step: TraceStep<Definition>) -> TraceStep<Definition> {
        exploration.found.find(step.after).map { step.ending(in: state($0)) } ?? step
    }

    /// Returns a step from one state to another, by the event that the exploration recorded.
    private func step(from state: Definition, _ source: Int, to target: Int) -> TraceStep<Definition>? {
        let events = state.sampleEvents
        var offset: Int?
        if exploration.keepsEdges {
            let first = Int(exploration.offsets[source])
            offset = events.indices.first {
                first + $0 < exploration.successors.count && exploration.successors[first + $0] == UInt32(target)
            }
        } else {
            offset = Int(exploration.arrivals[target])
        }
        guard let offset, offset < events.count else { return nil }
        let step = TraceStep(from: state, event: events[offset])
        return step.isHandled && exploration.found.find(step.after) == target ? step : nil
    }

    /// Returns the verdict on a property that no state or step decided in a complete exploration.
    private func proof(
        of property: MachineProperty<Definition>,
        _ confirmation: inout Result<Void, Undecided>?
    ) throws(Undecided) -> Verdict<Definition> {
        let result = confirmation ?? Result { () throws(Undecided) in try confirmEdges() }
        confirmation = result
        try result.get()
        guard case .goal = property.claim else { return .holds(witness: nil) }
        let reason = "none of \(exploration.parents.count) states satisfies it"
        guard exploration.cut.isEmpty else {
            let rest = "\(reason), and some states are outside the constraint"
            throw Undecided(reason: isAbstracted ? rest + asFarAsTheKeyTells : rest)
        }
        return .fails(refutation(property, reason, nil, at: .lastState))
    }

    /// Runs edges again and throws if one of them leads to a state that was not found.
    ///
    /// It runs every edge up to a limit. Beyond the limit, it runs edges from all parts of the
    /// space.
    private func confirmEdges() throws(Undecided) {
        let limit = StateGraph<Definition>.replayedEdgeLimit
        for id in stride(from: 0, to: exploration.expandedCount, by: exploration.edgeCount / limit + 1) {
            let state = state(id)
            if bounds.constraint?(state) == false { continue }
            for event in state.sampleEvents {
                let step = TraceStep(from: state, event: event)
                if step.isHandled, exploration.found.find(step.after) == nil {
                    let reason = """
                        \(ValueName(of: state)) does not always respond in the same way: \(ValueName(of: event)) leads to \
                        \(ValueName(of: step.after)) now, but the exploration did not find this state
                        """
                    throw Undecided(reason: reason)
                }
            }
        }
    }
}
