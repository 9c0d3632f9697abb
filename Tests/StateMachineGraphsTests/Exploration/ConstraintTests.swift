import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ConstraintTests {
    private let graph: StateGraph<Tally>
    init() throws { graph = try StateGraph(exploring: Tally.self, within: { $0.count < 5 }) }

    @Test func `a state outside of the constraint is found and not expanded`() {
        #expect(graph.states.map(\.count) == [0, 1, 2, 3, 4, 5])
        #expect(graph.cutNodes.map(\.state.count) == [5])
        #expect(graph.nodes.map(graph.isCut) == [false, false, false, false, false, true])
        #expect(graph.nodes.map { graph.edges(from: $0).count } == [2, 2, 2, 2, 2, 0])
        #expect(graph.edges.filter { !$0.isHandled }.map(\.description) == ["Tally(count: 0) ─ down → –"])
    }

    @Test func `each of many states outside of the constraint is known`() throws {
        let graph = try StateGraph(exploring: Network.self, within: { $0.sent < 6 })
        #expect(Set(graph.cutNodes.map(\.state.received)) == Set(0...5))
        #expect(graph.nodes.allSatisfy { graph.isCut($0) == ($0.state.sent == 6) })
        // The last state is not outside.
        let fork = try Tabular.$rules.withValue(Tabular.Rules(targets: [[1, 2], [0], [3], [3]])) {
            try StateGraph(exploring: Tabular.self, within: { $0.index != 1 })
        }
        #expect(fork.nodes.map(fork.isCut) == [false, true, false, false])
    }

    @Test func `an initial state outside of the constraint is not expanded either`() throws {
        let graph = try StateGraph(exploring: Tally.self, within: { $0.count > 0 })
        #expect(graph.states.count == 1 && graph.cutNodes.count == 1 && graph.findings().isEmpty)
    }

    @Test func `packed states and representatives are cut, too`() throws {
        let packed = try StateGraph(exploring: PackedWheel.self, within: { $0.wheel.number < 3 })
        #expect(packed.states.map(\.wheel.number) == [0, 1, 2, 3] && packed.cutNodes.map(\.id) == [3])
        let abstracted = try StateGraph(exploring: Tally.self, abstractedBy: \.count, within: { $0.count < 2 })
        #expect(abstracted.states.map(\.count) == [0, 1, 2] && abstracted.cutNodes.map(\.id) == [2])
    }

    @Test func `what is cut is no finding`() throws {
        // Five is no dead end, does not fail to offer anything, and counting may well end beyond
        // it.
        #expect(graph.findings().map(\.description) == [])
        let climbing = try StateGraph(exploring: Climb.self, within: { $0 != .hill })
        #expect(climbing.findings().map(\.description) == [])
        #expect(
            try StateGraph(exploring: Climb.self).findings().map(\.description) == [
                "No event is handled in peak, so it is a dead end."
            ]
        )
    }

    @Test func `a state outside of the constraint is judged, its events are not`() {
        #expect(graph.check(.never("five") { $0.count == 5 }).counterexample?.trace?.steps.count == 5)
        #expect(graph.check(.always("up to five") { $0.count <= 5 }).holds)
        #expect(graph.check(.reachable("five") { $0.count == 5 }).holds)
        #expect(graph.check(.everyEvent("nothing beyond five") { $0.before.count < 5 }).holds)
        #expect(graph.check(.atAllTimes("nothing beyond five", remembering: { _ in 0 }) { $1.before.count < 5 }).holds)
    }

    @Test func `a run that leaves the constraint is not judged`() {
        // Nothing leads back from five in this graph, and nothing is handled there.
        #expect(graph.check(.alwaysPossible("zero") { $0.count == 0 }).holds)
        #expect(graph.check(.alwaysPossible("nine") { $0.count == 9 }).holds)
        #expect(
            graph.check(.eventually("nine", assuming: [.weak("up") { $0 == .up }]) { $0.count == 9 }).counterexample?
                .loop != nil
        )
        let up = MachineProperty<Tally>.leadsTo(
            "away from four",
            from: { $0.count == 4 },
            to: { $0.count > 9 },
            assuming: [.strongForEachEvent]
        )
        #expect(graph.check(up).counterexample?.trace?.last.count != 5)
    }

    @Test func `a state beyond the constraint may be reachable`() throws {
        let undecided = try #require(graph.check(.reachable("nine") { $0.count == 9 }).undecided)
        #expect(
            undecided.description.contains("is undecided: none of 6 states satisfies it, and some states are outside")
        )
    }

    @Test(arguments: [
        TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 8), .faults(extraStates: 1),
        .randomWalks(seed: 3),
    ])
    func `no test goes on outside of the constraint`(suite: TraceSuite) throws {
        let traces = try graph.traces(suite)
        #expect(!traces.isEmpty)
        let steps = traces.flatMap(\.steps)
        #expect(steps.allSatisfy { $0.before.count < 5 })
        if suite != .rejections, suite != .simplePaths(upTo: 8) { #expect(steps.contains { $0.after.count == 5 }) }
        for (index, trace) in traces.enumerated() {
            let text = trace.description
            #expect(
                !traces.enumerated().contains { $0.offset != index && $0.element.description.hasPrefix(text + " ") }
            )
        }
    }

    @Test func `definitions are compared as far as both constraints go`() throws {
        let other = try StateGraph(exploring: Tally.self, within: { $0.count < 3 })
        #expect(graph.difference(from: other, events: \.self, states: \.count, \.count) == nil)
        #expect(other.difference(from: graph, events: \.self, states: \.count, \.count) == nil)
        let difference = graph.difference(from: other, events: \.self, states: \.count) { min($0.count, 2) }
        #expect(difference?.left?.events == [.up, .up, .up])
    }
}

/// Goes up over a hill, and stays on the peak.
private enum Climb: FiniteStateDefinition, CaseIterable {
    case valley, hill, peak

    enum Event: CaseIterable { case climb, rest }
    static var initialStates: [Climb] { [.valley] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.valley, .climb): self = .hill
        case (.hill, .climb), (.hill, .rest): self = .peak
        case (.valley, .rest), (.peak, .climb), (.peak, .rest): throw .invalid
        }
    }
}
