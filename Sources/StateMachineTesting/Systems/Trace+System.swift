public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a system, and compares its state with the expected one before the first
    /// event and after each.
    ///
    /// ```swift
    /// let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
    /// try await trace.run(on: RemoteDoor())
    /// ```
    ///
    /// A system that is a value is copied, so it can be run again.
    ///
    /// - Parameters:
    ///   - system: A system in the trace's initial state.
    ///   - timeLimit: How long it may take for each event.
    ///   - clock: The clock that measures this limit.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    /// - Throws: A ``TraceDivergence`` at the first difference, also when the system throws an
    ///   error or takes too long. A `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws where System.Event == Definition.Event, System.Observed == Definition {
        try await run(on: system, timeLimit: timeLimit, clock: clock, expecting: { $0 }, onStep: onStep)
    }
}

extension Trace {
    /// Runs the events on a system that shows only a view of its state.
    ///
    /// ```swift
    /// try await trace.run(on: screen, expecting: \.title)
    /// ```
    ///
    /// - Parameters:
    ///   - system: A system in the trace's initial state.
    ///   - timeLimit: How long it may take for each event.
    ///   - clock: The clock that measures this limit.
    ///   - view: What the system has to show in a state.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    /// - Throws: A ``TraceDivergence`` at the first difference, also when the system throws an
    ///   error or takes too long. A `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws where System.Event == Definition.Event {
        var run = SystemRun(system, timeLimit, clock, StepComparison(from: initial, through: view))
        try await run.begin()
        for step in steps {
            try await run.take(Expectation(step))
            onStep(step)
        }
    }
}
