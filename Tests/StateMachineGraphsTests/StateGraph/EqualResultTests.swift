import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// The results of graphs, checks and searches that can be compared, hashed and printed.
@Suite(.timeLimit(.minutes(1)), .computing) struct EqualResultTests {
    private typealias Rules = Letter.Rules

    private static func graph() throws -> StateGraph<Letter> {
        let rules = Rules(transitions: [.a: [.go: .b], .b: [.go: .c, .back: .a], .c: [:]])
        return try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
    }

    /// Performs work under the rules of the graph.
    private func inRules<Result>(_ work: () throws -> Result) rethrows -> Result {
        let rules = Rules(transitions: [.a: [.go: .b], .b: [.go: .c, .back: .a], .c: [:]])
        return try Letter.$rules.withValue(rules) { try work() }
    }

    @Test func `edges, steps and traces of two explorations are equal`() throws {
        try inRules {
            let (one, other) = (try Self.graph(), try Self.graph())
            #expect(Array(one.edges) == Array(other.edges))
            #expect(Set(Array(one.edges) + Array(other.edges)).count == one.edgeCount)
            let node = try #require(one.node(of: .c))
            let trace = Trace(from: Letter.a, events: one.path(to: node).map(\.event))
            #expect(Set([trace, trace, Trace(from: .a)]).count == 2)
            #expect("\(one)" == "Letter: 3 states, 6 edges")
        }
    }

    @Test func `verdicts and findings of two explorations are equal`() throws {
        try inRules {
            let (one, other) = (try Self.graph(), try Self.graph())
            #expect(!one.findings().isEmpty && one.findings() == other.findings())
            #expect(Set(one.findings() + other.findings()).count == one.findings().count)
            let property = MachineProperty<Letter>.never("the end") { $0 == .c }
            #expect(Set([one.check(property), other.check(property), one.check(.noDeadEnd())]).count == 2)
            let error = #expect(throws: MachineVerificationError<Letter>.self) { try one.verify(property) }
            let counterexample = try #require(other.check(property).counterexample)
            #expect(error == .refuted(counterexample))
        }
    }

    /// A number that grows.
    private struct Endless: FiniteStateDefinition {
        var number = 0
        enum Event: CaseIterable { case grow }
        static var initialStates: [Endless] { [Endless()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
            number += 1
            return number
        }
    }

    private func error(_ limit: Int) -> ExplorationError<Endless>? {
        #expect(throws: ExplorationError<Endless>.self) { try StateGraph(exploring: Endless.self, stateLimit: limit) }
    }

    @Test func `errors of explorations are equal if their limits and states are`() {
        #expect(error(10) == error(10) && error(10) != error(11) && error(10) != .cancelled)
        #expect(Set([error(10), error(10), error(11)]).count == 2)
    }

    @Test func `results of searches and simulations are equal if their figures and verdicts are`() async throws {
        let property = MachineProperty<Endless>.never("five") { $0.number == 5 }
        let simulation = MachineSimulation(of: Endless.self, seed: 1, runs: 2, steps: 10)
        let (one, other) = (try await simulation.check(property), try await simulation.check(property))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(try await simulation.check(.never("six") { $0.number == 6 }) != one)
        let verdicts = try (0..<2).map { _ in try StateGraph.bounded(property).verdict }
        #expect(verdicts[0] == verdicts[1])
    }

    @Test func `an assumption is printed in words`() {
        #expect("\(Fairness<Letter>.weak("it goes") { $0 == .go })" == "it goes (weakly fair)")
        #expect("\(Fairness<Letter>.strongForEachEvent)" == "each event is strongly fair")
    }
}

extension StateGraph {
    /// Searches the first ten states for a violation.
    fileprivate static func bounded(
        _ property: MachineProperty<Definition>
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition> {
        try BoundedSearch(of: Definition.self, stateLimit: 10).check(property)
    }
}
