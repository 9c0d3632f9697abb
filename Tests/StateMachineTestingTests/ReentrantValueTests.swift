import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineTesting

/// Values whose own code comes back to what looks at them; a lock that is held meanwhile would stop
/// everything.
@Suite(.timeLimit(.minutes(1)), .computing) struct ReentrantValueTests {
    /// What a value does when it is described or compared.
    private final class Visit: Sendable {
        nonisolated(unsafe) var body: () -> Void = {}
    }

    private struct Described: Sendable, Hashable, CustomStringConvertible {
        var visit: Visit

        var description: String {
            visit.body()
            return "described"
        }

        static func == (lhs: Described, rhs: Described) -> Bool {
            lhs.visit.body()
            return true
        }

        func hash(into hasher: inout Hasher) { visit.body() }
    }

    private struct Listener: StateDefinition {
        mutating func handleEvent(_ event: Described) throws(TransitionError) {}
    }

    @Test func `an event may read the recording while it is written`() async {
        let machine = StateMachine(Listener())
        let recorder = MachineRecorder(of: machine)
        let visit = Visit()
        var counts: [Int] = []
        visit.body = { [unowned recorder] in counts.append(recorder.recording.entries.count) }
        machine.send(Described(visit: visit))
        #expect(recorder.recording.jsonLines.contains("described"))
        #expect(Set(counts) == [1])
    }

    @Test func `activities may call the monitor of a run when they are compared and named`() {
        let monitor = InstanceMonitor<Described>()
        let visit = Visit()
        var visits = 0
        visit.body = { [unowned monitor] in visits += monitor.broken.isEmpty ? 1 : 1_000 }
        let number = monitor.begin(Described(visit: visit), .init())
        _ = monitor.begin(Described(visit: visit), .init())
        #expect(visits > 0)
        #expect(monitor.broken.map(\.law) == [.noOverlap])
        monitor.exit(Described(visit: visit))
        monitor.end(number)
        monitor.endRun()
        #expect(monitor.broken.map(\.law) == [.noOverlap, .cancelledBeforeNext, .nothingLeft])
    }
}
