import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct StateGraphEdgeTests {
    @Test(arguments: 0..<UInt64(20))
    func `an edge is what the definition does`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            for node in graph.nodes {
                let edges = graph.edges(from: node)
                #expect(edges.map(\.event) == node.state.sampleEvents)
                for edge in edges { check(edge, in: graph) { $0 == $1 } }
            }
            #expect(Array(graph.edges).count == graph.edgeCount)
        }
    }

    @Test func `edges know which activities of states inside states end and begin`() throws {
        let graph = try StateGraph(exploring: Hall.self)
        for edge in graph.edges { check(edge, in: graph) { _, _ in true } }
        let both = Hall.lit(Lamps(left: .on, right: .on))
        let leave = try #require(graph.node(of: both).flatMap { graph.edges(from: $0).first { $0.event == .leave } })
        #expect(leave.step.exited == [.lamps(.right(.shining)), .lamps(.left(.shining)), .heating])
        #expect(leave.step.entered.isEmpty)
        #expect(leave.target.state == .dark)
    }

    @Test func `an edge is written as state, event and state`() throws {
        let graph = try StateGraph(exploring: Hall.self)
        let lines = graph.edges.prefix(5).map(\.description)
        #expect(
            lines == [
                "dark ─ enter → lit(left: off, right: off)", "dark ─ leave → –", "dark ─ lamps(toggleLeft) → –",
                "dark ─ lamps(toggleRight) → –", "lit(left: off, right: off) ─ enter → –",
            ]
        )
    }

    /// Compares an edge with a machine that gets the same event.
    private func check<Definition: FiniteStateDefinition>(
        _ edge: StateGraph<Definition>.Edge,
        in graph: StateGraph<Definition>,
        isSameOutput: (Definition.Output, Definition.Output) -> Bool
    ) {
        let machine = StateMachine(edge.source.state)
        machine.start()
        var (exited, entered): ([Definition.Activity], [Definition.Activity]) = ([], [])
        machine.onActivityExit { exited.append($0) }
        machine.onActivityEntry { entered.append($0) }
        switch (machine.send(edge.event), edge.step.outcome) {
        case (.handled(let expected), .handled(let output)):
            #expect(isSameOutput(expected, output))
            #expect(edge.isHandled)
        case (.rejected, .rejected): #expect(!edge.isHandled)
        case (let outcome, _): Issue.record("\(edge), but \(outcome)")
        }
        #expect(machine.state == edge.target.state)
        #expect(graph.states[edge.target.id] == edge.target.state)
        #expect(exited == edge.step.exited)
        #expect(entered == edge.step.entered)
    }

    @Test func `an edge whose event is rejected by now leads to where it begins`() throws {
        try Moody.$journal.withValue(Journal()) {
            let edge = try #require(try StateGraph(exploring: Moody.self).edges.first { $0.event == .provoke })
            #expect(!edge.isHandled && edge.target.state == .calm)
        }
    }

    @Test func `a path begins in an initial state, and takes the first of several edges`() throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .b, .back: .b], .b: [.back: .c]])
        let graph = try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
        let path = Letter.$rules.withValue(rules) { graph.path(to: 2) }
        #expect(path.start == 0 && path.events == [.go, .back])
    }
}
