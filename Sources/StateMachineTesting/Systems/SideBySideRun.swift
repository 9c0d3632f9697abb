import StateMachineGraphs
import StateMachines

/// A run that takes a system through the expected steps.
struct SideBySideRun<Definition: StateDefinition, System: SystemUnderTest> where System.Event == Definition.Event {
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
            } catch {
                guard let rejection = SystemOutcome(rejection: error, by: Definition.self) else { throw error }
                acceptance = rejection
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

extension SystemOutcome {
    /// Creates the outcome of an event that a system has rejected by throwing an error, or returns
    /// `nil` if the error is not a rejection.
    fileprivate init?<Definition: StateDefinition>(rejection error: any Error, by _: Definition.Type) {
        if case .rejected(let rejection)? = error as? StateMachine<Definition>.Outcome.Failure {
            self = .rejected(because: rejection.reason)
        } else if let rejection = error as? InvalidTransition<Definition> {
            self = .rejected(because: rejection.reason)
        } else if let reason = error as? Definition.Rejection {
            self = .rejected(because: reason)
        } else if error is TransitionError {
            self = .rejected
        } else {
            return nil
        }
    }
}
