import StateMachineGraphs
public import StateMachines

/// The laws of state machines, as random checks of your own.
public enum Laws {
    /// Checks with random events that a definition, a live machine of it, and its runs obey every ``Law``.
    ///
    /// ```swift
    /// @Test func `a door obeys the laws`() async throws {
    ///     try await Laws.check(Door.self)
    /// }
    /// ```
    ///
    /// Each run begins in one of the `initialStates`, takes a random way along `sampleEvents`, and does three things with it:
    /// it tries each event twice in its state; it sends the events to a machine, some of them from hooks; and it runs a
    /// machine whose activities send some of them too, and go on sending after they have been exited. Nothing takes time:
    /// what the activities of the machine do in earnest is not part of it.
    ///
    /// The third part depends on how tasks happen to be scheduled; a seed does not decide all of it.
    ///
    /// - Parameters:
    ///   - definition: What to check.
    ///   - seed: What the random events are made from; another one each time unless given.
    ///   - runs: How many ways to take.
    ///   - steps: How many events there are in each.
    ///   - limit: How long a run of a machine may take.
    ///   - clock: What measures that time.
    /// - Throws: ``LawViolation``, with the law, the events that break it, and how to run them again. ``NothingToCheck`` if
    ///   there is no initial state, or no sample event in one. A `CancellationError` if the task is cancelled.
    public static func check<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        seed: UInt64? = nil,
        runs: Int = 50,
        steps: Int = 50,
        limit: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        let first = seed ?? .random(in: 0..<1_000_000)
        for run in 0..<UInt64(max(0, runs)) {
            try Task.checkCancellation()
            let seed = first &+ run
            var random = SeededGenerator(seed: seed)
            guard let plan = RandomPlan<Definition>(steps: steps, using: &random) else { throw NothingToCheck() }
            if let broken = plan.lawBroken() {
                var latest = broken
                let shrunk = await plan.shrunk { shorter in
                    guard let found = shorter.lawBroken(), found.law == broken.law else { return false }
                    latest = found
                    return true
                }
                throw LawViolation(latest, shrunk.trace, seed: seed, stepCount: steps)
            }
            if let broken = try await runLawBroken(by: plan, seed: seed, limit: limit, clock: clock) {
                throw LawViolation(broken, plan.trace, seed: seed, stepCount: steps)
            }
        }
    }

    private static func runLawBroken<Definition: FiniteStateDefinition>(
        by plan: RandomPlan<Definition>,
        seed: UInt64,
        limit: Duration,
        clock: any Clock<Duration>
    ) async throws -> BrokenLaw? {
        let trial = RunTrial(plan, seed: seed)
        do {
            return try await withTimeLimit(limit, on: clock) { try await trial.lawBroken() }
        } catch is TimeLimitExceeded {
            return await trial.lawBrokenSoFar ?? BrokenLaw(.nothingLeft, "A run does not end within \(limit).")
        }
    }
}

/// A definition without initial states, or without sample events in one, never does anything.
public struct NothingToCheck: Error, Hashable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String {
        "There is nothing to try: list a state in initialStates, and an event in sampleEvents"
    }
}
