import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// `eventuallyAlways` and `noDeadEnd`, against all sets of edges that a run can take for ever.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct SettlingOracleTests {
    private static let limit = 5

    @Test(arguments: PromiseOracleTests.seeds)
    func `a run settles exactly if no fair run leaves again and again`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let (oracle, allowed) = (claims.oracle, claims.others)
        let recurrentSets = oracle.recurrentSets
        try claims.run { graph in
            for (fairness, assumptions) in claims.assumptions {
                let property = MachineProperty<Tabular>.eventuallyAlways("p", assuming: fairness) {
                    allowed.contains($0.index)
                }
                let comment: Comment = "\(claims.rules) \(property.kind) \(allowed)"
                let counterexample = graph.check(property).counterexample
                let isKept = oracle.settles(in: allowed, assuming: assumptions, among: recurrentSets)
                #expect((counterexample == nil) == isKept, comment)
                let search = try LassoSearch(graph, leaving: { allowed.contains($0.index) }, assuming: fairness)
                #expect((search.shortest(lookLimit: 0) == nil) == isKept, comment)
                guard let counterexample else { continue }
                let trace = try #require(counterexample.trace)
                #expect(claims.isRun(trace) && trace.steps.allSatisfy(\.isHandled), comment)
                let loop = counterexample.loop?.steps ?? []
                let recurring = loop.isEmpty ? [trace.last.index] : loop.map(\.after.index)
                #expect(recurring.contains { !allowed.contains($0) }, comment)
                if let loop = counterexample.loop {
                    #expect(claims.isRun(loop, from: [trace.last.index]) && loop.last == loop.initial, comment)
                    #expect(oracle.isFair(loop.steps.map(claims.edge), assumptions), comment)
                } else {
                    #expect(oracle.edges.allSatisfy { $0.source != trace.last.index || $0.target == nil }, comment)
                }
                let length = trace.steps.count + loop.count
                let shortest = oracle.shortestRun(leaving: allowed, assuming: assumptions, limit: Self.limit)
                #expect(length > Self.limit ? shortest == nil : length == shortest, comment)
            }
        }
    }

    @Test(arguments: PromiseOracleTests.seeds)
    func `a dead end is found exactly if a state that is reached handles nothing`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let oracle = claims.oracle
        func isDeadEnd(_ id: Int) -> Bool { !oracle.edges.contains { $0.source == id && $0.target != nil } }
        try claims.run { graph in
            let counterexample = graph.check(.noDeadEnd()).counterexample
            let distance = oracle.distance(to: isDeadEnd)
            #expect(counterexample?.trace?.steps.count == distance, "\(claims.rules)")
            #expect(counterexample.map { isDeadEnd($0.trace?.last.index ?? 0) } != false)
        }
    }

    /// Ends in two states, one of which is final.
    private enum Parcel: FiniteStateDefinition {
        case packed, delivered, lost

        enum Event: CaseIterable { case deliver, lose }
        static var initialStates: [Parcel] { [.packed] }
        var isFinal: Bool { self == .delivered }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard self == .packed else { throw .invalid }
            self = event == .deliver ? .delivered : .lost
        }
    }

    @Test func `a final state is no dead end, nor is one outside of the constraint`() throws {
        let property = MachineProperty<Parcel>.noDeadEnd()
        let counterexample = try #require(try StateGraph(exploring: Parcel.self).check(property).counterexample)
        #expect(
            counterexample.description == """
                "the machine stops only in final states" does not hold: no event is handled in lost, which is not final.
                  1. packed ─ lose → lost
                """
        )
        #expect(try StateGraph(exploring: Parcel.self, within: { $0 == .packed }).check(property).holds)
        #expect(try BoundedSearch(of: Parcel.self, within: { $0 == .packed }).check(property).holds)
        #expect(try BoundedSearch(of: Parcel.self, depth: 1).check(property).counterexample?.trace?.last == .lost)
    }

    @Test func `a live machine is watched for dead ends, and is pending where it has not settled`() {
        let machine = StateMachine(Parcel.packed)
        let watch = machine.watch([.noDeadEnd(), .eventuallyAlways("it arrives") { $0 != .packed }]) { _ in }
        #expect(watch.pending == ["it arrives"] && watch.failures.isEmpty && watch.unwatched.isEmpty)
        machine.send(.lose)
        #expect(watch.pending.isEmpty && watch.failures.map(\.property) == ["the machine stops only in final states"])
    }

    @Test func `the kinds have words`() {
        #expect("\(MachineProperty<Parcel>.noDeadEnd().kind)" == "no dead end")
        let property = MachineProperty<Parcel>.eventuallyAlways("", assuming: [.weakForEachEvent]) { _ in true }
        #expect("\(property.kind)".hasPrefix("eventually always, assuming "))
    }
}
