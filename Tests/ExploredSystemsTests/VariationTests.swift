import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Moves whose results depend on something that is not part of the state.
@Suite(.timeLimit(.minutes(1)), .computing) struct VariationTests {
    /// Draws a number when it is asked, and forgets it.
    private struct Dice: ExploredSystem {
        var last = 0
        var count = 0
        static var initialStates: [Dice] { [Dice()] }

        func moves(_ move: inout SystemMoves<Dice>) {
            move("count") { $0.count = ($0.count + 1) % 3 }
            move("throw") { $0.last = Int.random(in: 1...6) }
        }
    }

    @Test func `a move that draws a random number is named, with the property, and the results are kept`() throws {
        let exploration = try SystemExploration(of: Dice.self)
        #expect(exploration.end == .complete && !exploration.isComplete)
        #expect(exploration.statistics.states > 1)
        let text = exploration.description
        #expect(text.contains("; 'throw' has different results in one state (last: "), "\(text)")
        #expect(!text.contains("identifiers") && !text.contains("'count'"))
        let verdict = exploration.check(.never("seven") { $0.last == 7 })
        #expect("\(verdict)".hasPrefix("\"seven\" is undecided: 'throw' has different results in one state (last: "))
        #expect(exploration.check(.never("counted") { $0.count == 2 }).run?.steps.count == 2)
    }

    private struct Clock: ExploredSystem {
        var start: ContinuousClock.Instant?
        static var initialStates: [Clock] { [Clock()] }

        func moves(_ move: inout SystemMoves<Clock>) { move("start") { $0.start = .now } }
    }

    @Test func `a move that reads a clock is named even if the states never end`() throws {
        let exploration = try SystemExploration(of: Clock.self, stateLimit: 20)
        #expect(exploration.end == .stateLimit && exploration.statistics.states == 20)
        #expect(exploration.description.contains("; 'start' has different results in one state (start"))
    }

    /// Fails only sometimes.
    private struct Flaky: ExploredSystem {
        static let calls = Locked(0)
        var count = 0
        static var initialStates: [Flaky] { [Flaky()] }

        func moves(_ move: inout SystemMoves<Flaky>) {
            move("count") { $0.count = ($0.count + 1) % 4 }
            move("call") { _ in
                let number = Self.calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if number % 5 == 0 { throw SystemFault("the fifth call") }
            }
        }
    }

    @Test func `a fault that only a repetition leads to is found`() throws {
        let exploration = try SystemExploration(of: Flaky.self)
        #expect(exploration.faults.map(\.reason).map { $0.hasPrefix("the fifth call") } == [true])
        #expect(exploration.description.contains("'call'"))
        #expect(try Flaky.fault(along: ["call"]) != nil)
    }

    /// Gives the next turn to the first one in a set, which has no order.
    private struct Turns: ExploredSystem {
        var waiting: Set<Int> = []
        var names: [Int: String] = [:]
        var last: Int?
        var next = 0
        static var initialStates: [Turns] { [Turns()] }

        func moves(_ move: inout SystemMoves<Turns>) {
            if next < 4 {
                move.optional("wait") {
                    $0.waiting.insert($0.next)
                    $0.names[$0.next] = "\($0.next)"
                    $0.next += 1
                }
            }
            if waiting.count == 4 {
                move("give a turn") {
                    $0.last = $0.waiting.removeFirst()
                    if $0.last == 3 { throw SystemFault("the last one is the first") }
                }
            }
        }
    }

    @Test func `a move that depends on the order of a set is named with the set, and its fault is found`() throws {
        let exploration = try SystemExploration(of: Turns.self)
        #expect(exploration.end == .complete && !exploration.isComplete)
        let text = exploration.description
        #expect(text.contains("the result of 'give a turn' depends on the order of Turns."), "\(text)")
        #expect(text.contains("Turns.waiting"))
        // In each process: one of four orders leads to it.
        let moves = ["wait", "wait", "wait", "wait", "give a turn"]
        #expect(exploration.faults.map(\.moves) == [moves])
        for _ in 0..<5 { #expect(try Turns.fault(along: moves)?.reason == "the last one is the first") }
        #expect(try Turns.fault(along: Array(moves.prefix(4))) == nil)
    }

    /// Uses a set without regard to its order.
    private struct Fair: ExploredSystem {
        var waiting: Set<Int> = []
        var next = 0
        static var initialStates: [Fair] { [Fair()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "waiting", "next")] }

        func moves(_ move: inout SystemMoves<Fair>) {
            if waiting.count < 4 {
                move("wait") {
                    $0.waiting.insert($0.next)
                    $0.next += 1
                }
            }
            move("give a turn") { system in _ = system.waiting.min().map { system.waiting.remove($0) } }
        }
    }

    @Test func `a set whose order does not matter is not named`() throws {
        let exploration = try SystemExploration(of: Fair.self)
        #expect(exploration.isComplete && exploration.statistics.states == 5, "\(exploration)")
        #expect(exploration.check(.never("five wait") { $0.waiting.count == 5 }).holds)
    }

    /// A number that decides something after several moves although it is said to be an identifier.
    private struct Deep: ExploredSystem {
        var id: Int
        var steps = 0
        var isLarge = false
        static let depth = 4
        static var initialStates: [Deep] { [Deep(id: 0)] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "id")] }

        func moves(_ move: inout SystemMoves<Deep>) {
            if steps == 0 { move("renew") { $0.id += 1 } }
            if steps < Self.depth { move("step") { $0.steps += 1 } }
            if steps == Self.depth { move("compare") { $0.isLarge = $0.id > 0 } }
        }
    }

    @Test func `a wrong identifier is noticed several moves after the merged state`() throws {
        let text = try SystemExploration(of: Deep.self).description
        #expect(text.contains("'compare' leads to different states, although the states differ only in"))
    }

    /// Merges many harmless states before it uses a number that is not an identifier.
    private struct Late: ExploredSystem {
        var id = 0
        var count = 0
        var isLarge = false
        static var initialStates: [Late] { [Late()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "id")] }

        func moves(_ move: inout SystemMoves<Late>) {
            if count < 600 {
                for name in ["a", "b", "c"] { move(name) { $0.count += 1 } }
            } else if count < 640 {
                move("count") { $0.count += 1 }
                move("renew") { $0.id += 1 }
                move("compare") { $0.isLarge = $0.id > 0 }
            }
        }
    }

    @Test func `a wrong identifier is noticed although many states were merged before`() throws {
        #expect(try SystemExploration(of: Late.self).description.contains("id: 0 → 1"))
    }
}
