import StateMachineGraphs
public import StateMachines

/// A namespace for random checks that a definition and its machines obey the laws of state
/// machines.
public enum MachineLaws {
    /// Checks every ``MachineLaw`` with random events, on a definition and on live machines.
    ///
    /// ```swift
    /// @Test func `a door obeys the laws`() async throws {
    ///     try await MachineLaws.check(Door.self)
    /// }
    /// ```
    ///
    /// Random walks begin in one of the `initialStates` and follow random `sampleEvents`. Each walk
    /// is used in three steps:
    /// 1. Each of its events is tried twice in one state.
    /// 2. A machine receives the events, some of them from hooks.
    /// 3. `run` is called on a machine, whose activities also send some of the events, even after
    ///    the machine has exited them. This step depends on how Swift schedules tasks, so it can
    ///    differ between two checks with one seed.
    ///
    /// Activities perform no real work, so the check does not have to wait for them.
    ///
    /// - Parameters:
    ///   - definition: The definition to check.
    ///   - seed: The seed of the random events. By default, each call uses a new seed.
    ///   - runs: The number of random walks.
    ///   - steps: The number of events in each walk.
    ///   - timeLimit: The maximum duration of the third step of each walk.
    ///   - clock: A clock that measures the time limit.
    /// - Throws: A ``CheckError``, usually with the ``LawViolation``: the law, the events that
    ///   violate it, and a call that runs them again.
    public static func check<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        seed: UInt64? = nil,
        runs: Int = 50,
        steps: Int = 50,
        timeLimit: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(CheckError<Definition>) {
        let first = seed ?? .random(in: 0..<1_000_000)
        for run in 0..<UInt64(max(0, runs)) {
            if Task.isCancelled { throw .cancelled }
            let seed = first &+ run
            var random = SeededGenerator(seed: seed)
            guard let plan = RandomPlan<Definition>(steps: steps, using: &random) else { throw .nothingToCheck }
            if let broken = plan.lawBroken() {
                var latest = broken
                let shrunk = await plan.shrunk { shorter in
                    guard let found = shorter.lawBroken(), found.law == broken.law else { return false }
                    latest = found
                    return true
                }
                throw .violation(LawViolation(latest, shrunk.trace, seed: seed, stepCount: steps))
            }
            if let broken = try await runLawBroken(by: plan, seed: seed, timeLimit: timeLimit, clock: clock) {
                throw .violation(LawViolation(broken, plan.trace, seed: seed, stepCount: steps))
            }
        }
    }

    private static func runLawBroken<Definition: FiniteStateDefinition>(
        by plan: RandomPlan<Definition>,
        seed: UInt64,
        timeLimit: Duration,
        clock: any Clock<Duration>
    ) async throws(CheckError<Definition>) -> BrokenLaw? {
        let trial = RunTrial(plan, seed: seed)
        do {
            return try await withTimeLimit(timeLimit, on: clock) { try await trial.lawBroken() }
        } catch is TimeLimitExceeded {
            return await trial.lawBrokenSoFar ?? BrokenLaw(.nothingLeft, "A run did not end within \(timeLimit).")
        } catch {
            // No other run of the trial's own machine is in progress, so nothing else is thrown.
            throw .cancelled
        }
    }
}
