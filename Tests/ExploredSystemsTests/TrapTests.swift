import ExploredSystems
import Foundation
import StateMachineGraphs
import TestSupport
import Testing

/// Traps in code under test: each is a fault with its place, and the exploration goes on.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TrapTests {
    /// Has a move for each way in which Swift traps.
    private struct Minefield: ExploredSystem {
        final class Object {}

        var number = 0
        nonisolated(unsafe) static var shared = 0

        static var initialStates: [Minefield] { [Minefield()] }

        func moves(_ move: inout Moves<Minefield>) {
            let zero = number / 100
            guard number < 3 else { return }
            move("count") { $0.number += 1 }
            guard number == 1 else { return }
            move("fatal error") { _ in fatalError("no way") }
            move("precondition") { precondition($0.number == 7, "seven only") }
            move("unwrap") { _ in _ = Int("x\(zero)")! }
            move("index") { _ in _ = [1, 2][5 + zero] }
            move("overflow") { _ in _ = Int.max - zero + 1 }
            move("division") { _ in _ = 1 / zero }
            move("try") { _ in try! Self.fail() }
            move("cast") { $0.number = ("\(zero)" as Any) as! Int }
            move("exclusive access") { _ in Self.change(&Self.shared) { Self.shared += 1 } }
            move("stack overflow") { $0.number = Self.endless($0.number) }
            move("null pointer") { _ in UnsafeMutablePointer<Int>(bitPattern: 16 + zero)?.pointee = 1 }
            move("abort") { _ in abort() }
            move("dead object") { _ in
                unowned let object = Object()
                _ = object
            }
        }

        static func fail() throws { throw Fault("on purpose") }
        static func endless(_ number: Int) -> Int { number < 0 ? 0 : endless(number + 1) + 1 }
        static func change(_ value: inout Int, _ body: () -> Void) {
            body()
            value += 1
        }
    }

    @Test func `each kind of trap is a fault, and all other states are explored`() throws {
        let exploration = try SystemExploration(of: Minefield.self)
        print(exploration)
        #expect(exploration.isComplete)
        #expect(exploration.statistics.states == 4)
        #expect(exploration.faults.count == 13)
    }
}
