import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

/// Steps that do not end.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct StuckTests {
    /// Traps while it holds a lock, which the next move needs.
    private struct Locking: ExploredSystem {
        var isBroken = false
        let lock = NSLock()

        static var initialStates: [Locking] { [Locking()] }

        func moves(_ move: inout SystemMoves<Locking>) {
            move("break") { [lock] _ in
                lock.lock()
                fatalError("broken")
            }
            move("use") { [lock] in
                lock.withLock {}
                $0.isBroken = true
            }
        }
    }

    /// Leaves its lock locked without a trap.
    private struct Holding: ExploredSystem {
        let lock = NSLock()

        static var initialStates: [Holding] { [Holding()] }

        func moves(_ move: inout SystemMoves<Holding>) { move("lock") { $0.lock.lock() } }
    }

    /// Goes round for ever in its second state.
    private struct Circle: ExploredSystem {
        var number = 0

        static var initialStates: [Circle] { [Circle()] }

        func moves(_ move: inout SystemMoves<Circle>) {
            if number == 0 { move("enter") { $0.number = 1 } }
            if number == 1 { move("go round") { while $0.number > 0 { $0.number = $0.number % 7 + 1 } } }
        }
    }

    @Test func `a move that waits for a lock that a trap has left locked ends the exploration, which names it`() throws
    {
        let exploration = try SystemExploration(of: Locking.self, blockedAfter: .milliseconds(300))
        #expect(exploration.end == .stuck(StuckMove(name: "use", before: [], isWaiting: true)))
        #expect(!exploration.isComplete)
        // What was found before it is not lost.
        #expect(exploration.faults.map(\.fault?.reason) == ["broken"])
        #expect(
            exploration.description.contains(
                "; the exploration stopped. 'use' does not return: it waits, perhaps for a lock"
            )
        )
    }

    @Test func `a move that runs forever ends the exploration, which names it`() throws {
        let exploration = try SystemExploration(of: Circle.self, endlessAfter: .milliseconds(300))
        #expect(exploration.end == .stuck(StuckMove(name: "go round", before: ["enter"], isWaiting: false)))
        #expect(exploration.statistics.states == 2)
        let verdict = exploration.check(.never("seven") { $0.number == 7 })
        #expect(!verdict.holds && verdict.run == nil)
    }

    @Test func `a move of a replay that does not end is an error`() {
        let error = #expect(throws: SystemExplorationError.self) {
            _ = try Holding.fault(after: ["lock", "lock"], blockedAfter: .milliseconds(300))
        }
        #expect(error == .stuck(StuckMove(name: "lock", before: ["lock"], isWaiting: true)))
    }

    /// Has a number that is no identifier, although it says so: goes round for ever where it is 1.
    private struct Counting: ExploredSystem {
        var link: Int?

        static var initialStates: [Counting] { [Counting()] }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "link")] }

        func moves(_ move: inout SystemMoves<Counting>) {
            guard let link else { return move("connect") { $0.link = 0 } }
            if link < 2 { move("connect anew") { $0.link = link + 1 } }
            move("look") { while $0.link == 1 {} }
        }
    }

    @Test func `a comparison that does not end is named with the moves before it`() throws {
        let exploration = try SystemExploration(of: Counting.self, endlessAfter: .milliseconds(300))
        guard case .stuck(let move) = exploration.end else { throw SystemFault("another end: \(exploration.end)") }
        #expect(move.before == ["connect"] && move.name.hasPrefix("a comparison"))
        #expect(move.description.hasSuffix("it runs forever. The moves before it are: connect."))
        let first = StuckMove(name: "wait", before: [], isWaiting: false)
        #expect(first.description == "'wait' does not return: it runs forever. It is the first move.")
    }

    /// Traps before there is anything to explore.
    private struct Unborn: ExploredSystem {
        static var initialStates: [Unborn] { fatalError("no beginning") }
        func moves(_ move: inout SystemMoves<Unborn>) {}
    }

    @Test func `a trap in the list of initial states is an error with its message and place`() throws {
        let error = #expect(throws: SystemExplorationError.self) { _ = try SystemExploration(of: Unborn.self) }
        guard case .initialStates(let fault) = error else { throw SystemFault("another error: \(error as Any)") }
        #expect(fault.reason == "no beginning")
        #expect(fault.place?.file == "ExploredSystemsTests/StuckTests.swift")
    }
}
