import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// Definitions that count their calls, and answer otherwise from some call or some state on, or at
/// random.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ChangingAnswersTests {
    /// Counts what is asked of it.
    private struct Line: FiniteStateDefinition {
        var index = 0
        static let calls = Locked(0)
        /// The first index at which it answers otherwise.
        @TaskLocal static var change = Int.max
        static var initialStates: [Line] { [Line()] }
        var sampleEvents: [Int] { [0, 1] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            Self.calls.withLock { $0 += 1 }
            if event == 1 { throw .invalid }
            index = (index + (index < Self.change ? 1 : 2)) % 20_000
        }
    }

    @Test func `in a large graph, as many edges as the limit says are tried, from all over it`() throws {
        let graph = try StateGraph(exploring: Line.self, stateLimit: 20_000)
        let callsBefore = Line.calls.withLock { $0 }
        #expect(graph.check(.always("holds") { _ in true }).holds)
        #expect(Line.calls.withLock { $0 } - callsBefore == 10_000)
        let answers = Line.$change.withValue(18_000) {
            graph.check(.always("holds") { _ in true }).undecided?.nondeterminism
        }
        #expect(answers.map { $0.state.index >= 18_000 && $0.event == 0 } == true)
    }

    /// A large ring beside a hole without a way out, where it may answer otherwise.
    private struct Hole: FiniteStateDefinition {
        var index = 0
        @TaskLocal static var isOpen = false
        static var initialStates: [Hole] { [Hole()] }
        var sampleEvents: [Int] { [0, 1] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            switch (index, event) {
            case (0, 1): index = -1
            case (-1, _):
                guard Self.isOpen else { throw .invalid }
                index = 0
            default:
                if event == 1 { throw .invalid }
                index = (index + 1) % 20_000
            }
        }
    }

    @Test func `in a large graph, all edges of the states without a path are tried, and no others`() throws {
        let graph = try StateGraph(exploring: Hole.self, stateLimit: 20_001)
        let property = MachineProperty<Hole>.alwaysPossible("zero") { $0.index == 0 }
        #expect(graph.check(property).counterexample?.trace?.events == [1])
        let answers = Hole.$isOpen.withValue(true) { graph.check(property).undecided?.nondeterminism }
        #expect(answers?.state.index == -1 && answers?.event == 0)
    }

    /// Answers otherwise after so many answers.
    private struct Late: FiniteStateDefinition {
        var index = 0
        static let rest = Locked(Int.max)
        static var initialStates: [Late] { [Late()] }
        var sampleEvents: [Int] { [0, 1, 2] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            let isLate = Self.rest.withLock { rest in
                rest -= 1
                return rest < 0
            }
            if event == 2, index != 2, !isLate { throw .invalid }
            index = (index + (event == 1 || isLate ? 0 : 1)) % 3
        }
    }

    @Test(
        arguments: [
            TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3), .faults(),
            .randomWalks(seed: 1),
        ]
    )
    func `whenever the answers change, traces are those of the graph, or there are none`(suite: TraceSuite) throws {
        let graph = try StateGraph(exploring: Late.self)
        let expected = try graph.traces(suite).map { "\($0)" }
        defer { Late.rest.withLock { $0 = .max } }
        var noticed = 0
        let counts = (0..<400).usually(oneOf: 3)
        for count in counts {
            Late.rest.withLock { $0 = count }
            do {
                let traces = try graph.traces(suite).map { "\($0)" }
                #expect(traces == expected)
            } catch TraceSuiteError<Late>.nondeterminism { noticed += 1 }
        }
        #expect(noticed > 0 && noticed < counts.count)
    }

    @Test func `whenever the answers change, a verdict is that of the graph, or there is none`() throws {
        let properties: [MachineProperty<Late>] = [
            .always("a") { $0.index < 2 }, .never("b") { $0.index > 2 }, .everyTransition("c") { $0.event != 2 },
            .everyEvent("d") { $0.event != 2 || !$0.isHandled || $0.before.index == 2 },
            .atAllTimes("e", remembering: { _ in 0 }) {
                $0 += $1.event == 2 && $1.isHandled ? 1 : 0
                return $0 < 3
            },
            .reachable("f") { $0.index == 2 }, .reachable("g") { $0.index == 3 },
            .alwaysPossible("h") { $0.index == 0 }, .alwaysPossible("i") { $0.index == 3 },
            .eventually("j") { $0.index == 2 },
            .leadsTo("k", from: { $0.index == 2 }, to: { $0.index == 0 }, assuming: [.strong("0") { $0 == 0 }]),
            .leadsTo("l", from: { $0.index == 1 }, to: { $0.index == 3 }, assuming: [.weak("2") { $0 == 2 }]),
            .noDeadEnd("m"),
        ]
        let graph = try StateGraph(exploring: Late.self)
        defer { Late.rest.withLock { $0 = .max } }
        for property in properties {
            Late.rest.withLock { $0 = .max }
            let expected = graph.check(property).counterexample?.description
            var noticed = 0
            for count in 0..<100 {
                Late.rest.withLock { $0 = count }
                let verdict = graph.check(property)
                if verdict.undecided != nil {
                    noticed += 1
                    continue
                }
                #expect(verdict.counterexample?.description == expected)
            }
            #expect(noticed > 0 && noticed < 100, "\(property)")
        }
    }

    /// Goes up to its last state, or answers otherwise after so many answers.
    private struct Stairs: FiniteStateDefinition {
        var index = 0
        static let rest = Locked(Int.max)
        /// Whether the changed answer to an event is a rejection.
        @TaskLocal static var isRejecting = false
        @TaskLocal static var isEndless = false
        static var initialStates: [Stairs] { [Stairs()] }
        var sampleEvents: [Int] { [0, 1] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            let isLate = Self.rest.withLock { rest in
                rest -= 1
                return rest == -1
            }
            let isHandled = event == 1 && (index < 2 || Self.isEndless)
            guard isLate ? !Self.isRejecting : isHandled else { throw .invalid }
            index = isLate ? 0 : (index + 1) % 3
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `a dead end is that of the graph, or there is no verdict`(isRejecting: Bool, isEndless: Bool) throws {
        try Stairs.$isRejecting.withValue(isRejecting) {
            try Stairs.$isEndless.withValue(isEndless) {
                let graph = try StateGraph(exploring: Stairs.self)
                defer { Stairs.rest.withLock { $0 = .max } }
                let expected = graph.check(.noDeadEnd()).counterexample?.trace?.events
                #expect(expected == (isEndless ? nil : [1, 1]))
                var noticed: [Int] = []
                for count in 0..<12 {
                    Stairs.rest.withLock { $0 = count }
                    let verdict = graph.check(.noDeadEnd())
                    if verdict.undecided != nil {
                        noticed.append(count)
                    } else {
                        #expect(verdict.counterexample?.trace?.events == expected && verdict.holds == isEndless)
                    }
                }
                // The first answers are those of the check for dead ends, and then edges are tried.
                let all =
                    isRejecting
                    ? isEndless ? [1, 3, 5, 7, 9, 11] : [1, 3, 8, 9]
                    : isEndless ? [6, 7, 8, 9, 10] : [6, 7, 8, 9]
                #expect(noticed == all)
            }
        }
    }

    /// Goes round, and stays where it is once.
    private struct Blink: FiniteStateDefinition {
        var index = 0
        /// How many events come before the one that is answered otherwise.
        static let rest = Locked(Int.max)
        static var initialStates: [Blink] { [Blink()] }
        var sampleEvents: [Int] { [0] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            let isOdd = Self.rest.withLock { rest in
                rest -= 1
                return rest == -1
            }
            if !isOdd { index = (index + 1) % 3 }
        }
    }

    @Test(arguments: [
        MachineProperty<Blink>.everyTransition("a") { _ in true }, .everyEvent("b") { _ in true },
        .atAllTimes("c", remembering: { _ in 0 }) { _, _ in true },
    ])
    private func `an answer that differs once is noticed, whichever it is`(property: MachineProperty<Blink>) throws {
        let graph = try StateGraph(exploring: Blink.self)
        defer { Blink.rest.withLock { $0 = .max } }
        for count in 0..<3 {
            Blink.rest.withLock { $0 = count }
            let answers = try #require(graph.check(property).undecided?.nondeterminism)
            #expect(answers.state.index == count)
        }
        #expect(graph.check(property).holds)
    }

    @Test func `a bounded search whose answers change after it leaves a property undecided`() throws {
        defer { Late.rest.withLock { $0 = .max } }
        let property = MachineProperty<Late>.alwaysPossible("zero") { $0.index == 0 }
        #expect(try BoundedSearch(of: Late.self).check(property).holds)
        // Three events in each of three states.
        Late.rest.withLock { $0 = 9 }
        let result = try BoundedSearch(of: Late.self).check(property)
        guard case .undecided(let undecided) = result.verdict else { throw try #require(result.counterexample) }
        #expect(undecided.reason.contains("does not always respond in the same way") && result.counterexample == nil)
    }

    /// Answers at random, to whatever it is asked.
    private struct Dice: FiniteStateDefinition {
        var index = 0
        static let random = Locked(SeededGenerator(seed: 0))
        static var initialStates: [Dice] { [Dice()] }
        private static func roll(_ count: Int) -> Int { random.withLock { Int.random(in: 0..<count, using: &$0) } }
        var sampleEvents: [Int] { Array(0..<Self.roll(4)) }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if Self.roll(3) == 0 { throw .invalid }
            index = Self.roll(5)
        }
    }

    @Test func `answers at random end nothing but the check`() throws {
        let properties: [MachineProperty<Dice>] = [
            .always("a") { $0.index < 4 }, .never("b") { $0.index > 4 }, .everyTransition("c") { $0.event < 2 },
            .everyEvent("d") { _ in true },
            .atAllTimes("e", remembering: \.index) {
                $0 = $1.event
                return true
            },
            .reachable("f") { $0.index == 4 }, .alwaysPossible("g") { $0.index == 0 },
            .eventually("h") { $0.index == 3 },
            .leadsTo("i", from: { $0.index == 1 }, to: { $0.index == 2 }, assuming: [.weak("1") { $0 == 1 }]),
            .leadsTo("j", from: { $0.index < 3 }, to: { $0.index == 4 }, assuming: [.strongForEachEvent]),
        ]
        let suites: [TraceSuite] = [
            .states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3), .faults(),
            .randomWalks(seed: 1),
        ]
        var noticed = (checks: 0, suites: 0)
        for round in 0..<200 {
            let graph = try StateGraph(exploring: Dice.self)
            let abstracted = try StateGraph(exploring: Dice.self, abstractedBy: { $0.index / 2 })
            for property in properties {
                for graph in [graph, abstracted] where graph.check(property).undecided?.nondeterminism != nil {
                    noticed.checks += 1
                }
            }
            for suite in suites {
                for graph in [graph, abstracted] {
                    do throws(TraceSuiteError<Dice>) {
                        _ = try graph.traces(suite, stepLimit: 1_000)
                    } catch {
                        if case .nondeterminism = error { noticed.suites += 1 }
                    }
                }
            }
            if round == 0 { #expect(!graph.findings().isEmpty) }
        }
        #expect(noticed.checks > 1_000 && noticed.suites > 500)
    }
}
