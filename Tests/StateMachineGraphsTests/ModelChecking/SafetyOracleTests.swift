import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What is said of states, edges, histories and activities, against a literal reading of the
/// documentation.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct SafetyOracleTests {
    static let seeds = 0..<UInt64(ProcessEnvironment.runs(150))

    /// A property is refuted by a run of so many steps, or holds; what refutes it is a run of the
    /// machine.
    ///
    /// - Parameter isRefutation: Whether a run of the machine breaks the claim at its end.
    private func expect(
        _ property: MachineProperty<Tabular>,
        in graph: StateGraph<Tabular>,
        of claims: TabularClaims,
        isRefutedBy length: Int?,
        _ isRefutation: (Trace<Tabular>) -> Bool
    ) {
        let verdict = graph.check(property)
        let counterexample = verdict.counterexample
        #expect(counterexample?.trace?.steps.count == length, "\(claims.rules) \(property.kind)")
        guard let trace = counterexample?.trace else { return }
        #expect(claims.isRun(trace) && isRefutation(trace), "\(claims.rules) \(property.kind): \(trace)")
        #expect(counterexample?.loop == nil && verdict.undecided == nil)
    }

    @Test(arguments: seeds)
    func `always and never say something of each state that is reached`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let (some, length) = (claims.some, claims.oracle.distance { claims.some.contains($0) })
        try claims.run { graph in
            expect(.never("some") { some.contains($0.index) }, in: graph, of: claims, isRefutedBy: length) {
                some.contains($0.last.index)
            }
            expect(.always("not some") { !some.contains($0.index) }, in: graph, of: claims, isRefutedBy: length) {
                some.contains($0.last.index)
            }
        }
    }

    @Test(arguments: seeds)
    func `every transition and every event say something of each edge`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let edges = claims.edges
        @Sendable func isSome(_ step: TraceStep<Tabular>) -> Bool {
            edges.contains(Try(index: step.before.index, event: step.event))
        }
        func length(_ isMeant: @escaping (TabularOracle.Edge) -> Bool) -> Int? {
            claims.oracle.shortest(remembering: { _ in 0 }) { _, edge in
                isMeant(edge) && edges.contains(Try(index: edge.source, event: edge.event)) ? nil : 0
            }
        }
        try claims.run { graph in
            expect(.everyEvent("edges") { !isSome($0) }, in: graph, of: claims, isRefutedBy: length { _ in true }) {
                $0.steps.last.map(isSome) == true
            }
            let handled = length { $0.target != nil }
            expect(.everyTransition("edges") { !isSome($0) }, in: graph, of: claims, isRefutedBy: handled) {
                $0.steps.last.map { isSome($0) && $0.isHandled } == true
            }
            let outputs = MachineProperty<Tabular>.everyTransition("entered and exited") { step in
                let (before, after) = (Set(step.before.activities), Set(step.after.activities))
                return Set(step.entered) == after.subtracting(before) && Set(step.exited) == before.subtracting(after)
            }
            #expect(graph.check(outputs).holds)
        }
    }

    @Test(arguments: seeds)
    func `at all times says something of what has happened`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let (some, begins) = (claims.some, claims.begins)
        // Rejected events count, too: no three of some events in a row without one of some states
        // between them.
        let length = claims.oracle.shortest(remembering: { some.contains($0) ? 0 : 1 }) { count, edge in
            if some.contains(edge.after) { return 0 }
            let next = count + (begins.contains(edge.event) ? 1 : 0)
            return next > 3 ? nil : next
        }
        let property = MachineProperty<Tabular>.atAllTimes("in a row", remembering: { some.contains($0.index) ? 0 : 1 })
        {
            if some.contains($1.after.index) {
                $0 = 0
            } else if begins.contains($1.event) {
                $0 += 1
            }
            return $0 <= 3
        }
        try claims.run { graph in
            expect(property, in: graph, of: claims, isRefutedBy: length) { trace in
                let last = trace.steps.lastIndex { some.contains($0.after.index) }
                let start = last == nil && !some.contains(trace.initial.index) ? 1 : 0
                return start + trace.steps[(last.map { $0 + 1 } ?? 0)...].count { begins.contains($0.event) } == 4
            }
        }
    }

    @Test(arguments: seeds)
    func `what is reachable is reached on a shortest path, and what is always possible from everywhere`(
        seed: UInt64
    ) throws {
        let claims = TabularClaims(seed: seed)
        let (oracle, some) = (claims.oracle, claims.some)
        try claims.run { graph in
            switch graph.check(.reachable("some") { some.contains($0.index) }) {
            case .holds(let witness):
                let trace = try #require(witness)
                #expect(claims.isRun(trace) && some.contains(trace.last.index))
                #expect(trace.steps.count == oracle.distance { some.contains($0) })
            case .fails(let counterexample):
                #expect(counterexample.trace == nil)
                #expect(oracle.reached.allSatisfy { !some.contains($0) })
            case .undecided(let undecided): Issue.record("\(undecided)")
            }
            func isLost(_ id: Int) -> Bool { !some.contains { oracle.isReachable[id][$0] } }
            let property = MachineProperty<Tabular>.alwaysPossible("some") { some.contains($0.index) }
            expect(property, in: graph, of: claims, isRefutedBy: oracle.distance(to: isLost)) { isLost($0.last.index) }
        }
    }

    @Test(arguments: seeds)
    func `an activity is entered once in each span`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let (begins, ends) = (claims.begins, claims.ends)
        let property = MachineProperty<Tabular>.activity(
            "0",
            0,
            isEnteredOnceFrom: { begins.contains($0) },
            until: { ends.contains($0) }
        )
        let limit = 6
        let length = claims.oracle.shortestRun(breakingSpansOf: 0, from: begins, until: ends, limit: limit)
        func isRefutation(_ trace: Trace<Tabular>) -> Bool {
            claims.oracle.breaksSpans(trace.steps.map(claims.edge), of: 0, from: begins, until: ends)
        }
        try claims.run { graph in
            let found = graph.check(property).counterexample?.trace
            if let found, found.steps.count > limit {
                #expect(length == nil && claims.isRun(found) && isRefutation(found))
            } else {
                expect(property, in: graph, of: claims, isRefutedBy: length, isRefutation)
            }
        }
    }

    @Test(arguments: seeds)
    func `an activity runs only during another one`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let lists = claims.rules.activities
        func isBroken(_ id: Int) -> Bool {
            lists[id].contains(0) && !lists[id].prefix { $0 != 0 }.contains(1)
        }
        let property = MachineProperty<Tabular>.activity(0, onlyDuring: 1)
        let length = claims.oracle.distance(to: isBroken)
        try claims.run { graph in
            expect(property, in: graph, of: claims, isRefutedBy: length) { isBroken($0.last.index) }
            guard length == nil else { return }
            // What is promised of it: the outer one begins first and ends last, in each transition.
            for edge in graph.edges where edge.isHandled {
                if edge.step.entered.contains(0), let outer = edge.step.entered.firstIndex(of: 1) {
                    #expect(edge.step.entered[..<outer].contains(0) == false)
                }
                if edge.step.exited.contains(1), edge.source.state.activities.contains(0) {
                    #expect(edge.step.exited.prefix { $0 != 1 }.contains(0))
                }
            }
        }
    }
}
