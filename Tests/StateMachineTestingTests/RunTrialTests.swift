import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineTesting

/// The trial of a run, with a definition that breaks its laws.
@Suite(.timeLimit(.minutes(1)), .computing) struct RunTrialTests {
    /// How many events a definition has been offered, and how many it takes before its `==` is
    /// wrong.
    private final class Account: Sendable {
        private let count = Locked(0)
        let limit: Int

        init(limit: Int = .max) { self.limit = limit }

        var events: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private struct Counted: FiniteStateDefinition {
        @TaskLocal static var account = Account()

        /// An activity that equals itself only after every second event, once the limit is reached:
        /// a driver does not find it again.
        struct Activity: Hashable {
            let number: Int

            static func == (lhs: Activity, rhs: Activity) -> Bool {
                let account = Counted.account
                let isWrong = account.events > account.limit && account.events % 2 == 1
                return lhs.number == rhs.number && !isWrong
            }
        }

        enum Event: CaseIterable { case step }

        var count = 0
        static var initialStates: [Counted] { [Counted()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            Self.account.add()
            count += 1
        }

        var activities: [Activity] { [Activity(number: count)] }
    }

    private static let seedCount: UInt64 = 5

    private func plan(seed: UInt64) throws -> RandomPlan<Counted> {
        var random = SeededGenerator(seed: seed)
        return try #require(RandomPlan(steps: 50, using: &random))
    }

    /// Runs a plan, of which some events are sent by activities.
    private func lawBroken(limit: Int, seed: UInt64) async throws -> (law: MachineLaw?, eventCount: Int) {
        let plan = try plan(seed: seed)
        let account = Account(limit: limit)
        let broken = try await Counted.$account.withValue(account) {
            try await RunTrial(plan, seed: seed).lawBroken()
        }
        return (broken?.law, account.events)
    }

    @Test func `events come from outside and from activities, and break no law`() async throws {
        var eventCount = 0
        for seed in 0..<Self.seedCount {
            let (law, count) = try await lawBroken(limit: .max, seed: seed)
            #expect(law == nil)
            #expect(count >= 50)
            eventCount += count
        }
        #expect(eventCount > 50 * Int(Self.seedCount))
    }

    @Test func `work that is not cancelled is noticed`() async throws {
        var laws: Set<MachineLaw?> = []
        for seed in 0..<Self.seedCount { laws.insert(try await lawBroken(limit: 0, seed: seed).law) }
        #expect(laws.contains(.cancelledBeforeNext))
    }

    @Test func `a law that only a run breaks is noticed, too`() async throws {
        var laws: Set<MachineLaw> = []
        for seed in 0..<Self.seedCount {
            let before = Account()
            // What the one offers definition, and the other offers a machine without a run.
            let isFine = try Counted.$account.withValue(before) { try plan(seed: seed).lawBroken() == nil }
            #expect(isFine)
            do {
                try await Counted.$account.withValue(Account(limit: before.events)) {
                    try await MachineLaws.check(Counted.self, seed: seed, runs: 1)
                }
            } catch MachineLaws.CheckError<Counted>.violation(let violation) {
                laws.insert(violation.law)
            }
        }
        #expect(laws.contains(.cancelledBeforeNext))
    }

    @Test func `a check that is cancelled asks the definition nothing`() async {
        let account = Account()
        await Counted.$account.withValue(account) {
            let check = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await MachineLaws.check(Counted.self)
            }
            let error = await #expect(throws: MachineLaws.CheckError<Counted>.self) { try await check.value }
            #expect(error.map { "\($0)" } == "The check of the laws of Counted was cancelled.")
        }
        #expect(account.events == 0)
    }

    /// A clock on which whatever is waited for has come already.
    private struct HurriedClock: Clock {
        let now = ManualClock().now
        let minimumResolution = Duration.zero
        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}
    }

    @Test func `a run that takes too long is a violation`() async {
        let error = await #expect(throws: MachineLaws.CheckError<Door>.self) {
            try await MachineLaws.check(Door.self, runs: 100, timeLimit: .seconds(9), clock: HurriedClock())
        }
        guard case .violation(let violation)? = error else {
            Issue.record("The error is not a violation.")
            return
        }
        #expect(violation.law == .nothingLeft)
        #expect(violation.detail == "A run did not end within 9.0 seconds.")
    }
}
