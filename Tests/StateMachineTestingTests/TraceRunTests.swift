import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Synchronization
import Testing

@testable import StateMachines

/// How traces are run, where systems do something unusual.
@Suite(.timeLimit(.minutes(1)), .computing) struct TraceRunTests {
    @Test func `a trace without events needs its initial state, too`() throws {
        let trace = Trace(from: Door.closed)
        #expect(throws: TraceDivergence<Door>.self) { try trace.run(on: StateMachine(Door.open)) }
        #expect(throws: TraceDivergence<Door>.self) { try trace.run(on: Door.open) }
        let machine = StateMachine(Door.closed)
        try trace.run(on: machine)
        #expect(machine.isRunning)
    }

    @Test func `a machine that has run a trace has no hooks of it`() throws {
        let machine = StateMachine(Door.closed)
        try Trace(from: Door.closed, events: [.lock]).run(on: machine)
        #expect(machine.runtime?.listenerFlags == [])
    }

    @Test func `each step on a definition or a machine is told`() throws {
        let trace = Trace(from: Door.closed, events: [.lock, .open])
        var steps: [String] = []
        try trace.run(on: Door.closed) { steps.append("\($0)") }
        #expect(steps.count == 2)
        var others: [String] = []
        try trace.run(on: StateMachine(.closed)) { others.append("\($0)") }
        #expect(others == steps)
    }

    private func system(
        _ apply: @escaping @Sendable (Door.Event) async throws -> SystemOutcome,
        showing door: Door
    ) -> AnySystemUnderTest<Door.Event, Door> {
        AnySystemUnderTest {
            try await apply($0)
        } observe: {
            door
        }
    }

    @Test func `a system that says it has handled what changes nothing differs in that alone`() async {
        let trace = Trace(from: Door.locked, events: [.open])
        let text = await failure { try await trace.run(on: system({ _ in .handled }, showing: .locked)) }
        #expect(text.hasSuffix("expected: locked (rejected)\nbut was:  locked (handled)"))
    }

    @Test func `both errors of a rejection mean that the event was rejected`() async throws {
        let trace = Trace(from: Door.locked, events: [.open])
        try await trace.run(on: system({ _ in throw TransitionError.invalid }, showing: .locked))
        try await trace.run(
            on: system({ throw InvalidTransition(state: Door.locked, event: $0) }, showing: .locked)
        )
        #expect(SystemOutcome(isHandled: true) == .handled)
        #expect(SystemOutcome(isHandled: false) == .rejected)
    }

    @Test func `a recording begins where its system does`() async {
        let doors = Locked([Door.open, .locked])
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
        } observe: {
            doors.withLock { $0.removeFirst() }
        }
        let recording = MachineRecording(Trace(from: Door.closed, events: [.lock]))
        let text = await failure { try await recording.replay(on: system) }
        #expect(text.contains("before the first event"))
    }

    // MARK: Shrinking

    @Test func `events at both ends of a sequence are kept`() async {
        let events = [Door.Event.open] + Array(repeating: .open, count: 6) + [.close, .lock]
        let text = await failure {
            try await [Trace(from: Door.closed, events: events)].run { _ in
                let door = Locked((door: Door.closed, wasOpen: false))
                return AnySystemUnderTest { (event: Door.Event) -> Void in
                    door.withLock { door in
                        // Its bolt is stuck when the door has been open.
                        if event == .lock, door.wasOpen { return }
                        try? door.door.handleEvent(event)
                        if door.door == .open { door.wasOpen = true }
                    }
                } observe: {
                    door.withLock(\.door)
                }
            }
        }
        #expect(text.hasPrefix("Trace 1, shrunk from 9 events: The system differs from Door after 3 events:"))
    }

    /// A clock on which time stands still until a system has been made for the second time.
    private struct LateClock: Clock {
        let isHurried: @Sendable () -> Bool
        let still = ManualClock()
        var now: ManualClock.Instant { still.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            if !isHurried() { try await still.sleep(until: deadline) }
        }
    }

    @Test func `a system that does not answer when a sequence is shrunk is no shorter sequence`() async {
        let count = Atomic(0)
        let gate = Gate()
        let clock = LateClock { count.load(ordering: .relaxed) > 1 }
        let text = await failure {
            try await [Trace(from: Door.closed, events: [.close, .lock])].run(clock: clock, shrinkingRuns: 3) {
                _ in
                let number = count.add(1, ordering: .relaxed).newValue
                return AnySystemUnderTest { (_: Door.Event) -> Void in
                    if number > 1 { await gate.pass() }
                } observe: {
                    Door.closed
                }
            }
        }
        gate.open()
        #expect(text.hasPrefix("Trace 1: The system differs from Door after 2 events:"))
        #expect(text.hasSuffix("expected: locked\nbut was:  closed"))
    }
}
