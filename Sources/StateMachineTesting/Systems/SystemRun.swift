import StateMachineGraphs
import StateMachines

/// A run that takes a system through the expected steps.
struct SystemRun<Definition: StateDefinition, System: SystemUnderTest> where System.Event == Definition.Event {
    private var system: System
    private let timeLimit: Duration
    private let clock: any Clock<Duration>
    private(set) var comparison: StepComparison<Definition, System.Observed>

    init(
        _ system: System,
        _ timeLimit: Duration,
        _ clock: any Clock<Duration>,
        _ comparison: StepComparison<Definition, System.Observed>
    ) {
        self.system = system
        self.timeLimit = timeLimit
        self.clock = clock
        self.comparison = comparison
    }

    nonisolated(nonsending) func begin() async throws(TraceRunError<Definition>) {
        let observed = try await limited { [system] in try await system.observe() }
        try TraceRunError.orDivergence { () throws(TraceDivergence<Definition>) in try comparison.begin(observed) }
    }

    nonisolated(nonsending) mutating func take(
        _ step: Expectation<Definition>
    ) async throws(TraceRunError<Definition>) {
        comparison.expect(step)
        let (event, before) = (step.event, system)
        let (acceptance, observed, after) = try await limited {
            var system = before
            let acceptance: SystemOutcome
            do {
                acceptance = try await system.apply(event)
            } catch  where isRejection(error, by: Definition.self) {
                acceptance = .rejected
            }
            return (acceptance, try await system.observe(), system)
        }
        system = after
        try TraceRunError.orDivergence { () throws(TraceDivergence<Definition>) in
            try comparison.compare(acceptance, observed)
        }
    }

    private nonisolated(nonsending) func limited<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws(TraceRunError<Definition>) -> Result {
        do {
            return try await withTimeLimit(timeLimit, on: clock, work)
        } catch is TimeLimitExceeded {
            var divergence = comparison.divergence("The system did not respond within \(timeLimit).")
            divergence.isUnanswered = true
            throw .divergence(divergence)
        } catch  where Task.isCancelled {
            throw .cancelled
        } catch {
            throw .divergence(comparison.divergence("The system threw an error: \(error)"))
        }
    }
}

/// Returns whether an error of a system says that the state has rejected the event.
private func isRejection<Definition: StateDefinition>(_ error: any Error, by _: Definition.Type) -> Bool {
    if case .rejected? = error as? StateMachine<Definition>.Outcome.Failure { return true }
    return error is TransitionError || error is InvalidTransition<Definition>
}
