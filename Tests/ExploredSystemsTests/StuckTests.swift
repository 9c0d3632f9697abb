import ExploredSystems
import Foundation
import StateMachineGraphs
import TestSupport
import Testing

/// Steps that do not end.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct StuckTests {
    /// Traps while it holds a lock, which the next move needs.
    private struct Locking: ExploredSystem {
        var isBroken = false
        let lock = NSLock()

        static var initialStates: [Locking] { [Locking()] }

        func moves(_ move: inout Moves<Locking>) {
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

    /// Goes round for ever in its second state.
    private struct Circle: ExploredSystem {
        var number = 0

        static var initialStates: [Circle] { [Circle()] }

        func moves(_ move: inout Moves<Circle>) {
            if number == 0 { move("enter") { $0.number = 1 } }
            if number == 1 { move("go round") { while $0.number > 0 { $0.number = $0.number % 7 + 1 } } }
        }
    }

    @Test func `a move that waits for a lock that a trap has left locked is an error that names it`() {
        let error = #expect(throws: SystemExplorationError.self) {
            _ = try SystemExploration(of: Locking.self, blockedAfter: .milliseconds(300))
        }
        #expect(error == .stuck("use", after: [], isWaiting: true))
        #expect(error?.description.hasPrefix("'use' does not end: it waits, perhaps for a lock") == true)
    }

    @Test func `a move that goes round for ever is an error that names it`() {
        let error = #expect(throws: SystemExplorationError.self) {
            _ = try SystemExploration(of: Circle.self, endlessAfter: .milliseconds(300))
        }
        #expect(error == .stuck("go round", after: ["enter"], isWaiting: false))
    }
}
