public import StateMachineGraphs
public import StateMachines

extension Sequence {
    /// Runs several traces one after the other, each on a system of its own.
    ///
    /// ```swift
    /// try await traces.run { initial in RemoteDoor(startingAs: initial) }
    /// ```
    ///
    /// A trace that fails is shrunk: more systems are made and run to find out which of its events
    /// matter.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a system may take for each event.
    ///   - clock: The clock that measures this limit.
    ///   - shrinkingRuns: How many more runs may be spent on a shorter trace. A system that does
    ///     not answer is not run again.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``TraceDivergence`` at the first difference, with the number of the trace; what
    ///   `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        shrinkingRuns: Int = 200,
        onStep: (TraceStep<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws
    where
        Element == Trace<Definition>, Definition: Equatable, System.Event == Definition.Event,
        System.Observed == Definition
    {
        try await run(
            timeLimit: timeLimit,
            clock: clock,
            shrinkingRuns: shrinkingRuns,
            expecting: { $0 },
            onStep: onStep,
            on: makeSystem
        )
    }

    /// Runs several traces one after the other, each on a system of its own that shows only a view
    /// of its state.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a system may take for each event.
    ///   - clock: The clock that measures this limit.
    ///   - shrinkingRuns: How many more runs may be spent on a shorter trace. A system that does
    ///     not answer is not run again.
    ///   - view: What a system has to show in a state.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``TraceDivergence`` at the first difference, with the number of the trace; what
    ///   `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        shrinkingRuns: Int = 200,
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws where Element == Trace<Definition>, System.Event == Definition.Event {
        for (index, trace) in enumerated() {
            let system = try await makeSystem(trace.initial)
            do {
                try await trace.run(on: system, timeLimit: timeLimit, clock: clock, expecting: view, onStep: onStep)
            } catch let divergence as TraceDivergence<Definition> {
                var shrunk = await divergence.shrunk(runs: shrinkingRuns) { shorter in
                    let system = try await makeSystem(shorter.initial)
                    try await shorter.run(on: system, timeLimit: timeLimit, clock: clock, expecting: view)
                }
                shrunk.traceNumber = index + 1
                throw shrunk
            }
        }
    }
}
