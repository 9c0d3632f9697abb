import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// The errors of runs and recordings, and whether they can be compared.
@Suite(.timeLimit(.minutes(1)), .computing) struct RunErrorTests {
    private struct NoServer: Error {}

    @Test func `an error of the closure that makes systems is passed on`() async {
        let traces = [Trace(from: Door.closed, events: [.lock])]
        let error = await #expect(throws: TraceRunError<Door>.self) {
            try await traces.run { _ -> AnySystemUnderTest<Door.Event, Door> in throw NoServer() }
        }
        guard case .noSystem(let cause)? = error else {
            Issue.record("The error does not contain that of the closure.")
            return
        }
        #expect(cause is NoServer && error.map { "\($0)" } == "NoServer()")
    }

    @Test func `a closure that is cancelled cancels the run`() async {
        let traces = [Trace(from: Door.closed, events: [.lock])]
        let error = await #expect(throws: TraceRunError<Door>.self) {
            try await traces.run { _ -> AnySystemUnderTest<Door.Event, Door> in throw CancellationError() }
        }
        #expect(error.map { "\($0)" } == "The run of a trace of Door was cancelled.")
    }

    @Test(arguments: [true, false])
    func `a rejection is a rejection in whichever way a system reports it`(isTyped: Bool) async throws {
        let trace = Trace(from: Door.locked, events: [.open])
        let system = AnySystemUnderTest { (event: Door.Event) -> Void in
            let machine = StateMachine(Door.locked)
            if isTyped { try machine.send(event).get() } else { throw TransitionError.invalid }
        } observe: {
            Door.locked
        }
        // Every other outcome would be a difference, which `run` throws.
        try await trace.run(on: system)
    }

    @Test func `an event that a machine drops is a difference`() async {
        let trace = Trace(from: Door.locked, events: [.open])
        let system = AnySystemUnderTest { (event: Door.Event) -> Void in
            let machine = StateMachine(Door.locked)
            machine.stop()
            try machine.send(event).get()
        } observe: {
            Door.locked
        }
        let text = await failure { try await trace.run(on: system) }
        #expect(text.hasSuffix("The system threw an error: The machine is stopped"))
    }

    @Test func `divergences are equal if their events and differences are`() {
        func divergence(_ events: [Door.Event]) -> TraceDivergence<Door>? {
            let trace = Trace(from: Door.closed, events: events)
            return #expect(throws: TraceDivergence<Door>.self) { try trace.run(on: StateMachine(Door.open)) }
        }
        #expect(divergence([.lock]) != nil && divergence([.lock]) == divergence([.lock]))
        #expect(Set([divergence([.lock]), divergence([.open])]).count == 1)
        let held = Trace(from: Door.closed, events: [.lock, .unlock])
        let stopped = StateMachine(Door.closed)
        stopped.stop()
        let later = #expect(throws: TraceDivergence<Door>.self) { try held.run(on: stopped) }
        #expect(later != divergence([.lock]))
    }

    @Test func `a recording that was read again equals the one that was written`() throws {
        var recording = MachineRecording(Trace(from: Door.closed, events: [.lock, .open, .unlock]))
        #expect(try MachineRecording<Door>(jsonLines: recording.jsonLines) == recording)
        let written = recording
        recording.entries[1].note = "why?"
        #expect(recording != written && Set([recording, written, recording]).count == 2)
        let errors = (0..<2).map { _ in
            #expect(throws: MachineRecording<Door>.MalformedLine.self) { try MachineRecording<Door>(jsonLines: "{") }
        }
        #expect(errors[0] == errors[1])
    }
}
