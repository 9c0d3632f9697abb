import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// A hand-written pool with three mistakes: each is found, and nothing where there is none.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct PoolTests {
    private static let exploration = Result { try SystemExploration(of: PoolSystem.self, stateLimit: 5_000) }

    @Test func `two mistakes are faults, with shortest runs and what is assumed`() throws {
        let exploration = try Self.exploration.get()
        #expect(exploration.isComplete)
        let faults = exploration.faults
        #expect(
            faults.map(\.fault?.reason) == [
                "a request is resumed although it is not suspended", "only idle connections have timers",
            ]
        )
        #expect(faults.map(\.assumptions) == [[], [.lateTimers]])
        #expect(
            faults.map(\.moves) == [
                ["lease", "cancel 0", "connect 0"],
                ["lease", "cancel 0", "connect 0", "wake timer 0", "close 0", "fire late timer 0"],
            ]
        )
        // Each is in the pool that has the mistake.
        #expect(faults.map { PoolSystem.initialStates[$0.initial].mistake } == [.answersTwice, .lateTimer])
        #expect(faults[0].fault?.place?.file == "ExploredSystemsTests/PoolSystem.swift")
        #expect(faults[1].fault?.place?.file?.hasSuffix("ConnectionPool.swift") == true)
    }

    @Test func `the third breaks a promise: a request waits, and nothing will happen`() throws {
        let verdict = try Self.exploration.get().check(
            .never("a request waits although nothing is in progress") { $0.isAtRest && !$0.requests.isEmpty }
        )
        #expect(verdict.run?.moves == ["lease", "fail to connect 0"])
        #expect(verdict.run?.last.system.mistake == .lostWakeUp)
    }

    @Test func `the runs are found again, one by one`() throws {
        for run in try Self.exploration.get().faults {
            let fault = try #require(try PoolSystem.fault(after: run.moves, from: run.initial))
            #expect(fault.reason == run.fault?.reason)
            #expect(try PoolSystem.fault(after: run.moves) == nil)
        }
    }
}
