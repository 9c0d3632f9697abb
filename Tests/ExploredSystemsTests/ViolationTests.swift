import ExploredSystems
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

/// The test of a run that violates a property, and the run with the fewest assumptions.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct ViolationTests {
    /// A random graph whose places have moves, some of which depend on assumptions.
    private struct Maze: ExploredSystem {
        struct Way: Hashable {
            let name: String
            let end: Int
            let assumption: SystemAssumption?
        }

        /// The ways from each place; moves are made on other threads.
        static let ways = Locked<[[Way]]>([[]])
        var place = 0

        static var initialStates: [Maze] { [Maze()] }

        static var properties: [Property] {
            [
                .never("the last place") { $0.place == 7 },
                .everyTransition("no way from an odd place to the place before") {
                    $0.before.place % 2 == 0 || $0.after.place != $0.before.place - 1
                },
                .alwaysPossible("the first place") { $0.place == 0 },
                .eventually("the fifth place") { $0.place == 4 },
                .reachable("the sixth place") { $0.place == 5 },
            ]
        }

        func moves(_ move: inout SystemMoves<Maze>) {
            for way in Self.ways.withLock({ $0[place] }) {
                move(way.name, assuming: way.assumption) { $0.place = way.end }
            }
        }

        static func random(_ seed: UInt64) -> [[Way]] {
            var random = SeededGenerator(seed: seed)
            let assumptions: [SystemAssumption?] = [nil, nil, "a", "b", "c"]
            return (0..<8).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { number in
                    let assumption = assumptions.randomElement(using: &random) ?? nil
                    return Way(name: "way \(number)", end: .random(in: 0..<8, using: &random), assumption: assumption)
                }
            }
        }

        /// The fewest assumptions of a way to a place, and the fewest moves among those.
        static func best(to last: Int) -> (assumptions: Int, moves: Int)? {
            let all: [SystemAssumption] = ["a", "b", "c"]
            let ways = ways.withLock(\.self)
            let sets = (0..<8).map { bits in all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element) }
            for size in 0...3 {
                let lengths = sets.filter { $0.count == size }.compactMap { allowed -> Int? in
                    var (reached, length) = (Set([0]), 0)
                    while !reached.contains(last) {
                        let next = reached.union(
                            reached.flatMap { place in
                                ways[place].filter { $0.assumption.map(allowed.contains) ?? true }.map(\.end)
                            }
                        )
                        if next == reached { return nil }
                        (reached, length) = (next, length + 1)
                    }
                    return length
                }
                if let length = lengths.min() { return (size, length) }
            }
            return nil
        }
    }

    @Test func `a violation has the fewest assumptions, and its moves violate the property again`() throws {
        var violated: Set<String> = []
        for seed in 0..<UInt64(ProcessEnvironment.runs(60)) {
            Maze.ways.withLock { $0 = Maze.random(seed) }
            let exploration = try SystemExploration(of: Maze.self)
            let best = Maze.best(to: 7)
            let run = exploration.verdicts[0].run
            #expect(run?.assumptions.count == best?.assumptions && run?.moves.count == best?.moves, "seed \(seed)")
            for verdict in exploration.verdicts {
                guard let run = verdict.run else { continue }
                violated.insert(verdict.property)
                let again = try Maze.violation(of: verdict.property, along: run.moves + run.loop.map(\.name))
                #expect(again != nil, "seed \(seed): \(verdict)")
                #expect(run.swiftTest.contains("Maze.violation(of: \"\(verdict.property)\", along: moves) == nil"))
            }
        }
        #expect(violated.count == 4, "\(violated)")
    }

    @Test func `moves that no longer violate a property, or are no longer possible, find nothing`() throws {
        Maze.ways.withLock { $0 = [[Maze.Way(name: "on", end: 7, assumption: nil)]] + Array(repeating: [], count: 7) }
        #expect(try Maze.violation(of: "the last place", along: ["on"]) != nil)
        #expect(try Maze.violation(of: "the last place", along: []) == nil)
        #expect(try Maze.violation(of: "the last place", along: ["back"]) == nil)
        #expect(try Maze.violation(of: "the first place", along: ["on"]) != nil)
        // The defect is mended.
        let mended = [[Maze.Way(name: "on", end: 7, assumption: nil)]] + Array(repeating: [], count: 6)
        Maze.ways.withLock { $0 = mended + [[Maze.Way(name: "back", end: 0, assumption: nil)]] }
        #expect(try Maze.violation(of: "the first place", along: ["on"]) == nil)
    }

    @Test func `a goal that is nowhere is violated without a move, and at a limit the test is an error`() throws {
        struct Road: ExploredSystem {
            var place = 0
            static var initialStates: [Road] { [Road()] }
            static var properties: [Property] { [.alwaysPossible("the sea") { $0.place == 9 }] }
            func moves(_ move: inout SystemMoves<Road>) {
                if place < 5 { move("walk") { $0.place += 1 } }
            }
        }
        let run = try #require(try SystemExploration(of: Road.self).verdicts[0].run)
        #expect(run.moves.isEmpty && run.swiftTest.contains("let moves: [String] = []"))
        #expect(try Road.violation(of: "the sea", along: run.moves) != nil)
        #expect(throws: SystemExplorationError.undecided("there are more states")) {
            _ = try Road.violation(of: "the sea", along: run.moves, stateLimit: 3)
        }
    }

    @Test func `a test of an unknown property or initial state is an error`() {
        #expect(throws: SystemExplorationError.missingProperty("dark")) {
            _ = try Maze.violation(of: "dark", along: [])
        }
        #expect(throws: SystemExplorationError.noInitialState(3)) {
            _ = try Maze.violation(of: "the last place", along: [], from: 3)
        }
    }

    @Test func `faults of one place with different reasons are different, whatever their numbers`() throws {
        struct Counted: ExploredSystem {
            var count = 0
            static var initialStates: [Counted] { [Counted()] }
            func moves(_ move: inout SystemMoves<Counted>) {
                if count < 3 { move("count") { $0.count += 1 } }
                for word in ["lost", "doubled"] {
                    move(word) { throw SystemFault("request \($0.count) is \(word)") }
                }
            }
        }
        let faults = try SystemExploration(of: Counted.self).faults
        #expect(Set(faults.map(\.reason)).count == 2 && faults.allSatisfy { $0.reason.contains("request 0 is") })
        #expect(Set(faults.map(\.swiftTest)).count == 2)
    }

    @Test func `states have short names in the graph`() throws {
        struct Long: ExploredSystem {
            var text = String(repeating: "a long text ", count: 20)
            static var initialStates: [Long] { [Long()] }
            func moves(_ move: inout SystemMoves<Long>) {
                if text.count < 242 { move("write") { $0.text += "." } }
            }
        }
        let graph = try SystemExploration(of: Long.self).graph
        guard case .fails(let counterexample) = graph.check(.never("two dots") { $0.text.hasSuffix("..") }) else {
            Issue.record("the property holds")
            return
        }
        #expect("\(counterexample)".contains("state 0 ─ write → state 1"))
    }
}
