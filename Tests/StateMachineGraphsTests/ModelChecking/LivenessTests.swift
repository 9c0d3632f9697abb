import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// `eventually` and `leadsTo` against a search through all runs up to a length.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct LivenessTests {
    static let runs = ProcessEnvironment.runs(30)

    /// Up to four states and three events.
    private func randomRules(_ random: inout SeededGenerator) -> Letter.Rules {
        let letters: [Letter] = [.a, .b, .c, .d]
        let initial = (0...Int.random(in: 0...1, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
        }
        var rules = Letter.Rules(initialStates: initial)
        for letter in [Letter.a, .b, .c, .d] {
            rules.samples[letter] = [.go, .back, .stop]
            for event in [Letter.Event.go, .back, .stop] where random.chance(3, in: 5) {
                rules.transitions[letter, default: [:]][event] = [.a, .b, .c, .d].randomElement(using: &random)
            }
        }
        return rules
    }

    /// All that is assumed in these tests, as the oracle understands it.
    private struct Assumption {
        let fairness: Fairness<Letter>
        let isStrong: Bool
        /// Any one of these in turn, each true of some events in some states.
        let actions: [@Sendable (Letter, Letter.Event) -> Bool]
    }

    private static let assumptions: [[Assumption]] = {
        let each: [@Sendable (Letter, Letter.Event) -> Bool] = [{ $1 == .go }, { $1 == .back }, { $1 == .stop }]
        let (go, stop) = (each[0], each[2])
        return [
            [],
            [Assumption(fairness: .weak("go") { $0 == .go }, isStrong: false, actions: [go])],
            [Assumption(fairness: .strong("go") { $0 == .go }, isStrong: true, actions: [go])],
            [Assumption(fairness: .weak("either") { $0 != .go }, isStrong: false, actions: [{ $1 != .go }])],
            [Assumption(fairness: .weakForEachEvent, isStrong: false, actions: each)],
            [Assumption(fairness: .strongForEachEvent, isStrong: true, actions: each)],
            [
                Assumption(fairness: .weak("go") { $0 == .go }, isStrong: false, actions: [go]),
                Assumption(fairness: .strong("stop") { $0 == .stop }, isStrong: true, actions: [stop]),
            ],
            [
                Assumption(
                    fairness: .weak("go in b or c") { state, event in event == .go && (state == .b || state == .c) },
                    isStrong: false,
                    actions: [{ $1 == .go && ($0 == .b || $0 == .c) }]
                )
            ],
            [
                Assumption(
                    fairness: .strong("stop in b, back in c") { $0 == .b && $1 == .stop || $0 == .c && $1 == .back },
                    isStrong: true,
                    actions: [{ $0 == .b ? $1 == .stop : $0 == .c && $1 == .back }]
                )
            ],
        ]
    }()

    /// Whether a loop does what is assumed.
    private func isFair(_ loop: [(state: Letter, event: Letter.Event)], _ assumptions: [Assumption]) -> Bool {
        assumptions.allSatisfy { assumption in
            assumption.actions.allSatisfy { isIncluded in
                if loop.contains(where: { isIncluded($0.state, $0.event) }) { return true }
                let possible = loop.map { step in
                    Letter.rules.transitions[step.state, default: [:]].keys.contains { isIncluded(step.state, $0) }
                }
                return assumption.isStrong ? !possible.contains(true) : possible.contains(false)
            }
        }
    }

    /// The length of a shortest run that breaks the promise, found by trying all runs up to a
    /// length.
    private func shortest(from begin: Letter?, to goal: Letter, _ assumptions: [Assumption], limit: Int) -> Int? {
        var best: Int?
        func isBegin(_ index: Int, _ state: Letter) -> Bool { begin.map { $0 == state } ?? (index == 0) }
        func extend(_ run: [(state: Letter, event: Letter.Event)], _ state: Letter) {
            guard run.count < best ?? limit + 1 else { return }
            let states = run.map(\.state) + [state]
            let lastGoal = states.lastIndex(of: goal) ?? -1
            let isOpen = states.indices.contains { $0 > lastGoal && isBegin($0, states[$0]) }
            let next = Letter.rules.transitions[state, default: [:]]
            if isOpen {
                if next.isEmpty { best = run.count }
                for start in run.indices where run[start].state == state && start > lastGoal {
                    // The promise may also be made inside the loop, which then holds it open.
                    if isFair(Array(run[start...]), assumptions) { best = min(best ?? .max, run.count) }
                }
            }
            for (event, target) in next where run.count < limit { extend(run + [(state, event)], target) }
        }
        for initial in Letter.rules.initialStates { extend([], initial) }
        return best
    }

    @Test(arguments: 0..<UInt64(runs))
    func `the shortest run that breaks a promise is found`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try Letter.$rules.withValue(randomRules(&random)) {
            let graph = try StateGraph(exploring: Letter.self)
            let goalLetter: Letter = random.chance(1, in: 2) ? .d : .a
            for assumptions in Self.assumptions {
                for begin in [nil, Letter.b] {
                    let fairness = assumptions.map(\.fairness)
                    let goal: @Sendable (Letter) -> Bool = { $0 == goalLetter }
                    let property: MachineProperty<Letter> =
                        begin.map { begin in
                            .leadsTo("d", from: { $0 == begin }, to: goal, assuming: fairness)
                        } ?? .eventually("d", assuming: fairness, goal)
                    let verdict = graph.check(property)
                    let expected = shortest(from: begin, to: goalLetter, assumptions, limit: 7)
                    let found = verdict.counterexample.map {
                        ($0.trace?.steps.count ?? 0) + ($0.loop?.steps.count ?? 0)
                    }
                    if let expected {
                        #expect(found == expected, "\(Letter.rules.transitions) \(property.kind) \(begin as Any)")
                    } else {
                        #expect(found.map { $0 > 7 } ?? true, "\(Letter.rules.transitions) \(property.kind)")
                    }
                    if let loop = verdict.counterexample?.loop {
                        #expect(loop.initial == loop.last && loop.initial == verdict.counterexample?.trace?.last)
                        #expect(isFair(loop.steps.map { ($0.before, $0.event) }, assumptions))
                        #expect(loop.steps.allSatisfy { $0.isHandled && $0.before != goalLetter })
                    }
                }
            }
        }
    }

    /// A ring of many states, with one edge back to the state before.
    struct Ring: FiniteStateDefinition {
        static let size = 2_000
        var index = 0
        enum Event: CaseIterable { case next, back }
        static var initialStates: [Ring] { [Ring()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .next: index = (index + 1) % Self.size
            case .back:
                guard index == 11 else { throw .invalid }
                index = 10
            }
        }
    }

    @Test func `a short loop is found in a large ring`() throws {
        let graph = try StateGraph(exploring: Ring.self)
        let counterexample = graph.check(.eventually("never") { _ in false }).counterexample
        #expect(counterexample?.trace?.steps.count == 10)
        #expect(counterexample?.loop?.events == [.next, .back])
    }

    @Test func `which of two equal paths is shown does not depend on hashing`() throws {
        for _ in 0..<20 {
            try Letter.$rules.withValue(
                Letter.Rules(transitions: [.a: [.go: .b, .back: .c], .b: [.go: .d], .c: [.go: .d]])
            ) {
                let graph = try StateGraph(exploring: Letter.self)
                let property = MachineProperty<Letter>.leadsTo("x", from: { $0 == .b || $0 == .c }, to: { _ in false })
                #expect(graph.check(property).counterexample?.trace?.events == [.go, .go])
            }
        }
    }

    private func counterexample(_ rules: Letter.Rules) throws -> Counterexample<Letter>? {
        try Letter.$rules.withValue(rules) {
            try StateGraph(exploring: Letter.self).check(.eventually("never") { _ in false }).counterexample
        }
    }

    @Test func `of several ends, the nearest is shown`() throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .b, .back: .c], .b: [.go: .d]])
        #expect(try counterexample(rules)?.trace?.events == [.back])
    }

    @Test func `of two events that close a loop, the first is shown`() throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .a, .back: .a]])
        #expect(try counterexample(rules)?.loop?.events == [.go])
    }

    @Test func `a loop is fair if it avoids the state where a strongly fair event leads out`() throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .d, .back: .b], .b: [.go: .b, .back: .a]])
        try Letter.$rules.withValue(rules) {
            let graph = try StateGraph(exploring: Letter.self)
            let fairness = Fairness<Letter>.strong("go in a") { $0 == .a && $1 == .go }
            let counterexample = graph.check(.eventually("d", assuming: [fairness]) { $0 == .d }).counterexample
            #expect(counterexample?.trace?.events == [.back])
            #expect(counterexample?.loop?.events == [.go])
        }
    }

    @Test func `an event that is not Hashable is one event in all states`() throws {
        /// Goes to and fro until it ends, which is possible in both states.
        enum Shuttle: FiniteStateDefinition {
            case here, there, done
            struct Event { let name: String }
            static var initialStates: [Shuttle] { [.here] }
            var sampleEvents: [Event] { [Event(name: "go"), Event(name: "end")] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch self {
                case .here: self = event.name == "go" ? .there : .done
                case .there: self = event.name == "go" ? .here : .done
                case .done: throw .invalid
                }
            }
        }
        let graph = try StateGraph(exploring: Shuttle.self)
        try graph.verify(.eventually("done", assuming: [.weakForEachEvent]) { $0 == .done })
        let loop = graph.check(.eventually("done") { $0 == .done }).counterexample?.loop
        #expect(loop?.events.map(\.name) == ["go", "go"])
    }

    @Test func `with a key, a counterexample says that it is one of representatives, and writes no test`() throws {
        struct Counter: FiniteStateDefinition {
            var count = 0
            enum Event: CaseIterable { case tick }
            static var initialStates: [Counter] { [Counter()] }
            mutating func handleEvent(_ event: Event) { count += 1 }
        }
        let graph = try StateGraph(exploring: Counter.self, abstractedBy: { min($0.count, 3) })
        let counterexample = try #require(graph.check(.eventually("big") { $0.count > 100 }).counterexample)
        #expect(counterexample.reason.hasSuffix(", as far as the key shows"))
        #expect(counterexample.loop?.initial == counterexample.loop?.last)
        #expect(counterexample.swiftTest == nil)
    }

    @Test func `a memory without an end is an answer, not a search without an end`() throws {
        let graph = try StateGraph(exploring: Ring.self)
        let property = MachineProperty<Ring>.atAllTimes("all", remembering: { _ in 0 }) { count, step in
            count += step.isHandled ? 1 : 0
            return true
        }
        let verdict = graph.check(property, limit: 10_000)
        #expect(
            "\(verdict)" == """
                "all" is undecided: the property remembers too many different values; choose a type with few values.
                """
        )
        #expect(!verdict.holds && verdict.counterexample == nil)
    }

    @Test func `many assumptions are met by a loop that is put together`() throws {
        /// A ring of eight states, each with an event that stays there and one that leads to the
        /// next.
        struct Circle: FiniteStateDefinition {
            var index = 0
            static var initialStates: [Circle] { [Circle()] }
            var sampleEvents: [Int] { [index * 2, index * 2 + 1] }
            mutating func handleEvent(_ event: Int) throws(TransitionError) {
                guard event / 2 == index else { throw .invalid }
                if event % 2 == 1 { index = (index + 1) % 8 }
            }
        }
        let graph = try StateGraph(exploring: Circle.self)
        let verdict = graph.check(.eventually("never", assuming: [.strongForEachEvent]) { $0.index < 0 })
        let loop = try #require(verdict.counterexample?.loop)
        #expect(Set(loop.events) == Set(0..<16))
        #expect(loop.last == loop.initial)
    }
}
