import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct SimulationCancellationTests {
    /// Counts up.
    private struct Ladder: FiniteStateDefinition {
        var count = 0

        enum Event: CaseIterable { case up }

        static var initialStates: [Ladder] { [Ladder()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { count += 1 }
    }

    /// What becomes of a simulation.
    private struct End {
        var isCancelled = false
        var checks = 0
        var runs: [Int] = []
    }

    /// - Parameters:
    ///   - cancels: Whether the task is cancelled at so many looks at a state.
    ///   - isCancelledAfterRun: Whether it is cancelled when a run is over.
    private func outcome(
        ofRuns runs: Int,
        steps: Int,
        never wrong: Int? = nil,
        isCancelledAfterRun: Bool = false,
        cancels: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) async -> End {
        await Task {
            let checks = Locked(0)
            var end = End()
            let property = MachineProperty<Ladder>.never("") { state in
                let count = checks.withLock {
                    $0 += 1
                    return $0
                }
                if cancels(count) { withUnsafeCurrentTask { $0?.cancel() } }
                return state.count == wrong
            }
            do throws(ExplorationError<Ladder>) {
                _ = try await MachineSimulation(of: Ladder.self, seed: 1, runs: runs, steps: steps).check([property]) {
                    end.runs.append($0.runs)
                    if isCancelledAfterRun { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch {
                if case .cancelled = error { end.isCancelled = true }
            }
            end.checks = checks.withLock { $0 }
            return end
        }.value
    }

    @Test func `after a cancellation no other run begins`() async {
        let end = await outcome(ofRuns: 5, steps: 10) { $0 == 1 }
        #expect(end.isCancelled && end.runs == [1] && end.checks == 1 + 10)
    }

    @Test func `a long run ends 1,024 steps after a cancellation at the latest`() async {
        let end = await outcome(ofRuns: 1, steps: 5_000) { $0 == 1 }
        #expect(end.isCancelled && end.runs.isEmpty && end.checks == 1 + 1_024)
    }

    @Test func `a run that is repeated ends 1,024 steps after a cancellation at the latest`() async {
        let end = await outcome(ofRuns: 1, steps: 5_000, never: 3_000, isCancelledAfterRun: true)
        #expect(end.isCancelled && end.checks == 1 + 3_000 + 1 + 1_024)
    }

    @Test func `a cancellation ends shrinking without a result`() async {
        // What is looked at after the run and its repetition is looked at to shrink it.
        let end = await outcome(ofRuns: 1, steps: 100, never: 10) { $0 > 2 * 11 }
        #expect(end.isCancelled && end.runs == [1])
    }
}
