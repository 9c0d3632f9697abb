import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Definitions that answer otherwise after they were explored.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct NondeterminismTests {
    private static let first = Letter.Rules(
        transitions: [.a: [.go: .b, .back: .a], .b: [.go: .c, .back: .a], .c: [.go: .a]]
    )

    /// Properties of each kind that hold and that do not, all of which rest on what `go` does in
    /// `b`.
    private static let properties: [MachineProperty<Letter>] = [
        .always("holds") { _ in true }, .always("c is not reached") { $0 != .c },
        .never("holds") { $0 == .d }, .never("c") { $0 == .c },
        .everyTransition("holds") { _ in true }, .everyTransition("go does not lead to c") { $0.after != .c },
        .everyEvent("holds") { _ in true }, .everyEvent("c rejects nothing") { $0.before != .c || $0.isHandled },
        .atAllTimes("holds", remembering: { _ in 0 }) { _, _ in true },
        .atAllTimes("c is never left", remembering: { _ in false }) {
            $0 = $1.before == .c
            return $1.before != .c
        },
        .reachable("c") { $0 == .c }, .reachable("d") { $0 == .d },
        .alwaysPossible("c") { $0 == .c }, .alwaysPossible("d") { $0 == .d },
        .eventually("c", assuming: [.strong("go") { $0 == .go }]) { $0 == .c },
        .eventually("c at once", assuming: [.weak("go") { $0 == .go }]) { $0 == .d },
        .leadsTo("c is left", from: { $0 == .c }, to: { $0 == .a }),
        .leadsTo("b is not come back to", from: { $0 == .b }, to: { $0 == .d }, assuming: [.weak("go") { $0 == .go }]),
    ]

    /// Explores under some rules, and does the rest under others.
    private func exploring<Result>(
        then second: Letter.Rules,
        _ body: (StateGraph<Letter>) throws -> Result
    ) throws -> Result {
        let graph = try Letter.$rules.withValue(Self.first) { try StateGraph(exploring: Letter.self) }
        return try Letter.$rules.withValue(second) { try body(graph) }
    }

    private func changed(_ change: (inout Letter.Rules) -> Void) -> Letter.Rules {
        var rules = Self.first
        change(&rules)
        return rules
    }

    @Test(arguments: properties.indices)
    func `an event that leads elsewhere is noticed by a check`(index: Int) throws {
        let property = Self.properties[index]
        for target in [Letter.a, nil] {
            try exploring(then: changed { $0.transitions[.b]?[.go] = target }) { graph in
                let verdict = graph.check(property)
                let answers = try #require(verdict.undecided?.nondeterminism)
                #expect(answers.state == .b)
                #expect(answers.event == .go)
                #expect(!verdict.holds && verdict.counterexample == nil)
                let error = #expect(throws: MachineVerificationError<Letter>.self) { try graph.verify(property) }
                guard case .undecided(let undecided) = error else { throw try #require(error) }
                #expect("\(undecided)" == "\(verdict)" && "\(verdict)".contains("is undecided"))
            }
        }
    }

    @Test(arguments: properties.indices)
    func `fewer or more sample events are noticed by a check`(index: Int) throws {
        for events in [[Letter.Event.go], [.go, .back, .stop], []] {
            try exploring(then: changed { $0.samples[.b] = events }) { graph in
                let answers = try #require(graph.check(Self.properties[index]).undecided?.nondeterminism)
                #expect(answers.state == .b)
                #expect(answers.event == nil)
            }
        }
    }

    @Test(arguments: properties.indices)
    func `nothing is noticed where nothing is changed`(index: Int) throws {
        try exploring(then: Self.first) { graph in
            #expect(graph.check(Self.properties[index]).undecided?.nondeterminism == nil)
        }
    }

    @Test func `what is noticed names the state, the event and both answers`() throws {
        func description(_ change: (inout Letter.Rules) -> Void) throws -> String {
            try exploring(then: changed(change)) { graph in
                "\(try #require(graph.check(.always("holds") { _ in true }).undecided))"
            }
        }
        let beginning = "\"holds\" is undecided: b does not always respond in the same way: "
        #expect(
            try [
                description { $0.transitions[.b]?[.go] = .d }, description { $0.transitions[.b]?[.go] = nil },
                description { $0.transitions[.c]?[.back] = .a }, description { $0.samples[.b] = [.go] },
            ] == [
                beginning + "go led to c when the graph was created, and leads to d now.",
                beginning + "go led to c when the graph was created, and is rejected now.",
                beginning.replacing("b does", with: "c does")
                    + "back was rejected when the graph was created, and leads to a now.",
                beginning + "it had 2 sample events when the graph was created, and has 1 sample event now.",
            ]
        )
    }

    @Test func `a loop is fair only while what it rejects stays rejected`() throws {
        let property = MachineProperty<Letter>.eventually("d", assuming: [.weak("stop") { $0 == .stop }]) { $0 == .d }
        let first = changed { $0.samples = [.a: [.go, .stop], .b: [.go, .stop], .c: [.go, .stop]] }
        let graph = try Letter.$rules.withValue(first) { try StateGraph(exploring: Letter.self) }
        var second = first
        second.transitions[.b]?[.stop] = .d
        #expect(Letter.$rules.withValue(first) { graph.check(property).counterexample?.loop?.steps.count } == 3)
        let answers = Letter.$rules.withValue(second) { graph.check(property).undecided?.nondeterminism }
        #expect(answers?.state == .b && answers?.event == .stop)
    }

    @Test func `with a key, states with the same key are the same answer`() throws {
        func answers(_ target: Letter) throws -> Nondeterminism<Letter>? {
            let graph = try Letter.$rules.withValue(Self.first) {
                try StateGraph(exploring: Letter.self, abstractedBy: { $0 == .d ? .c : $0 })
            }
            return Letter.$rules.withValue(changed { $0.transitions[.b]?[.go] = target }) {
                graph.check(.always("holds") { _ in true }).undecided?.nondeterminism
            }
        }
        #expect(try answers(.d) == nil)
        #expect(try answers(.a)?.state == .b)
    }

    @Test(
        arguments: [
            TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3), .faults(),
            .randomWalks(seed: 1),
        ]
    )
    func `traces are not made of a definition that answers otherwise`(suite: TraceSuite) throws {
        var change = changed { $0.transitions[.b]?[.go] = .a }
        if suite == .rejections { change = changed { $0.transitions[.c]?[.back] = .a } }
        try exploring(then: change) { graph in
            let error = try #require(try nondeterminism { try graph.traces(suite) })
            #expect(error.state == (suite == .rejections ? .c : .b))
            #expect(
                "\(error)".hasSuffix(" now. Make handleEvent and sampleEvents depend only on the state and the event.")
            )
        }
        try exploring(then: Self.first) { graph in
            let traces = try graph.traces(suite)
            #expect(!traces.isEmpty)
        }
    }
}
