import StateMachineGraphs
import StateMachineTestSupport
import StateMachines

/// A definition by a table, which a test makes up.
struct Tabular: FiniteStateDefinition {
    let rules: Rules
    var index: Int

    struct Rules: Sendable {
        var initial = [0]

        /// For each state and event where it leads, if it is handled.
        var targets: [[Int?]]

        /// What is output, 0 where a table is not given.
        var outputs: [[Int]] = []

        /// What goes on in each state, nothing where a table is not given.
        var activities: [[Int]] = []
    }

    @TaskLocal static var rules = Rules(targets: [])

    static var initialStates: [Tabular] { rules.initial.map { Tabular(rules: rules, index: $0) } }

    var sampleEvents: [Int] { Array(rules.targets[index].indices) }

    mutating func handleEvent(_ event: Int) throws(TransitionError) -> Int {
        guard let target = rules.targets[index][event] else { throw .invalid }
        defer { index = target }
        return rules.outputs.isEmpty ? 0 : rules.outputs[index][event]
    }

    var activities: [Int] { rules.activities.isEmpty ? [] : rules.activities[index] }

    static func == (one: Tabular, other: Tabular) -> Bool { one.index == other.index }

    func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

extension Tabular.Rules {
    /// Random rules; the chance of an event to be handled is that many in 4.
    static func random(
        states: Int,
        events: Int,
        accepting chance: Int = 2,
        outputs: Int = 1,
        initial: Int = 1,
        using random: inout SeededGenerator
    ) -> Tabular.Rules {
        var rules = Tabular.Rules(targets: [])
        rules.initial = (0..<initial).map { $0 == 0 ? 0 : Int.random(in: 0..<states, using: &random) }
        for _ in 0..<states {
            rules.targets.append(
                (0..<events).map { _ in
                    random.chance(chance, in: 4) ? Int.random(in: 0..<states, using: &random) : nil
                }
            )
            rules.outputs.append((0..<events).map { _ in Int.random(in: 0..<outputs, using: &random) })
        }
        return rules
    }

    func graph() throws -> StateGraph<Tabular> {
        try Tabular.$rules.withValue(self) { try StateGraph(exploring: Tabular.self) }
    }

    func traces(_ suite: TraceSuite, stepLimit: Int = 1_000_000) throws -> [Trace<Tabular>] {
        try graph().traces(suite, stepLimit: stepLimit)
    }
}

/// A state and an event.
struct Try: Hashable, CustomStringConvertible {
    var index: Int
    var event: Int

    var description: String { "\(index) ─ \(event)" }
}

extension [Trace<Tabular>] {
    var stepCount: Int { reduce(0) { $0 + $1.steps.count } }

    /// The pairs that are tried and handled, or rejected.
    func pairs(handled: Bool) -> Set<Try> {
        Set(flatMap(\.steps).filter { $0.isHandled == handled }.map { Try(index: $0.before.index, event: $0.event) })
    }

    /// Two transitions, one right after the other.
    var transitionPairs: Set<[Try]> {
        Set(
            flatMap { trace in
                zip(trace.steps, trace.steps.dropFirst()).filter { $0.isHandled && $1.isHandled }.map {
                    [Try(index: $0.before.index, event: $0.event), Try(index: $1.before.index, event: $1.event)]
                }
            }
        )
    }

    /// Whether one is the beginning of another, or has no steps.
    var isRedundant: Bool {
        let words = map { [$0.initial.index] + $0.events }.sorted { $0.lexicographicallyPrecedes($1) }
        return words.contains { $0.count == 1 } || zip(words, words.dropFirst()).contains { $1.starts(with: $0) }
    }
}

extension StateGraph<Tabular> {
    func pairs(handled: Bool) -> Set<Try> {
        Set(edges.filter { $0.isHandled == handled }.map { Try(index: $0.source.state.index, event: $0.event) })
    }

    var transitionPairs: Set<[Try]> {
        Set(
            edges.filter(\.isHandled).flatMap { edge in
                edges(from: edge.target).filter(\.isHandled).map {
                    [
                        Try(index: edge.source.state.index, event: edge.event),
                        Try(index: $0.source.state.index, event: $0.event),
                    ]
                }
            }
        )
    }
}
