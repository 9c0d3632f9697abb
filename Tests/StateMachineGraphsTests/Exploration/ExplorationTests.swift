import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct ExplorationTests {
    /// Breadth first in the plainest path: the states in their order, with their distances.
    private func search<Definition: FiniteStateDefinition>(_: Definition.Type) -> [(state: Definition, distance: Int)] {
        var found: [(state: Definition, distance: Int)] = []
        func add(_ state: Definition, _ distance: Int) {
            if !found.contains(where: { $0.state == state }) { found.append((state, distance)) }
        }
        for state in Definition.initialStates { add(state, 0) }
        var next = 0
        while next < found.count {
            let (source, distance) = found[next]
            for event in source.sampleEvents {
                var state = source
                if (try? state.handleEvent(event)) != nil { add(state, distance + 1) }
            }
            next += 1
        }
        return found
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(50)))
    func `states come in the order of a breadth-first search`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            let expected = search(RandomWalk.self)
            #expect(graph.states == expected.map(\.state))
            #expect(graph.edgeCount == expected.reduce(0) { $0 + $1.state.sampleEvents.count })
            #expect(graph.nodes.map(\.id) == Array(expected.indices))
            for (id, state) in graph.states.enumerated() { #expect(graph.node(of: state)?.id == id) }
            #expect(graph.node(of: RandomWalk(seed: seed, index: -1)) == nil)
        }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(50)))
    func `the path to a state is a shortest one, and leads there`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            for (node, expected) in zip(graph.nodes, search(RandomWalk.self)) {
                let path = graph.path(to: node)
                #expect(path.count == expected.distance)
                #expect((path.first?.source ?? node).id < graph.initialCount)
                var state = path.first?.source.state ?? node.state
                for edge in path {
                    #expect(edge.source.state == state)
                    _ = try state.handleEvent(edge.event)
                    #expect(edge.target.state == state)
                }
                #expect(state == node.state)
            }
        }
    }

    @Test(arguments: [(2, 6), (3, 14), (6, 198), (10, 6726)])
    func `philosophers have as many states as theory says`(size: Int, states: Int) throws {
        try Table.$size.withValue(size) {
            let graph = try StateGraph(exploring: Table.self)
            #expect(graph.states.count == states)
            #expect(Set(graph.states).count == states)
            #expect(graph.edgeCount == states * size)
        }
    }

    @Test func `states with equal hashes are told apart`() throws {
        let graph = try StateGraph(exploring: Colliding.self)
        #expect(graph.states.map(\.number) == Array(0..<200))
        #expect(graph.nodes.allSatisfy { graph.node(of: $0.state) == $0 })
    }

    @Test func `initial states come first, each once`() throws {
        try RandomWalk.$seed.withValue(3) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            #expect(graph.initialCount == 2)
            #expect(graph.initialNodes.map(\.state.index) == [0, 7])
            #expect(graph.initialNodes.allSatisfy { graph.path(to: $0).isEmpty })
        }
    }

    @Test func `without sample events there are the initial states`() throws {
        try Letter.$rules.withValue(Letter.Rules(initialStates: [.b, .a], samples: [.a: [], .b: []])) {
            let graph = try StateGraph(exploring: Letter.self)
            #expect(graph.states == [.b, .a])
            #expect(graph.nodes.allSatisfy { graph.edges(from: $0).isEmpty })
        }
    }

    @Test func `states with the same key are one, and the first stands for all`() throws {
        let graph = try StateGraph(exploring: Queue.self, abstractedBy: { min($0.items.count, 2) })
        #expect(graph.states == [Queue(), Queue(items: [0]), Queue(items: [0, 1])])
        let more = try #require(graph.node(of: Queue(items: [5, 6, 7, 8])))
        #expect(more.id == 2)
        #expect(graph.edges(from: more).map(\.target.id) == [2, 1])
        #expect(graph.path(to: more).map(\.event) == [.push, .push])
        #expect(graph.findings().isEmpty)
    }

    @Test func `as many states as the limit says are allowed, and no more`() throws {
        #expect(try StateGraph(exploring: Hall.self, stateLimit: 5).states.count == 5)
        #expect(throws: ExplorationError<Hall>.self) { try StateGraph(exploring: Hall.self, stateLimit: 4) }
    }
}

/// Counts to 200, with the same hash all the path.
private struct Colliding: FiniteStateDefinition {
    var number = 0

    enum Event: CaseIterable { case next }
    static var initialStates: [Colliding] { [Colliding()] }
    mutating func handleEvent(_ event: Event) throws(TransitionError) { number = (number + 1) % 200 }
    func hash(into hasher: inout Hasher) {}
}
