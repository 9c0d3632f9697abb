import ExploredSystems
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

/// How many states an exploration with a limit contains.
@Suite(.timeLimit(.minutes(1)), .computing) struct StateLimitTests {
    /// Has three moves in every state, each to a state of its own.
    private struct Tree: ExploredSystem {
        static let depth = 3
        var path: [Int] = []
        static var initialStates: [Tree] { [Tree()] }

        func moves(_ move: inout SystemMoves<Tree>) {
            guard path.count < Self.depth else { return move("cut") { _ in throw SystemFault("the top") } }
            for branch in 0..<3 { move("climb", of: branch) { $0.path.append(branch) } }
            move("rest") { _ in }
        }
    }

    private static let count = 1 + 3 + 9 + 27

    @Test(arguments: 1..<count) func `an exploration ends with as many states as the limit allows`(limit: Int) throws {
        let exploration = try SystemExploration(of: Tree.self, stateLimit: limit)
        #expect(exploration.end == .stateLimit)
        #expect(exploration.statistics.states == limit)
        #expect(exploration.description.contains("in \(limit) state"))
        // In a tree, one climb leads to each state except the first.
        let edges = exploration.graph.edges.map(\.step.event.name)
        #expect(edges.count { $0.hasPrefix("climb") } == limit - 1)
        #expect(exploration.check(.never("thousand") { $0.path.count == 1_000 }).holds == false)
    }

    @Test(arguments: [count, count + 1]) func `an exploration within the limit is complete`(limit: Int) throws {
        let exploration = try SystemExploration(of: Tree.self, stateLimit: limit)
        #expect(exploration.isComplete && exploration.statistics.states == Self.count)
        #expect(exploration.faults.count == 1)
    }

    /// In its only state, the moves lead to two new states, to a fault and back.
    private struct Fork: ExploredSystem {
        var place = "fork"
        static var initialStates: [Fork] { [Fork()] }

        func moves(_ move: inout SystemMoves<Fork>) {
            guard place == "fork" else { return }
            for place in ["left", "right"] { move("go", of: place) { $0.place = place } }
            move("stumble") { _ in throw SystemFault("a fall") }
            move("turn") { _ in }
        }
    }

    @Test func `the other moves of the last state are made, but the state counts as not expanded`() throws {
        let exploration = try SystemExploration(of: Fork.self, stateLimit: 1)
        #expect(exploration.faults.map(\.moves) == [["stumble"]])
        #expect(exploration.graph.edges.map(\.step.event.name) == ["turn"])
        #expect(exploration.check(.never("at rest") { $0.isAtRest }).run == nil)
        // A move that is missing may lead to the goal.
        let verdict = exploration.check(.alwaysPossible("left") { $0.place == "left" })
        #expect(!verdict.holds && verdict.run == nil)
    }

    /// Counts without end in one place, next to identifiers that grow as fast.
    private struct Growing: ExploredSystem {
        enum Part { case clock, list, keys, tasks }
        static let part = Locked(Part.clock)
        var (id, now, size) = (0, 0, 0)
        var (list, table): ([Int], [Int: Bool]) = ([], [:])
        var tasks = SimulatedTasks<Int>()
        static var initialStates: [Growing] { [Growing()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "id", "list")] }

        func moves(_ move: inout SystemMoves<Growing>) {
            let part = Self.part.withLock { $0 }
            move("grow") {
                $0.id += 1
                $0.size = $0.id % 3
                switch part {
                case .clock: $0.now += 1
                case .list: $0.list.append($0.id)
                case .keys: $0.table = [$0.id: true]
                case .tasks: $0.tasks[$0.id] = .ready
                }
            }
        }
    }

    private static let growing: KeyValuePairs<Growing.Part, String> = [
        .clock: "now", .list: "the count of list", .keys: "the keys of table", .tasks: "tasks",
    ]

    @Test func `the hint names what grows, and no identifier`() throws {
        for (part, name) in Self.growing {
            Growing.part.withLock { $0 = part }
            let text = try SystemExploration(of: Growing.self, stateLimit: 20).description
            #expect(text.hasSuffix("; \(name) has the most values"), "\(text)")
        }
    }

    /// Has more initial states than the limits in these tests allow.
    private struct Starts: ExploredSystem {
        var number: Int
        static var initialStates: [Starts] { (0..<3).map { Starts(number: $0) } }
        func moves(_ move: inout SystemMoves<Starts>) { move("count") { $0.number += 1 } }
    }

    @Test(arguments: [0, 1, 2]) func `all initial states are kept, and no move is made`(limit: Int) throws {
        let exploration = try SystemExploration(of: Starts.self, stateLimit: limit)
        #expect(exploration.end == .stateLimit)
        #expect(exploration.statistics.states == 3 && exploration.statistics.transitions == 0)
    }
}
