import Locking
import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

/// Definitions that answer otherwise after they were explored.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct NondeterminismTests {
    private static let first = Letter.Rules(
        transitions: [.a: [.go: .b, .back: .a], .b: [.go: .c, .back: .a], .c: [.go: .a]]
    )

    /// Properties of each kind that hold and that do not, all of which rest on what `go` does in `b`.
    private static let properties: [Property<Letter>] = [
        .always("holds") { _ in true }, .always("c is not reached") { $0 != .c },
        .never("holds") { $0 == .d }, .never("c") { $0 == .c },
        .everyTransition("holds") { _ in true }, .everyTransition("go does not lead to c") { $0.after != .c },
        .everyEvent("holds") { _ in true }, .everyEvent("c rejects nothing") { $0.before != .c || $0.isAccepted },
        .atAllTimes("holds", remembering: { _ in 0 }) { _, _ in true },
        .atAllTimes("c is never left", remembering: { _ in false }) {
            $0 = $1.before == .c; return $1.before != .c
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
                let counterexample = try #require(graph.check(property).counterexample)
                let answers = try #require(counterexample.nondeterminism)
                #expect(answers.state == .b)
                #expect(answers.event == .go)
                #expect(counterexample.trace == nil && counterexample.loop == nil && !counterexample.isDecided)
                #expect(throws: Counterexample<Letter>.self) { try graph.verify(property) }
            }
        }
    }

    @Test(arguments: properties.indices)
    func `fewer or more sample events are noticed by a check`(index: Int) throws {
        for events in [[Letter.Event.go], [.go, .back, .stop], []] {
            try exploring(then: changed { $0.samples[.b] = events }) { graph in
                let answers = try #require(graph.check(Self.properties[index]).counterexample?.nondeterminism)
                #expect(answers.state == .b)
                #expect(answers.event == nil)
            }
        }
    }

    @Test(arguments: properties.indices)
    func `nothing is noticed where nothing is changed`(index: Int) throws {
        try exploring(then: Self.first) { graph in
            #expect(graph.check(Self.properties[index]).counterexample?.nondeterminism == nil)
        }
    }

    @Test func `what is noticed names the state, the event and both answers`() throws {
        func description(_ change: (inout Letter.Rules) -> Void) throws -> String {
            try exploring(then: changed(change)) { graph in
                let counterexample = try #require(graph.check(.always("holds") { _ in true }).counterexample)
                #expect(counterexample.swiftTest == nil)
                return "\(counterexample)"
            }
        }
        let beginning = "\"holds\" is not decided: b does not answer the same each time: "
        #expect(
            try [
                description { $0.transitions[.b]?[.go] = .d }, description { $0.transitions[.b]?[.go] = nil },
                description { $0.transitions[.c]?[.back] = .a }, description { $0.samples[.b] = [.go] },
            ] == [
                beginning + "go led to c when the graph was made, and leads to d now.",
                beginning + "go led to c when the graph was made, and is rejected now.",
                beginning.replacing("b does", with: "c does")
                    + "back was rejected when the graph was made, and leads to a now.",
                beginning + "it had 2 sample events when the graph was made, and has 1 sample event now.",
            ]
        )
    }

    @Test func `a loop is fair only while what it rejects stays rejected`() throws {
        let property = Property<Letter>.eventually("d", assuming: [.weak("stop") { $0 == .stop }]) { $0 == .d }
        let first = changed { $0.samples = [.a: [.go, .stop], .b: [.go, .stop], .c: [.go, .stop]] }
        let graph = try Letter.$rules.withValue(first) { try StateGraph(exploring: Letter.self) }
        var second = first
        second.transitions[.b]?[.stop] = .d
        #expect(Letter.$rules.withValue(first) { graph.check(property).counterexample?.loop?.steps.count } == 3)
        let answers = Letter.$rules.withValue(second) { graph.check(property).counterexample?.nondeterminism }
        #expect(answers?.state == .b && answers?.event == .stop)
    }

    @Test func `with a key, states with the same key are the same answer`() throws {
        func answers(_ target: Letter) throws -> Nondeterminism<Letter>? {
            let graph = try Letter.$rules.withValue(Self.first) {
                try StateGraph(exploring: Letter.self, abstractedBy: { $0 == .d ? .c : $0 })
            }
            return Letter.$rules.withValue(changed { $0.transitions[.b]?[.go] = target }) {
                graph.check(.always("holds") { _ in true }).counterexample?.nondeterminism
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
            let error = try #require(throws: Nondeterminism<Letter>.self) { try graph.traces(suite) }
            #expect(error.state == (suite == .rejections ? .c : .b))
            #expect(
                "\(error)".hasSuffix(" now. Let handleEvent and sampleEvents depend on the state and the event alone.")
            )
        }
        try exploring(then: Self.first) { graph in
            let traces = try graph.traces(suite)
            #expect(!traces.isEmpty)
        }
    }

    /// Counts what is asked of it.
    private struct Line: FiniteStateDefinition {
        var place = 0
        static let calls = Locked(0)
        @TaskLocal static var stride = 1
        static var initialStates: [Line] { [Line()] }
        var sampleEvents: [Int] { [0, 1] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            Self.calls.withLock { $0 += 1 }
            if event == 1 { throw .invalid }
            place = (place + Self.stride) % 20_000
        }
    }

    @Test func `in a large graph, as many edges as the limit says are tried, from all over it`() throws {
        let graph = try StateGraph(exploring: Line.self, limit: 20_000)
        let callsBefore = Line.calls.withLock { $0 }
        #expect(graph.check(.always("holds") { _ in true }).holds)
        #expect(Line.calls.withLock { $0 } - callsBefore == 10_000)
        // Everything is different, so any edge shows it.
        let answers = Line.$stride.withValue(2) {
            graph.check(.always("holds") { _ in true }).counterexample?.nondeterminism
        }
        #expect(answers?.event == 0)
    }

    /// Answers at random, to whatever it is asked.
    private struct Dice: FiniteStateDefinition {
        var place = 0
        static let random = Locked(SeededGenerator(seed: 0))
        static var initialStates: [Dice] { [Dice()] }
        private static func roll(_ count: Int) -> Int { random.withLock { Int.random(in: 0..<count, using: &$0) } }
        var sampleEvents: [Int] { Array(0..<Self.roll(4)) }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if Self.roll(3) == 0 { throw .invalid }
            place = Self.roll(5)
        }
    }

    @Test func `answers at random end nothing but the check`() throws {
        let properties: [Property<Dice>] = [
            .always("a") { $0.place < 4 }, .never("b") { $0.place > 4 }, .everyTransition("c") { $0.event < 2 },
            .everyEvent("d") { _ in true },
            .atAllTimes("e", remembering: \.place) {
                $0 = $1.event; return true
            },
            .reachable("f") { $0.place == 4 }, .alwaysPossible("g") { $0.place == 0 },
            .eventually("h") { $0.place == 3 },
            .leadsTo("i", from: { $0.place == 1 }, to: { $0.place == 2 }, assuming: [.weak("1") { $0 == 1 }]),
            .leadsTo("j", from: { $0.place < 3 }, to: { $0.place == 4 }, assuming: [.strongForEachEvent]),
        ]
        let suites: [TraceSuite] = [
            .states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3), .faults(),
            .randomWalks(seed: 1),
        ]
        var noticed = (checks: 0, suites: 0)
        for round in 0..<200 {
            let graph = try StateGraph(exploring: Dice.self)
            let abstracted = try StateGraph(exploring: Dice.self, abstractedBy: { $0.place / 2 })
            for property in properties {
                for graph in [graph, abstracted] where graph.check(property).counterexample?.nondeterminism != nil {
                    noticed.checks += 1
                }
            }
            for suite in suites {
                for graph in [graph, abstracted] {
                    do { _ = try graph.traces(suite, limit: 1_000) } catch is Nondeterminism<Dice> {
                        noticed.suites += 1
                    } catch is SuiteTooLarge { continue }
                }
            }
            if round == 0 { #expect(!graph.findings().isEmpty) }
        }
        #expect(noticed.checks > 1_000 && noticed.suites > 500)
    }
}
