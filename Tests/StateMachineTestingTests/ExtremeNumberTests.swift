import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

/// Numbers that no one means, where the library takes a number.
@Suite(.timeLimit(.minutes(1)), .computing) struct ExtremeNumberTests {
    @Test(arguments: [Int.min, -1, 0, 1])
    func `laws are checked with any number of runs and steps`(count: Int) async throws {
        // A trap, or an error that is thrown here, fails the test.
        try await MachineLaws.check(Door.self, seed: .max, runs: 2, steps: count)
        try await MachineLaws.check(Door.self, seed: .max, runs: count, steps: 2)
    }

    @Test func `a limit may be as long as a duration can be`() async throws {
        let trace = Trace(from: Door.closed, events: [.lock])
        // A limit that has overflowed would trap, or be exceeded with an error.
        for limit in [Duration.seconds(Int64.max), .seconds(Int64.max) * 10] {
            try await trace.run(on: machine(), timeLimit: limit)
            try await MachineLaws.check(Door.self, seed: 1, runs: 1, steps: 2, timeLimit: limit)
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, .max])
    func `shrinking may take any number of runs`(runs: Int) async {
        let trace = Trace(from: Door.closed, events: [.open, .close, .lock])
        let text = await failure { try await [trace].run(shrinkingRuns: runs) { _ in machine(isWrong: true) } }
        #expect(text.contains("shrunk from 3 events") == (runs > 0), "\(text)")
    }

    @Test func `a fraction that is no number requires all`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
        #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.pairs, atLeast: .nan) }
        #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.pairs, atLeast: .infinity) }
        try coverage.require(.pairs, atLeast: -.infinity)
    }

    private func machine(isWrong: Bool = false) -> AnySystemUnderTest<Door.Event, Door> {
        let state = Kept(Door.closed)
        return AnySystemUnderTest { (event: Door.Event) -> Void in
            if isWrong, event == .lock { return }
            state.value.withLock { state in _ = try? state.handleEvent(event) }
        } observe: {
            state.value.withLock { $0 }
        }
    }

    private final class Kept: Sendable {
        let value: Locked<Door>

        init(_ door: Door) {
            value = Locked(door)
        }
    }
}
