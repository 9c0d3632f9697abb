public import StateMachineGraphs
public import StateMachines

extension Sequence {
    /// Runs several traces one after another, each on its own system.
    ///
    /// ```swift
    /// try await traces.run { initial in RemoteDoor(startingAs: initial) }
    /// ```
    ///
    /// If a trace fails, this method shrinks it: shorter traces on additional systems show which
    /// events cause the failure.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a system may take for each event.
    ///   - clock: A clock that measures the time limit.
    ///   - shrinkingRuns: The maximum number of additional runs to find a shorter trace. If a
    ///     system does not answer in time, the trace is not shrunk.
    ///   - onStep: A closure that is called after each matching step, for example to count
    ///     coverage.
    ///   - makeSystem: A closure that creates a system in the given state.
    /// - Throws: A ``TraceRunError`` at the first difference, whose description contains the number
    ///   of the failing trace, if `makeSystem` throws an error, or if the task is cancelled.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        shrinkingRuns: Int = 200,
        onStep: (TraceStep<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws(TraceRunError<Definition>)
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

    /// Runs several traces one after another, each on its own system that shows only a view of its
    /// state.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a system may take for each event.
    ///   - clock: A clock that measures the time limit.
    ///   - shrinkingRuns: The maximum number of additional runs to find a shorter trace. If a
    ///     system does not answer in time, the trace is not shrunk.
    ///   - view: A closure that returns the value that a system must show in a state.
    ///   - onStep: A closure that is called after each matching step, for example to count
    ///     coverage.
    ///   - makeSystem: A closure that creates a system in the given state.
    /// - Throws: A ``TraceRunError`` at the first difference, whose description contains the number
    ///   of the failing trace, if `makeSystem` throws an error, or if the task is cancelled.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        shrinkingRuns: Int = 200,
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws(TraceRunError<Definition>) where Element == Trace<Definition>, System.Event == Definition.Event {
        /// Runs a trace on a new system.
        nonisolated(nonsending) func run(
            _ trace: Trace<Definition>,
            onStep: (TraceStep<Definition>) -> Void = { _ in }
        ) async throws(TraceRunError<Definition>) {
            let system: System
            do { system = try await makeSystem(trace.initial) } catch {
                throw Task.isCancelled || error is CancellationError ? .cancelled : .noSystem(error)
            }
            try await trace.run(on: system, timeLimit: timeLimit, clock: clock, expecting: view, onStep: onStep)
        }
        for (index, trace) in enumerated() {
            do throws(TraceRunError<Definition>) {
                try await run(trace, onStep: onStep)
            } catch .divergence(let divergence) {
                var shrunk = await divergence.shrunk(runs: shrinkingRuns) { shorter throws(TraceRunError<Definition>) in
                    try await run(shorter)
                }
                shrunk.traceNumber = index + 1
                throw .divergence(shrunk)
            }
        }
    }
}
