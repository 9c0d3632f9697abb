public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a system, and compares its state with the expected one before the first event and after each.
    ///
    /// ```swift
    /// let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
    /// try await trace.run(on: RemoteDoor())
    /// ```
    ///
    /// A system that is a value is copied: it can be run again.
    ///
    /// - Parameters:
    ///   - system: A system in the trace's initial state.
    ///   - limit: How long it may take for each event.
    ///   - clock: What measures that time.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    /// - Throws: A ``Divergence`` at the first difference, also when the system throws an error or takes too long. A
    ///   `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws where System.Event == Definition.Event, System.Observed == Definition {
        try await run(on: system, limit: limit, clock: clock, expecting: { $0 }, onStep: onStep)
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
    ///   - limit: How long it may take for each event.
    ///   - clock: What measures that time.
    ///   - view: What the system has to show in a state.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    /// - Throws: A ``Divergence`` at the first difference, also when the system throws an error or takes too long. A
    ///   `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run<System: SystemUnderTest>(
        on system: System,
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) async throws where System.Event == Definition.Event {
        var run = SystemRun(system, limit, clock, StepComparison(from: initial, through: view))
        try await run.begin()
        for step in steps {
            try await run.take(Expectation(step))
            onStep(step)
        }
    }
}

/// Takes a system through its steps.
struct SystemRun<Definition: StateDefinition, System: SystemUnderTest> where System.Event == Definition.Event {
    private var system: System
    private let limit: Duration
    private let clock: any Clock<Duration>
    private(set) var comparison: StepComparison<Definition, System.Observed>

    init(
        _ system: System,
        _ limit: Duration,
        _ clock: any Clock<Duration>,
        _ comparison: StepComparison<Definition, System.Observed>
    ) {
        self.system = system
        self.limit = limit
        self.clock = clock
        self.comparison = comparison
    }

    nonisolated(nonsending) func begin() async throws {
        let observed = try await limited { [system] in try await system.observe() }
        try comparison.begin(observed)
    }

    nonisolated(nonsending) mutating func take(_ step: Expectation<Definition>) async throws {
        comparison.expect(step)
        let (event, before) = (step.event, system)
        let (acceptance, observed, after) = try await limited {
            var system = before
            let acceptance: Acceptance
            do {
                acceptance = try await system.apply(event)
            } catch  where error is TransitionError || error is InvalidTransition<Definition> {
                acceptance = .rejected
            }
            return (acceptance, try await system.observe(), system)
        }
        system = after
        try comparison.compare(acceptance, observed)
    }

    private nonisolated(nonsending) func limited<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await withTimeLimit(limit, on: clock, work)
        } catch is TimeLimitExceeded {
            var divergence = comparison.divergence("It has not answered within \(limit).")
            divergence.isUnanswered = true
            throw divergence
        } catch  where Task.isCancelled {
            throw CancellationError()
        } catch {
            throw comparison.divergence("It has thrown an error: \(error)")
        }
    }
}
