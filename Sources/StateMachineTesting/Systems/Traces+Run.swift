public import StateMachineGraphs
public import StateMachines

extension Sequence {
    /// Runs several traces one after the other, each on a system of its own.
    ///
    /// ```swift
    /// try await traces.run { initial in RemoteDoor(startingAs: initial) }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long a system may take for each event.
    ///   - clock: What measures that time.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``Divergence`` at the first difference, with the number of the trace; what `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        onStep: (Step<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws
    where
        Element == Trace<Definition>, Definition: Equatable, System.Event == Definition.Event,
        System.Observed == Definition
    {
        try await run(limit: limit, clock: clock, expecting: { $0 }, onStep: onStep, on: makeSystem)
    }

    /// Runs several traces one after the other, each on a system of its own that shows only a view of its state.
    ///
    /// - Parameters:
    ///   - limit: How long a system may take for each event.
    ///   - clock: What measures that time.
    ///   - expecting: What a system has to show in a state.
    ///   - onStep: Called after each step that is as expected, to count coverage for instance.
    ///   - makeSystem: Makes a system in the given state.
    /// - Throws: A ``Divergence`` at the first difference, with the number of the trace; what `makeSystem` throws.
    public nonisolated(nonsending) func run<Definition, System: SystemUnderTest>(
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        expecting view: @escaping (Definition) -> System.Observed,
        onStep: (Step<Definition>) -> Void = { _ in },
        on makeSystem: nonisolated(nonsending) (Definition) async throws -> System
    ) async throws where Element == Trace<Definition>, System.Event == Definition.Event {
        for (place, trace) in enumerated() {
            let system = try await makeSystem(trace.initial)
            do {
                try await trace.run(on: system, limit: limit, clock: clock, expecting: view, onStep: onStep)
            } catch var divergence as Divergence<Definition> {
                divergence.traceNumber = place + 1
                throw divergence
            }
        }
    }
}
