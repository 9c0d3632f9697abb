import Foundation
import StateMachineTesting
import StateMachines
import Testing

@testable import DurableMachines

/// No job waits forever, whatever arrives after it.
@Suite(.timeLimit(.minutes(1)), .computing) struct JobOrderTests {
    /// One worker, a queue with a head start of three minutes, and one without.
    ///
    /// In each minute the worker takes one job, and a job arrives in one of the queues or in both.
    /// So the backlog never becomes shorter, which is the worst case of those that do not grow
    /// without end. The order is that of the library.
    private struct Rush: StateDefinition, FiniteStateDefinition, Hashable {
        enum Event: Hashable, Sendable { case minute(urgent: Bool, plain: Bool) }

        /// The minutes that the jobs of each queue have waited, the longest first.
        var urgent: [Int]
        var plain: [Int]

        /// The longest time that a job has waited when it was taken.
        var longest = 0

        static let headStart = 3
        static var initialStates: [Rush] { [Rush(urgent: [2, 1, 0], plain: [0])] }

        var sampleEvents: [Event] {
            // A backlog that grows without end makes every order wait forever.
            urgent.count + plain.count >= 5
                ? [.minute(urgent: true, plain: false), .minute(urgent: false, plain: true)]
                : [.minute(urgent: true, plain: false), .minute(urgent: false, plain: true), .minute(urgent: true, plain: true)]
        }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard case .minute(let isUrgent, let isPlain) = event else { throw .invalid }
            let now = Date(timeIntervalSince1970: 1_000_000)
            func time(_ minutes: Int) -> Date { now - Double(minutes * 60) }
            var states = QueueStates()
            states.nextTakes["urgent"] = urgent.first.map(time)
            states.nextTakes["plain"] = plain.first.map(time)
            var control = ControlRecord(.queue("urgent"))
            control.headStart = .seconds(60 * Self.headStart)
            states.controls = [control]
            switch JobOrder(states, in: nil).first(at: now)?.name {
            case "urgent": longest = max(longest, urgent.removeFirst())
            case "plain": longest = max(longest, plain.removeFirst())
            default: break
            }
            urgent = urgent.map { $0 + 1 } + (isUrgent ? [0] : [])
            plain = plain.map { $0 + 1 } + (isPlain ? [0] : [])
        }
    }

    @Test func `an urgent rush delays a plain job by its head start, and no longer`() throws {
        let graph = StateGraph<Rush>(limit: 100_000)
        #expect(graph.isComplete)
        let longest = graph.states.map(\.longest).max()
        // At most five jobs wait, so without a head start a job waits for five minutes.
        #expect(longest == 5 + Rush.headStart - 1, "\(longest as Any)")
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
