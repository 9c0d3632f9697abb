import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Definitions whose states are kept as words.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct PackedStateDefinitionTests {
    /// A random walk, packed.
    private struct PackedWalk: PackedStateDefinition {
        var walk: RandomWalk

        static var initialStates: [PackedWalk] { RandomWalk.initialStates.map { PackedWalk(walk: $0) } }
        var sampleEvents: [Int] { walk.sampleEvents }
        mutating func handleEvent(_ event: Int) throws(TransitionError) -> Int { try walk.handleEvent(event) }

        init(walk: RandomWalk) { self.walk = walk }
        init(packed: UInt64) { walk = RandomWalk(seed: RandomWalk.seed, index: Int(packed)) }
        var packed: UInt64 { UInt64(walk.index) }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)))
    func `packed or not, the graph is the same`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let (packed, whole) = (
                try StateGraph(exploring: PackedWalk.self), try StateGraph(exploring: RandomWalk.self)
            )
            #expect(packed.states.map(\.walk) == Array(whole.states))
            #expect(packed.initialCount == whole.initialCount)
            #expect(packed.edges.map(\.target.id) == whole.edges.map(\.target.id))
            #expect(packed.edges.map(\.isHandled) == whole.edges.map(\.isHandled))
            for (one, other) in zip(packed.nodes, whole.nodes) {
                #expect(packed.path(to: one).map(\.event) == whole.path(to: other).map(\.event))
                #expect(packed.node(of: one.state) == one)
            }
        }
    }

    /// Goes up by one or two and down by one; what it keeps twice need not be packed.
    struct Counter: PackedStateDefinition {
        enum Flaw: CaseIterable { case sharedWords, wrongUnpacking, wrongBeginning }
        @TaskLocal static var flaw: Flaw?

        enum Event: CaseIterable { case one, two, back }

        var number: Int
        var isOdd: Bool

        static var initialStates: [Counter] { [Counter(0)] }

        init(_ number: Int) { (self.number, isOdd) = (number, number % 2 == 1) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            let next = [.one: number + 1, .two: number + 2, .back: number - 1][event] ?? 0
            if !(0..<3_000).contains(next) { throw .invalid }
            self = Counter(next)
        }

        var packed: UInt64 { UInt64(Self.flaw == .sharedWords && number > 10 ? number & ~1 : number) }

        init(packed: UInt64) {
            switch Self.flaw {
            case .wrongUnpacking where packed == 11, .wrongBeginning where packed == 0: self.init(Int(packed) + 1)
            case nil, .sharedWords, .wrongUnpacking, .wrongBeginning: self.init(Int(packed))
            }
        }
    }

    @Test func `thousands of states and edges lead where they should`() throws {
        let graph = try StateGraph(exploring: Counter.self)
        #expect(graph.states.count == 3_000 && graph.edgeCount == 9_000)
        for edge in graph.edges {
            var state = edge.source.state
            #expect(((try? state.handleEvent(edge.event)) != nil) == edge.isHandled)
            #expect(edge.target.state == state && graph.states[edge.target.id] == state)
        }
        #expect(graph.node(of: Counter(3_000)) == nil)
        var unreachable = Counter(5)
        unreachable.isOdd = false
        #expect(graph.node(of: unreachable) == nil)
    }

    @Test(arguments: Counter.Flaw.allCases)
    func `a wrong packing is noticed, and the graph is right all the same`(flaw: Counter.Flaw) throws {
        let right = try StateGraph(exploring: Counter.self)
        let (numbers, targets) = (right.states.map(\.number), right.edges.map(\.target.id))
        try Counter.$flaw.withValue(flaw) {
            let graph = try StateGraph(exploring: Counter.self)
            let isSame = graph.states.map(\.number) == numbers && graph.edges.map(\.target.id) == targets
            #expect(isSame)
            let defects = graph.findings().filter(\.isDefect)
            #expect(defects.count == 1)
            guard case .packingChangesState(let node, let changed)? = defects.first else {
                Issue.record("\(defects)")
                return
            }
            #expect(node.state.number == (flaw == .wrongBeginning ? 0 : 11))
            #expect(changed.number == (flaw == .sharedWords ? 10 : node.state.number + 1))
        }
    }

    @Test func `as many packed states as the limit says are allowed, and no more`() throws {
        #expect(try StateGraph(exploring: Counter.self, stateLimit: 3_000).states.count == 3_000)
        let error = #expect(throws: ExplorationError<Counter>.self) {
            try StateGraph(exploring: Counter.self, stateLimit: 2_999)
        }
        #expect(error?.tooManyStates?.growth != nil)
    }

    @Test func `states are a collection like an array of them`() throws {
        let states = try StateGraph(exploring: Counter.self).states
        let others = try StateGraph(exploring: Counter.self, abstractedBy: \.isOdd).states
        let areEqual = (itself: states == states, array: states == Array(states), others: states == others)
        #expect(areEqual == (true, true, false))
        #expect(states.indices == 0..<3_000 && states.last == Counter(2_999))
        #expect("\(states.prefix(1).map(\.number))" == "[0]")
    }
}
