import StateMachineGraphs
public import StateMachines

/// A namespace for random checks that a definition and its machines obey the laws of state
/// machines.
public enum MachineLaws {
    /// Checks with random events that a definition, a live machine of it, and its runs obey every
    /// ``MachineLaw``.
    ///
    /// ```swift
    /// @Test func `a door obeys the laws`() async throws {
    ///     try await MachineLaws.check(Door.self)
    /// }
    /// ```
    ///
    /// Each run begins in one of the `initialStates`, takes a random walk along `sampleEvents`, and
    /// checks it in three steps. It tries each event twice in its state. It sends the events to a
    /// machine, some of them from hooks. It runs a machine whose activities send some of the events
    /// too, and still send after their exit. The activities do no real work, so no step waits.
    ///
    /// The third step depends on how tasks are scheduled, so a seed does not determine all of it.
    ///
    /// - Parameters:
    ///   - definition: What to check.
    ///   - seed: The seed of the random events; a new one for each call by default.
    ///   - runs: How many random walks to take.
    ///   - steps: How many events each walk has.
    ///   - timeLimit: How long a run of a machine may take.
    ///   - clock: The clock that measures this limit.
    /// - Throws: ``LawViolation``, with the law, the events that break it, and how to run them
    ///   again. ``NothingToCheck`` if there is no initial state, or no sample event in one. A
    ///   `CancellationError` if the task is cancelled.
    public static func check<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        seed: UInt64? = nil,
        runs: Int = 50,
        steps: Int = 50,
        timeLimit: Duration = .seconds(60),
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
            if let broken = try await runLawBroken(by: plan, seed: seed, timeLimit: timeLimit, clock: clock) {
                throw LawViolation(broken, plan.trace, seed: seed, stepCount: steps)
            }
        }
    }

    private static func runLawBroken<Definition: FiniteStateDefinition>(
        by plan: RandomPlan<Definition>,
        seed: UInt64,
        timeLimit: Duration,
        clock: any Clock<Duration>
    ) async throws -> BrokenLaw? {
        let trial = RunTrial(plan, seed: seed)
        do {
            return try await withTimeLimit(timeLimit, on: clock) { try await trial.lawBroken() }
        } catch is TimeLimitExceeded {
            return await trial.lawBrokenSoFar ?? BrokenLaw(.nothingLeft, "A run does not end within \(timeLimit).")
        }
    }
}
