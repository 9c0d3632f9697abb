import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Which states are at rest: moves that change nothing, and moves that only a limit leaves out.
@Suite(.timeLimit(.minutes(1)), .computing) struct RestTests {
    /// A stream whose poll finds nothing once its writer has failed.
    private struct Stream: ExploredSystem {
        var isOpen = true
        var hasFailed = false
        static var initialStates: [Stream] { [Stream()] }

        func moves(_ move: inout SystemMoves<Stream>) {
            if !hasFailed {
                move.optional("fail") { $0.hasFailed = true }
                move("close") { $0.isOpen = false }
            }
            move("poll") { _ in }
        }
    }

    @Test func `a state in which every move changes nothing is at rest`() throws {
        let exploration = try SystemExploration(of: Stream.self)
        let verdict = exploration.check(.never("open at rest") { $0.isAtRest && $0.isOpen })
        #expect(verdict.run?.moves == ["fail"])
        // The promise says the same.
        let promise = exploration.check(.leadsTo("closes", from: { $0.hasFailed && $0.isOpen }, to: { !$0.isOpen }))
        #expect(promise.run?.moves == ["fail"])
        #expect(promise.run?.loop.map(\.name) == ["poll"])
        #expect(exploration.check(.never("at rest at first") { $0.isAtRest && !$0.hasFailed && $0.isOpen }).holds)
    }

    /// Fails in a move that otherwise changes nothing, or changes something that is hidden.
    private struct Secret: ExploredSystem {
        struct Counter: ~Copyable { var count = 0 }
        final class Box { var counter = Counter() }
        var box: Box? = Box()
        static var initialStates: [Secret] { [Secret(), Secret(box: nil)] }

        func moves(_ move: inout SystemMoves<Secret>) {
            if box == nil {
                move("look") { _ in throw SystemFault("nothing") }
            } else {
                move("count") { $0.box?.counter.count += 0 }
            }
        }
    }

    @Test func `a move that fails, or that may change something hidden, is not a rest`() throws {
        let exploration = try SystemExploration(of: Secret.self)
        #expect(exploration.check(.never("at rest") { $0.isAtRest }).run == nil)
    }

    /// A request that times out after three units, in a model of two units.
    private struct Deadline: ExploredSystem {
        var now = 0
        var deadline: Int?
        var hasLooked = false
        static var initialStates: [Deadline] { [Deadline()] }
        static let isMarked = Locked(true)

        func moves(_ move: inout SystemMoves<Deadline>) {
            if deadline == nil, now < 2 { move.optional("request") { $0.deadline = $0.now + 3 } }
            if now == 2 { move.optional("look") { $0.hasLooked.toggle() } }
            let pass = { (system: inout Deadline) in
                system.now += 1
                if let deadline = system.deadline, deadline <= system.now { system.deadline = nil }
            }
            if Self.isMarked.withLock({ $0 }) {
                move("time passes", within: now < 2, pass)
            } else if now < 2 {
                move("time passes", pass)
            }
        }
    }

    @Test func `a state is not at rest if only a limit stops the time`() throws {
        let waits = Deadline.Property.never("a request waits forever") { $0.isAtRest && $0.deadline != nil }
        let ends = Deadline.Property.leadsTo("a request ends", from: { $0.deadline != nil }, to: { $0.deadline == nil })
        let exploration = try SystemExploration(of: Deadline.self)
        #expect(exploration.isComplete && exploration.check(waits).holds && exploration.check(ends).holds)
        #expect(exploration.check(.reachable("a look at the end") { $0.hasLooked }).holds)
        #expect(!exploration.check(.reachable("later") { $0.now == 3 }).holds)
        #expect(try Deadline.fault(after: ["time passes", "time passes"]) == nil)
        #expect(throws: SystemExplorationError.self) {
            _ = try Deadline.fault(after: Array(repeating: "time passes", count: 3))
        }
        Deadline.isMarked.withLock { $0 = false }
        let unmarked = try SystemExploration(of: Deadline.self)
        #expect(unmarked.check(waits).run != nil && unmarked.check(ends).run != nil)
        #expect(unmarked.graph.states.count == exploration.graph.states.count)
    }

    /// Has deadlines that it only compares, so that their order is enough.
    private struct Queue: ExploredSystem {
        var now = 0
        var deadlines: [Int] = []
        static var initialStates: [Queue] { [Queue()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "now", "deadlines")] }

        func moves(_ move: inout SystemMoves<Queue>) {
            if deadlines.count < 2 {
                move.optional("request") { $0.deadlines.append(($0.deadlines.max() ?? $0.now) + 1) }
            }
            if let next = deadlines.min() {
                move("the next deadline") {
                    $0.now = next
                    $0.deadlines.removeAll { $0 <= next }
                }
            }
        }
    }

    @Test func `deadlines that are only compared have finitely many states without a limit`() throws {
        let exploration = try SystemExploration(of: Queue.self)
        #expect(exploration.isComplete && exploration.statistics.states == 3)
    }

    @Test func `someone at a terminal sees a line after ten seconds, and again after ten more`() {
        var lines = ProgressLines(of: "Pool", isWatched: true)
        #expect(lines.next(at: .seconds(9), states: 1, moves: 2) == nil)
        #expect(lines.next(at: .seconds(11), states: 3, moves: 4) == "Pool: 3 states and 4 moves so far\n")
        #expect(lines.next(at: .seconds(20), states: 5, moves: 6) == nil)
        #expect(lines.next(at: .seconds(21), states: 5, moves: 6) != nil)
        var silent = ProgressLines(of: "Pool", isWatched: false)
        #expect(silent.next(at: .seconds(100), states: 1, moves: 2) == nil)
    }
}
