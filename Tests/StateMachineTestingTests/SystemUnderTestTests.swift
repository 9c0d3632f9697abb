import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct SystemUnderTestTests {
    let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])

    /// A door made of two flags; its bolt may be broken.
    actor ActorDoor: SystemUnderTest {
        private var (isOpen, isLocked) = (false, false)
        private let hasBolt: Bool

        init(hasBolt: Bool = true) { self.hasBolt = hasBolt }

        func apply(_ event: Door.Event) -> SystemOutcome {
            switch event {
            case .open where !isOpen && !(isLocked && hasBolt): isOpen = true
            case .close where isOpen: isOpen = false
            case .lock where !isOpen && !isLocked: isLocked = true
            case .unlock where isLocked: isLocked = false
            case .open, .close, .lock, .unlock: return .rejected
            }
            return .handled
        }

        func observe() -> Door { isOpen ? .open : isLocked ? .locked : .closed }
    }

    @MainActor final class Model: SystemUnderTest {
        let machine = StateMachine(Door.closed)
        func apply(_ event: Door.Event) throws -> SystemOutcome { try SystemOutcome(machine.send(event)) }
        func observe() -> Door { machine.state }
    }

    struct Value: SystemUnderTest {
        var door = Door.closed
        mutating func apply(_ event: Door.Event) throws -> SystemOutcome {
            try door.handleEvent(event)
            return .handled
        }
        func observe() -> Door { door }
    }

    @Test func `actors, models of the main actor, and values run a trace`() async throws {
        // `run` throws the first difference between a system and the definition.
        try await trace.run(on: ActorDoor())
        try await trace.run(on: Model())
        let value = Value()
        try await trace.run(on: value)
        try await trace.run(on: value)
    }

    @Test func `a difference is shown with the sequence that leads to it`() async {
        let text = await failure { try await trace.run(on: ActorDoor(hasBolt: false)) }
        #expect(
            text == """
                The system differs from Door after 2 events:
                   closed
                1. lock → locked
                2. open → –
                expected: locked (rejected)
                but was:  open (handled)
                """
        )
    }

    @Test func `a system that does not report outcomes is compared by its state alone`() async throws {
        let door = ActorDoor()
        try await trace.run(
            on: AnySystemUnderTest {
                _ = await door.apply($0)
            } observe: {
                await door.observe()
            }
        )
        let broken = ActorDoor(hasBolt: false)
        let system = AnySystemUnderTest {
            _ = await broken.apply($0)
        } observe: {
            await broken.observe()
        }
        #expect(await failure { try await trace.run(on: system) }.hasSuffix("expected: locked\nbut was:  open"))
    }

    @Test func `a view of the state is compared with what it has to be`() async throws {
        let door = ActorDoor()
        let system = AnySystemUnderTest {
            await door.apply($0)
        } observe: {
            await door.observe() == .locked ? "red" : "green"
        }
        try await trace.run(on: system, expecting: { $0 == .locked ? "red" : "green" })
        let text = await failure { try await trace.run(on: system, expecting: { _ in "green" }) }
        #expect(text.hasSuffix("expected: \"green\" (handled)\nbut was:  \"red\" (handled)"))
    }

    @Test func `a system in another initial state is reported before the first event`() async {
        let text = await failure { try await trace.run(on: Value(door: .open)) }
        #expect(
            text == "The system differs from Door before the first event:\n   closed\nexpected: closed\nbut was:  open"
        )
    }

    @Test func `an error is part of the failure`() async {
        struct Unplugged: Error {}
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
            throw Unplugged()
        } observe: {
            Door.closed
        }
        let text = await failure { try await trace.run(on: system) }
        #expect(text.hasSuffix("1. lock → locked\nThe system threw an error: Unplugged()"))
    }

    @Test func `a system that never answers runs into the time limit`() async throws {
        let clock = ManualClock()
        let never = Journal<CheckedContinuation<Void, Never>>()
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
            await withCheckedContinuation { never.note($0) }
        } observe: {
            Door.closed
        }
        async let text = failure { try await trace.run(on: system, timeLimit: .seconds(5), clock: clock) }
        try #require(await eventually { never.entries.count == 1 })
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(await text.hasSuffix("1. lock → locked\nThe system did not respond within 5.0 seconds."))
        for continuation in never.entries { continuation.resume() }
    }

    @Test func `a run that is cancelled does not wait for its system`() async throws {
        let never = Journal<CheckedContinuation<Void, Never>>()
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
            await withCheckedContinuation { never.note($0) }
        } observe: {
            Door.closed
        }
        let run = Task { try await trace.run(on: system, clock: ManualClock()) }
        try #require(await eventually { never.entries.count == 1 })
        run.cancel()
        let error = await #expect(throws: TraceRunError<Door>.self) { try await run.value }
        #expect(error.map { "\($0)" } == "The run of a trace of Door was cancelled.")
        for continuation in never.entries { continuation.resume() }
    }

    @Test func `of several traces the one that fails is numbered`() async throws {
        let traces = [Trace(from: Door.closed, events: [.open]), trace]
        let steps = Journal<String>()
        try await traces.run(onStep: { steps.note("\($0)") }) { Value(door: $0) }
        #expect(steps.entries.count == 4)
        let text = await failure { try await traces.run { _ in ActorDoor(hasBolt: false) } }
        #expect(text.hasPrefix("Trace 2: The system differs from Door after 2 events:"))
    }

    @Test func `a sequence that fails is shrunk to the events that matter`() async throws {
        let tour = Trace(
            from: Door.closed,
            events: [.open, .close, .open, .close, .lock, .unlock, .lock, .open, .unlock]
        )
        let text = await failure { try await [tour].run { _ in ActorDoor(hasBolt: false) } }
        #expect(
            text == """
                Trace 1, shrunk from 8 events: The system differs from Door after 2 events:
                   closed
                1. lock → locked
                2. open → –
                expected: locked (rejected)
                but was:  open (handled)
                """
        )
        let asItWas = await failure { try await [tour].run(shrinkingRuns: 0) { _ in ActorDoor(hasBolt: false) } }
        #expect(asItWas.hasPrefix("Trace 1: The system differs from Door after 8 events:"))
    }

    @MainActor @Test func `a run stays on the actor of the test, and so do its closures`() async throws {
        let title = "locked"
        var models: [Model] = []
        var steps: [String] = []
        try await [trace].run(expecting: { "\($0)" == title }, onStep: { steps.append("\($0)") }) { _ in
            let model = Model()
            models.append(model)
            return AnySystemUnderTest {
                try await model.apply($0)
            } observe: {
                await model.observe() == .locked
            }
        }
        try await [trace].run { _ in models[0] }
        #expect(steps.count == 3)
    }

    @Test func `only the end of a long trace is shown`() async {
        let long = Trace(
            from: Door.closed,
            events: Array(repeating: [.open, .close], count: 20).flatMap { $0 } + [.lock]
        )
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
        } observe: {
            Door.closed
        }
        #expect(
            await failure { try await long.run(on: system, expecting: { $0 == .locked ? .open : .closed }) }
                .hasPrefix(
                    "The system differs from Door after 41 events:\n    closed\n  … 21 more\n22. close → closed\n"
                )
        )
    }

    @Test func `a machine and a definition run a trace too`() throws {
        try trace.run(on: StateMachine(Door.closed))
        try trace.run(on: Door.closed)
        let meddled = StateMachine(Door.closed)
        meddled.onEntry(of: .locked) { [unowned meddled] in meddled.send(.unlock) }
        #expect(throws: TraceDivergence<Door>.self) { try trace.run(on: meddled) }
        let stopped = StateMachine(Door.closed)
        stopped.stop()
        #expect(throws: TraceDivergence<Door>.self) { try trace.run(on: stopped) }
    }
}
