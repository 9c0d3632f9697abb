public import StateMachineGraphs
public import StateMachines

extension Sequence {
    /// Runs several traces one after the other, each on a system of its own.
    ///
    /// ```swift
    /// try await traces.run { initial in RemoteDoor(startingAs: initial) }
    /// ```
    ///
    /// A sequence that fails is shrunk: more systems are made and run to find out which of its events matter.
    ///
    /// - Parameters:
    ///   - limit: How long a system may take for each event.
    ///   - clock: What measures that time.
    ///   - shrinkingRuns: How many more runs may be spent on a shorter sequence. A system that does not answer is not run again.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``Divergence`` at the first difference, with the number of the trace; what `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        limit: Duration = .seconds(30),
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
            limit: limit,
            clock: clock,
            shrinkingRuns: shrinkingRuns,
            expecting: { $0 },
            onStep: onStep,
            on: makeSystem
        )
    }

    /// Runs several traces one after the other, each on a system of its own that shows only a view of its state.
    ///
    /// - Parameters:
    ///   - limit: How long a system may take for each event.
    ///   - clock: What measures that time.
    ///   - shrinkingRuns: How many more runs may be spent on a shorter sequence. A system that does not answer is not run again.
    ///   - view: What a system has to show in a state.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``Divergence`` at the first difference, with the number of the trace; what `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        shrinkingRuns: Int = 200,
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (TraceStep<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws where Element == Trace<Definition>, System.Event == Definition.Event {
        for (place, trace) in enumerated() {
            let system = try await makeSystem(trace.initial)
            do {
                try await trace.run(on: system, limit: limit, clock: clock, expecting: view, onStep: onStep)
            } catch let divergence as Divergence<Definition> {
                var shrunk = await divergence.shrunk(runs: shrinkingRuns) { shorter in
                    let system = try await makeSystem(shorter.initial)
                    try await shorter.run(on: system, limit: limit, clock: clock, expecting: view)
                }
                shrunk.traceNumber = place + 1
                throw shrunk
            }
        }
    }
}

extension Divergence {
    /// The same, or another one, after only those events that matter.
    ///
    /// - Parameters:
    ///   - limit: How many sequences may be tried.
    ///   - run: Runs a new system.
    fileprivate nonisolated(nonsending) func shrunk(
        runs limit: Int,
        by run: nonisolated(nonsending) (Trace<Definition>) async throws -> Void
    ) async -> Divergence {
        guard !isUnanswered else { return self }
        var shortest = self
        var runs = 0
        _ = await Trace(from: initial, events: events).shrunk { shorter in
            runs += 1
            // The first question is about the sequence that is known to fail.
            guard runs > 1 else { return true }
            guard runs <= limit + 1 else { return false }
            do {
                try await run(shorter)
            } catch let found as Divergence where found.events.count == shorter.steps.count && !found.isUnanswered {
                shortest = found
                return true
            } catch {}
            return false
        }
        if shortest.events.count < events.count { shortest.originalCount = events.count }
        return shortest
    }
}
