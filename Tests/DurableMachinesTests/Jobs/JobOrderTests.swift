import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// No job waits forever, whatever arrives after it.
@Suite(.timeLimit(.minutes(1)), .computing) struct JobOrderTests {
    /// One worker, a queue with a head start of three minutes, and one without.
    ///
    /// In each minute, the worker takes the job that the library's order names, and one or two
    /// arrive, until five jobs wait.
    private struct Rush: ExploredSystem {
        /// The minutes that the jobs of each queue have waited, the longest first.
        var urgent = [2, 1, 0]
        var plain = [0]

        static let headStart = 3
        static var initialStates: [Rush] { [Rush()] }

        func moves(_ move: inout SystemMoves<Rush>) {
            move("an urgent job") { try $0.pass(urgent: 1, plain: 0) }
            move("a plain job") { try $0.pass(urgent: 0, plain: 1) }
            // A backlog that grows without end makes each order wait forever.
            if urgent.count + plain.count < 5 { move("one of each") { try $0.pass(urgent: 1, plain: 1) } }
        }

        private mutating func pass(urgent newUrgent: Int, plain newPlain: Int) throws(SystemFault) {
            let now = Date(timeIntervalSince1970: 1_000_000)
            func time(_ minutes: Int) -> Date { now - Double(minutes * 60) }
            var states = QueueStates()
            states.nextTakes["urgent"] = urgent.first.map(time)
            states.nextTakes["plain"] = plain.first.map(time)
            var control = ControlRecord(.queue("urgent"))
            control.headStart = .seconds(60 * Self.headStart)
            states.controls = [control]
            guard let name = JobOrder(states, in: nil).first(at: now)?.name else {
                throw SystemFault("a worker is free, and no job is taken")
            }
            let waited = name == "urgent" ? urgent.removeFirst() : plain.removeFirst()
            // Four others were there before it, and three urgent ones came soon enough after it.
            if waited > 4 + (name == "plain" ? Self.headStart : 0) {
                throw SystemFault("a job has waited for \(waited) minutes")
            }
            urgent = urgent.map { $0 + 1 } + Array(repeating: 0, count: newUrgent)
            plain = plain.map { $0 + 1 } + Array(repeating: 0, count: newPlain)
        }
    }

    @Test func `an urgent rush delays a plain job by its head start, and no longer`() throws {
        let exploration = try SystemExploration(of: Rush.self)
        #expect(exploration.isComplete && exploration.statistics.states > 20)
        #expect(exploration.faults.isEmpty, "\(exploration)")
        let delayed = exploration.check(.never("a plain job has waited for six minutes") { $0.system.plain.first == 6 })
        #expect(!delayed.holds)
    }

    @Test func `only a job that came within the head start overtakes another one`() {
        let now = Date(timeIntervalSince1970: 1_000)
        var control = ControlRecord(.queue("urgent"))
        control.headStart = .seconds(10)
        for gap in [9.0, 11] {
            var states = QueueStates()
            states.controls = [control]
            states.nextTakes = ["plain": now - gap, "urgent": now]
            #expect(JobOrder(states, in: nil).first(at: now)?.name == (gap < 10 ? "urgent" : "plain"))
        }
    }

    @Test func `a head start makes no job begin before its time`() {
        let now = Date(timeIntervalSince1970: 1_000)
        var control = ControlRecord(.queue("urgent"))
        control.headStart = .seconds(10)
        var states = QueueStates()
        states.controls = [control]
        states.nextTakes = ["urgent": now + 1]
        let order = JobOrder(states, in: nil)
        #expect(order.first(at: now) == nil)
        #expect(order.nextBeginning(at: now) == now + 1)
    }
}
