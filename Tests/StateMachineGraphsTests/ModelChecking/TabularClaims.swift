import StateMachineGraphs
import StateMachines
import Testing

/// A random machine with what is claimed of it, as values that the oracle and the library both
/// understand.
struct TabularClaims {
    let rules: Tabular.Rules
    let oracle: TabularOracle

    /// Two sets of states, of edges, and of events.
    let some: Set<Int>
    let others: Set<Int>
    let edges: Set<Try>
    let begins: Set<Int>
    let ends: Set<Int>

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (states, events) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...3, using: &random))
        var rules = Tabular.Rules.random(
            states: states,
            events: events,
            accepting: Int.random(in: 2...3, using: &random),
            initial: Int.random(in: 1...2, using: &random),
            using: &random
        )
        rules.activities = (0..<states).map { _ in
            // In any order, and now and then twice.
            let list = (0..<3).shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            return Array(list) + (random.chance(1, in: 8) ? list.prefix(1) : [])
        }
        func subset(of all: some Sequence<Int>, _ random: inout SeededGenerator) -> Set<Int> {
            Set(all.filter { _ in random.chance(2, in: 5) })
        }
        some = subset(of: 0..<states, &random)
        others = subset(of: 0..<states, &random)
        begins = subset(of: 0..<events, &random)
        ends = subset(of: 0..<events, &random)
        edges = Set(
            (0..<states).flatMap { state in (0..<events).map { Try(index: state, event: $0) } }
                .filter { _ in random.chance(1, in: 5) }
        )
        self.rules = rules
        oracle = TabularOracle(rules)
    }

    /// The same claims about another machine.
    init(_ claims: TabularClaims, rules: Tabular.Rules) {
        self.rules = rules
        oracle = TabularOracle(rules)
        (some, others, edges) = (claims.some, claims.others, claims.edges)
        (begins, ends) = (claims.begins, claims.ends)
    }

    /// Explores the machine, and does something with it.
    func run(_ body: (StateGraph<Tabular>) throws -> Void) throws {
        try Tabular.$rules.withValue(rules) { try body(try StateGraph(exploring: Tabular.self)) }
    }

    /// Whether a trace is a run of the machine: from an initial state, each step as the table says.
    func isRun(_ trace: Trace<Tabular>, from starts: [Int]? = nil) -> Bool {
        var index = trace.initial.index
        guard (starts ?? rules.initial).contains(index) else { return false }
        for step in trace.steps {
            let target = rules.targets[index][step.event]
            guard step.before.index == index, step.isHandled == (target != nil) else { return false }
            index = target ?? index
            guard step.after.index == index else { return false }
        }
        return true
    }

    func edge(_ step: TraceStep<Tabular>) -> TabularOracle.Edge {
        .init(source: step.before.index, event: step.event, target: step.isHandled ? step.after.index : nil)
    }

    /// Assumptions as the library takes them, and as the oracle does.
    var assumptions: [(fairness: [Fairness<Tabular>], expected: [TabularOracle.Assumption])] {
        let (begins, edges) = (begins, edges)
        let each: [(TabularOracle.Edge) -> Bool] = (0..<3).map { event in { $0.event == event } }
        let event: (TabularOracle.Edge) -> Bool = { begins.contains($0.event) }
        let pair: (TabularOracle.Edge) -> Bool = { edges.contains(Try(index: $0.source, event: $0.event)) }
        return [
            ([], []),
            ([.weak("event") { begins.contains($0) }], [.init(isStrong: false, actions: [event])]),
            ([.strong("event") { begins.contains($0) }], [.init(isStrong: true, actions: [event])]),
            ([.weakForEachEvent], [.init(isStrong: false, actions: each)]),
            ([.strongForEachEvent], [.init(isStrong: true, actions: each)]),
            (
                [.weak("pair") { edges.contains(Try(index: $0.index, event: $1)) }],
                [.init(isStrong: false, actions: [pair])]
            ),
            (
                [.strong("pair") { edges.contains(Try(index: $0.index, event: $1)) }],
                [.init(isStrong: true, actions: [pair])]
            ),
            (
                [.strong("pair") { edges.contains(Try(index: $0.index, event: $1)) }, .weakForEachEvent],
                [.init(isStrong: true, actions: [pair]), .init(isStrong: false, actions: each)]
            ),
        ]
    }
}
