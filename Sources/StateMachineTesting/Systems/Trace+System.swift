public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a system and compares its outcomes and its state with the trace.
    ///
    /// States are compared before the first event and after each event, and outcomes unless they
    /// are ``SystemOutcome/unknown``.
    ///
    /// ```swift
    /// let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
    /// try await trace.run(on: RemoteDoor())
    /// ```
    ///
    /// If the system is a value, this method runs a copy, so you can use the original again.
    ///
    /// - Parameters:
    ///   - system: A system in the initial state of the trace.
    ///   - timeLimit: How long the system may take for each event.
    ///   - clock: A clock that measures the time limit.
    ///   - onStep: A closure that is called after each matching step, for example to count
    ///     coverage.
    /// - Throws: A ``TraceRunError`` at the first difference, if the system throws an error or
    ///   takes too long, or if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws(TraceRunError<Definition>)
    where System.Event == Definition.Event, System.Observed == Definition {
        try await run(on: system, timeLimit: timeLimit, clock: clock, expecting: { $0 }, onStep: onStep)
    }
}

extension Trace {
    /// Runs the events on a system that shows only a view of its state.
    ///
    /// Both the outcomes and the view are compared with the trace.
    ///
    /// ```swift
    /// try await trace.run(on: screen, expecting: \.title)
    /// ```
    ///
    /// - Parameters:
    ///   - system: A system in the initial state of the trace.
    ///   - timeLimit: How long the system may take for each event.
    ///   - clock: A clock that measures the time limit.
    ///   - view: A closure that returns the value that the system must show in a state.
    ///   - onStep: A closure that is called after each matching step, for example to count
    ///     coverage.
    /// - Throws: A ``TraceRunError`` at the first difference, if the system throws an error or
    ///   takes too long, or if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws(TraceRunError<Definition>) where System.Event == Definition.Event {
        var run = SideBySideRun(system, timeLimit, clock, StepComparison(from: initial, through: view))
        try await run.begin()
        for step in steps {
            try await run.take(Expectation(step))
            onStep(step)
        }
    }
}
