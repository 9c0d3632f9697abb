import StateMachineTestSupport
import StateMachines
import Synchronization
import Testing

@testable import StateMachineGraphs

/// Searches that end at a bound, against graphs of the same part.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct BoundedPartTests {
    private static let seeds = 0..<UInt64(ProcessEnvironment.runs(12))

    private func properties(_ claims: TabularClaims) -> [MachineProperty<Tabular>] {
        let (some, others, edges) = (claims.some, claims.others, claims.edges)
        let promises: [MachineProperty<Tabular>] = claims.assumptions.flatMap { fairness, _ in
            [
                .eventually("eventually", assuming: fairness) { others.contains($0.index) },
                .leadsTo(
                    "leads to",
                    from: { some.contains($0.index) },
                    to: { others.contains($0.index) },
                    assuming: fairness
                ),
                .eventuallyAlways("settles", assuming: fairness) { others.contains($0.index) },
            ]
        }
        return promises + [
            .always("always") { !some.contains($0.index) }, .never("never") { others.contains($0.index) },
            .everyTransition("transitions") { !edges.contains(Try(index: $0.before.index, event: $0.event)) },
            .everyEvent("events") { $0.isHandled || !some.contains($0.before.index) },
            .reachable("reachable") { others.contains($0.index) && some.contains($0.index) },
            .alwaysPossible("possible") { others.contains($0.index) },
            .atAllTimes("twice", remembering: { _ in 0 }) { count, step in
                if some.contains(step.after.index) { count += 1 }
                return count < 2
            },
        ]
    }

    @Test(arguments: seeds)
    func `what a part refutes is refuted at the bounds, and nothing else`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        try claims.run { graph in
            let properties = properties(claims)
            var depths: [Int: Int] = [:]
            for node in graph.nodes { depths[node.state.index] = graph.path(to: node).count }
            for depth in [0, 1, 2, 4] {
                let part = try StateGraph(
                    exploring: Tabular.self,
                    within: { [depths] in depths[$0.index] ?? 0 < depth }
                )
                let results = try BoundedSearch(of: Tabular.self, depth: depth).check(properties)
                for (property, result) in zip(properties, results) {
                    let comment: Comment = "\(claims.rules) \(property.name) \(property.kind) depth \(depth)"
                    let isWhole = part.cutNodes.isEmpty
                    if property.kind != .atAllTimes { #expect(!result.isComplete || isWhole, comment) }
                    switch part.check(property) {
                    case .fails(let expected):
                        // The memory of `atAllTimes` may take runs that are longer than the depth.
                        if property.kind != .atAllTimes { #expect(result.counterexample == expected, comment) }
                        #expect(graph.check(property).counterexample != nil, comment)
                    case .holds, .undecided:
                        let isRefuted = property.kind == .atAllTimes && graph.check(property).counterexample != nil
                        #expect(result.counterexample == nil || isRefuted, comment)
                        if isWhole, property.kind != .atAllTimes { #expect(result.holds, comment) }
                    }
                }
            }
        }
    }

    @Test(arguments: seeds)
    func `a key and a constraint are those of a graph`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let properties: [MachineProperty<RandomWalk>] = [
                .never("never") { $0.index % 50 == 1 }, .everyTransition("every") { $0.after.index % 30 != 2 },
                .everyEvent("events") { $0.isHandled || $0.before.index % 9 != 1 },
                .reachable("reachable") { $0.index % 60 == 3 }, .alwaysPossible("possible") { $0.index % 8 == 1 },
                .eventually("eventually") { $0.index % 4 == 1 }, .eventuallyAlways("settles") { $0.index % 5 != 1 },
                .atAllTimes("all", remembering: { _ in false }) { wasThere, step in
                    wasThere = wasThere || step.after.index % 30 == 1
                    return !wasThere || step.after.index % 30 != 5
                },
            ]
            let within: @Sendable (RandomWalk) -> Bool = { $0.index % 7 != 0 || $0.index < 20 }
            let pairs = [
                (
                    try StateGraph(exploring: RandomWalk.self, within: within),
                    BoundedSearch(of: RandomWalk.self, within: within)
                ),
                (
                    try StateGraph(exploring: RandomWalk.self, abstractedBy: { $0.index / 2 }, within: within),
                    BoundedSearch(of: RandomWalk.self, abstractedBy: { $0.index / 2 }, within: within)
                ),
            ]
            for (graph, search) in pairs {
                for (property, result) in zip(properties, try search.check(properties)) {
                    let verdict = graph.check(property)
                    #expect(verdict.description == result.verdict.description, "\(property.kind)")
                    let alone = try search.check(property).verdict.description
                    #expect(alone == verdict.description, "\(property.kind)")
                }
            }
        }
    }

    /// Counts how often it is asked.
    private struct Asked: FiniteStateDefinition {
        static let count = Atomic(0)
        var number = 0
        enum Event: CaseIterable { case up, down }
        static var initialStates: [Asked] { [Asked()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            Self.count.wrappingAdd(1, ordering: .relaxed)
            number = max(0, min(99, number + (event == .up ? 1 : -1)))
        }
    }

    @Test func `several properties are checked in one exploration`() throws {
        func asked(_ properties: [MachineProperty<Asked>]) throws -> Int {
            Asked.count.store(0, ordering: .relaxed)
            #expect(try BoundedSearch(of: Asked.self, stateLimit: 50).check(properties).allSatisfy { !$0.isComplete })
            return Asked.count.load(ordering: .relaxed)
        }
        let never = (0..<10).map { number in MachineProperty<Asked>.never("\(number)") { $0.number < -number } }
        #expect(try asked(never) == asked([never[0]]))
        let each = (0..<10).map { number in MachineProperty<Asked>.everyEvent("\(number)") { $0.isHandled } }
        #expect(try asked(each) == asked([each[0]]))
        // Each step once more, for all that is said of steps.
        #expect(try asked(never + each) == 2 * asked(never))
    }

    @Test func `without promises no edge is kept, and a trace is found all the same`() throws {
        var search = BoundedStateSearch(
            WholeStates<Tally>(),
            within: BoundedSearch(of: Tally.self, stateLimit: 1_000),
            [.never("nine hundred") { $0.count == 900 }, .noDeadEnd()],
            false,
            nil
        )
        try search.explore()
        #expect(search.exploration.successors.isEmpty && search.exploration.offsets.isEmpty)
        #expect(search.exploration.arrivals.count == search.exploration.parents.count)
        let found = search.results()
        let results = try #require(found)
        #expect(results[0].counterexample?.trace?.events == Array(repeating: .up, count: 900))
        #expect(results[1].tooManyStates?.growth?.later.count ?? 0 > 900)
        #expect(
            results[1].description.contains(
                "There are more than 1000 states. The payload of Tally keeps changing in count"
            )
        )
        #expect(
            results.allSatisfy {
                $0.statistics.transitions + $0.statistics.rejections == 2 * results[0].statistics.states - 2
            }
        )
    }

    @Test func `a promise that the first state breaks is refuted though there is no end to the states`() throws {
        let search = BoundedSearch(of: Tally.self, stateLimit: 100)
        let result = try search.check(.eventually("it is below zero") { $0.count < 0 })
        #expect(result.counterexample?.trace?.steps.count == 0 && result.counterexample?.loop?.steps.count == 2)
        let limited = try BoundedSearch(of: Tally.self, stateLimit: 100, within: { $0.count < 5 }).check(.noDeadEnd())
        #expect(limited.holds && limited.isComplete && limited.statistics.states == 6 && limited.tooManyStates == nil)
    }
}
