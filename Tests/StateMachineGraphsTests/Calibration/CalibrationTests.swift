import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What other model checkers and other people have found out, found out again.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct CalibrationTests {
    /// The number of levels of a breadth-first search, as TLC counts them: one for the initial
    /// states.
    private func depth(of graph: StateGraph<some FiniteStateDefinition>) -> Int {
        1 + (graph.nodes.map { graph.path(to: $0).count }.max() ?? 0)
    }

    @Test func `two-phase commit has as many states as TLC finds`() throws {
        let three = try StateGraph(exploring: TwoPhaseCommit<Three>.self)
        #expect(three.states.count == 288)
        // What TLC calls generated: the initial state, and a state for each step.
        #expect(1 + three.edges.filter(\.isHandled).count == 1_146)
        #expect(depth(of: three) == 11)
        #expect(three.check(.always("consistent", \.isConsistent)).holds)
    }

    @Test(.thorough) func `two-phase commit of five participants has as many states as TLC finds`() throws {
        let five = try StateGraph(exploring: TwoPhaseCommit<Five>.self)
        #expect(five.states.count == 8_832)
        #expect(five.check(.always("consistent", \.isConsistent)).holds)
    }

    @Test func `the jugs hold four gallons after six steps`() throws {
        let graph = try StateGraph(exploring: Jugs.self)
        #expect(graph.states.count == 16)
        let trace = graph.check(.never("four gallons") { $0.big == 4 }).counterexample?.trace
        #expect(trace?.events == [.fillBig, .bigToSmall, .emptySmall, .bigToSmall, .fillBig, .bigToSmall])
    }

    @Test func `wolf, goat and cabbage are across after seven crossings`() throws {
        let graph = try StateGraph(exploring: Ferry.self)
        #expect(graph.states.count == 10)
        let trace = graph.check(.never("across", \.here.isEmpty)).counterexample?.trace
        #expect(trace?.steps.count == 7)
    }

    @Test func `missionaries and cannibals are across after eleven crossings`() throws {
        let graph = try StateGraph(exploring: River.self)
        #expect(graph.states.count == 16)
        let trace = graph.check(.never("across") { $0.missionaries + $0.cannibals == 0 }).counterexample?.trace
        #expect(trace?.steps.count == 11)
    }

    private static let exclusion = MachineProperty<Peterson>.never("both are in the critical section") {
        $0.places == [.critical, .critical]
    }

    /// A process in a certain place enters the critical section.
    private static func progress(from place: Peterson.Place, assuming fairness: [Fairness<Peterson>] = [])
        -> MachineProperty<Peterson>
    {
        .leadsTo(
            "who begins comes in",
            from: { $0.places[0] == place },
            to: { $0.places[0] == .critical },
            assuming: fairness
        )
    }

    @Test func `Peterson's algorithm excludes, and lets everybody in`() throws {
        let graph = try StateGraph(exploring: Peterson.self)
        #expect(graph.check(Self.exclusion).holds)
        #expect(graph.check(Self.progress(from: .first, assuming: [.weakForEachEvent])).holds)
        // Who waits cannot be overtaken for ever, whatever the other one does. Who has not said so
        // yet can be.
        #expect(graph.check(Self.progress(from: .waiting)).holds)
        let loop = graph.check(Self.progress(from: .first)).counterexample?.loop
        #expect(loop?.events == [.one, .one, .one, .one, .one])
    }

    @Test(arguments: [Peterson.Mistake.turnFirst, .takesTheTurn, .noWait])
    func `with this mistake both come in`(mistake: Peterson.Mistake) throws {
        try Peterson.$mistake.withValue(mistake) {
            let graph = try StateGraph(exploring: Peterson.self)
            let counterexample = try #require(graph.check(Self.exclusion).counterexample)
            let trace = try #require(counterexample.trace)
            #expect(trace.last.places == [.critical, .critical])
            #expect(trace.steps.count == 8)
            #expect("\(counterexample)".split(separator: "\n").count == 9)
        }
    }

    @Test func `when only wishes count, both wait for ever`() throws {
        try Peterson.$mistake.withValue(.noTurn) {
            let graph = try StateGraph(exploring: Peterson.self)
            #expect(graph.check(Self.exclusion).holds)
            let counterexample = graph.check(Self.progress(from: .waiting)).counterexample
            #expect(counterexample?.trace?.last.places == [.waiting, .waiting])
            #expect(counterexample?.loop == nil)
        }
    }

    private static let noDeadlock = MachineProperty<Philosophers>.leadsTo(
        "somebody eats again",
        from: { _ in true },
        to: { $0.hands.contains(.both) },
        assuming: [.weakForEachEvent]
    )

    @Test(arguments: 2...6)
    func `philosophers wait for each other, but not when one takes the other fork first`(count: Int) throws {
        try Philosophers.$count.withValue(count) {
            let graph = try StateGraph(exploring: Philosophers.self)
            let counterexample = graph.check(Self.noDeadlock).counterexample
            // Everybody takes a fork, and nobody puts one down.
            #expect(counterexample?.trace?.steps.count == count)
            #expect(counterexample?.loop == nil)
            #expect(counterexample?.trace?.last.hands == Array(repeating: .first, count: count))

            try Philosophers.$isOneDifferent.withValue(true) {
                let graph = try StateGraph(exploring: Philosophers.self)
                #expect(graph.check(Self.noDeadlock).holds)
                #expect(!graph.findings().contains { if case .deadEnd = $0 { true } else { false } })
            }
        }
    }
}
