import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FaultSuiteTests {
    /// What is seen of one event: nothing where it is rejected.
    private func respond(_ rules: Tabular.Rules, _ index: inout Int, to event: Int) -> Int? {
        guard let target = rules.targets[index][event] else { return nil }
        defer { index = target }
        return rules.outputs[index][event]
    }

    /// Whether two machines answer alike for ever, from a state each.
    private func isAlike(_ one: Tabular.Rules, _ first: Int, _ other: Tabular.Rules, _ second: Int) -> Bool {
        var (seen, queue): (Set<[Int]>, [[Int]]) = ([[first, second]], [[first, second]])
        while let pair = queue.popLast() {
            for event in one.targets[pair[0]].indices {
                var (left, right) = (pair[0], pair[1])
                if respond(one, &left, to: event) != respond(other, &right, to: event) { return false }
                if seen.insert([left, right]).inserted { queue.append([left, right]) }
            }
        }
        return true
    }

    private func isAlike(_ one: Tabular.Rules, _ other: Tabular.Rules) -> Bool {
        zip(one.initial, other.initial).allSatisfy { isAlike(one, $0, other, $1) }
    }

    /// How many states of those that can be reached can be told apart.
    private func classCount(_ rules: Tabular.Rules) throws -> Int {
        var found: [Int] = []
        for index in try rules.graph().states.map(\.index)
        where !found.contains(where: { isAlike(rules, $0, rules, index) }) { found.append(index) }
        return found.count
    }

    /// Whether the traces find a difference, by what is handled and output alone.
    private func isCaught(_ mutant: Tabular.Rules, of rules: Tabular.Rules, by traces: [Trace<Tabular>]) -> Bool {
        traces.contains { trace in
            var index = rules.initial.firstIndex(of: trace.initial.index).map { mutant.initial[$0] } ?? -1
            return trace.steps.contains { step in
                let expected: Int? =
                    switch step.outcome {
                    case .handled(let output): output
                    case .rejected: nil
                    }
                return respond(mutant, &index, to: step.event) != expected
            }
        }
    }

    /// The same machine with more states, copies of others, and some small changes.
    private func mutant(_ rules: Tabular.Rules, states: Int, using random: inout SeededGenerator) -> Tabular.Rules {
        var mutant = rules
        while mutant.targets.count < states {
            let copied = Int.random(in: mutant.targets.indices, using: &random)
            mutant.targets.append(mutant.targets[copied])
            mutant.outputs.append(mutant.outputs[copied])
            // Somebody has to come there.
            let source = Int.random(in: mutant.targets.indices, using: &random)
            for event in mutant.targets[source].indices where mutant.targets[source][event] == copied {
                mutant.targets[source][event] = mutant.targets.count - 1
            }
        }
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let index = Int.random(in: mutant.targets.indices, using: &random)
            let event = Int.random(in: mutant.targets[index].indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: mutant.targets[index][event] = Int.random(in: mutant.targets.indices, using: &random)
            case 1: mutant.targets[index][event] = nil
            default: mutant.outputs[index][event] ^= 1
            }
        }
        return mutant
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)), 0...1)
    func `no machine with so many states escapes, unless it is equivalent`(seed: UInt64, extraStates: Int) throws {
        var random = SeededGenerator(seed: seed)
        let rules = Tabular.Rules.random(
            states: 4,
            events: 2,
            accepting: 3,
            outputs: 2,
            initial: 1 + Int(seed % 2),
            using: &random
        )
        let bound = try classCount(rules) + extraStates
        let traces = try rules.traces(.faults(extraStates: extraStates))
        #expect(!isCaught(rules, of: rules, by: traces))
        var different = 0
        for round in 0..<60 {
            var other =
                round % 3 == 0
                ? .random(states: bound, events: 2, accepting: 3, outputs: 2, using: &random)
                : mutant(rules, states: rules.targets.count + extraStates, using: &random)
            other.initial = rules.initial.map { min($0, other.targets.count - 1) }
            // One that has more states may be equivalent along the traces.
            guard try other.graph().states.count <= bound, !isAlike(rules, other) else { continue }
            different += 1
            #expect(isCaught(other, of: rules, by: traces), "\(rules) \(other)")
        }
        #expect(different > 5 || bound < 4)
    }

    @Test func `a state more is found only by those who expect it`() throws {
        // It counts to three, silently, and says so; a fault counts to four in the end.
        let rules = Tabular.Rules(targets: [[1], [2], [0]], outputs: [[0], [0], [1]])
        let faulty = Tabular.Rules(targets: [[1], [2], [3], [4], [5], [0]], outputs: [[0], [0], [1], [0], [0], [0]])
        #expect(!isCaught(faulty, of: rules, by: try rules.traces(.faults())))
        #expect(isCaught(faulty, of: rules, by: try rules.traces(.faults(extraStates: 3))))
    }

    @Test func `states that nothing tells apart count as one`() throws {
        let rules = Tabular.Rules(targets: [[1, nil], [2, nil], [0, nil]], outputs: [[0, 0], [0, 0], [0, 0]])
        #expect(try rules.traces(.faults()).map(\.events) == [[0], [1]])
    }

    @Test func `events are tried where they are not offered, too`() throws {
        let traces = try Letter.$rules.withValue(
            Letter.Rules(
                transitions: [.a: [.go: .b], .b: [.back: .a, .stop: .c]],
                samples: [.a: [.go], .b: [.back], .c: [.stop]]
            )
        ) {
            try StateGraph(exploring: Letter.self).traces(.faults())
        }
        let tried = traces.flatMap(\.steps).map { "\($0.before) \($0.event)" }
        #expect(Set(tried).isSuperset(of: ["a go", "a back", "b go", "b back"]))
        #expect(!Set(tried).contains("b stop"))
    }

    /// Offers to go up once, and can go up very often.
    private struct Climb: FiniteStateDefinition {
        var height = 0
        @TaskLocal static var journal = Journal<Void>()
        static var initialStates: [Climb] { [Climb()] }
        var sampleEvents: [Int] { height == 0 ? [1] : [-1] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            Self.journal.note(())
            guard (0...5_000).contains(height + event) else { throw .invalid }
            height += event
        }
    }

    @Test func `more states than the limit allows steps are not explored`() throws {
        let graph = try StateGraph(exploring: Climb.self)
        #expect(graph.states.count == 2)
        let journal = Journal<Void>()
        let error = try Climb.$journal.withValue(journal) {
            try tooLarge { try graph.traces(.faults(), stepLimit: 100) }
        }
        #expect(error != nil)
        // Two events in each of a hundred states.
        #expect(journal.entries.count < 300)
    }

    @Test func `what leads on where it is not offered is explored`() throws {
        let traces = try Letter.$rules.withValue(
            Letter.Rules(
                initialStates: [.a, .b],
                transitions: [.a: [.go: .a], .b: [.back: .a, .go: .c], .c: [.back: .d]],
                samples: [.a: [.go], .b: [.back], .c: [], .d: []]
            )
        ) {
            try StateGraph(exploring: Letter.self).traces(.faults())
        }
        #expect(traces.contains { $0.events == [.go, .back, .go] || $0.events.starts(with: [.go, .back, .back]) })
        #expect(traces.flatMap(\.steps).contains { $0.after == .d })
    }
}
