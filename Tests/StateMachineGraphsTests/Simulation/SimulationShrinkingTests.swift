import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SimulationShrinkingTests {
    private final class Count: Sendable {
        private let count = Locked((now: 0, most: 0))

        func add(_ number: Int) {
            count.withLock { $0 = ($0.now + number, max($0.most, $0.now + number)) }
        }

        var now: Int { count.withLock { $0.now } }
        var most: Int { count.withLock { $0.most } }
    }

    /// Counts how many of its kind there are.
    private final class Token: Sendable {
        @TaskLocal static var count = Count()

        private let count = Token.count

        init() { count.add(1) }

        deinit { count.add(-1) }
    }

    /// Counts, with a new token in each state.
    private struct Holder: FiniteStateDefinition {
        var count = 0
        var token = Token()

        enum Event: CaseIterable { case count }

        static var initialStates: [Holder] { [Holder()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            count += 1
            token = Token()
        }

        static func == (one: Holder, other: Holder) -> Bool { one.count == other.count }
        func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }

    /// Leads to another state each time.
    private struct Dice: FiniteStateDefinition {
        @TaskLocal static var rolls = Count()

        var number = 0

        enum Event: CaseIterable { case roll }

        static var initialStates: [Dice] { [Dice()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            Dice.rolls.add(1)
            number = Dice.rolls.now
        }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(30)))
    func `each event of a counterexample could arrive in the state where it is tried`(seed: UInt64) async throws {
        let properties: [MachineProperty<Network>] = [
            .never("two are received") { $0.received == 2 },
            .everyTransition("the second receipt") { $0.after.received < 2 },
            .atAllTimes("two receipts", remembering: { _ in 0 }) { receipts, step in
                if step.event == .receive { receipts += 1 }
                return receipts < 2
            },
        ]
        for property in properties {
            let result = try await MachineSimulation(of: Network.self, seed: seed, runs: 10).check([property])
            let trace = try #require(result.counterexample?.trace)
            #expect(trace.steps.allSatisfy { $0.before.sampleEvents.contains($0.event) }, "\(trace)")
            #expect(trace.events.count == 4 && trace.events.count { $0 == .send } == 2, "\(trace)")
        }
    }

    @Test func `a simulation keeps none of the states that it has left`() async throws {
        let count = Count()
        try await Token.$count.withValue(count) {
            _ = try await MachineSimulation(of: Holder.self, seed: 1, runs: 1, steps: 5_000).check([
                .never("") { $0.count < 0 }, .everyEvent("") { $0.isHandled },
            ])
        }
        #expect(count.most > 0 && count.most < 20)
    }

    @Test func `two hundred events that are all needed take less than a check for each pair of them`() async throws {
        let checks = Count()
        let result = try await MachineSimulation(of: Tally.self, seed: 3, runs: 1, steps: 200_000).check([
            .never("two hundred") { tally in
                checks.add(1)
                return tally.count == 200
            }
        ])
        #expect(result.counterexample?.trace?.steps.count == 200)
        // The run, its repetition, and less than a check for each two of 200 events that are left
        // out.
        #expect(checks.now < 2 * result.statistics.steps + 200 * 200)
    }

    @Test func `shrinking ends when the task is cancelled`() async {
        let checks = Count()
        let isCancelled = await Task.cancelled {
            do throws(ExplorationError<Tally>) {
                _ = try await MachineSimulation(of: Tally.self, seed: 3, runs: 1, steps: 1_000).check([
                    .never("ten") { tally in
                        checks.add(1)
                        return tally.count == 10
                    }
                ])
                return false
            } catch {
                if case .cancelled = error { return true }
                return false
            }
        }
        #expect(isCancelled && checks.now <= 2 * 1_000)
    }

    @Test func `a run that cannot be repeated leaves the property undecided`() async throws {
        let result = try await Dice.$rolls.withValue(Count()) {
            try await MachineSimulation(of: Dice.self, seed: 1, runs: 1, steps: 10).check([
                .never("a three") { $0.number == 3 }
            ])
        }
        let undecided = try #require(result.undecided)
        #expect(
            result.counterexample == nil && result.description.hasPrefix("\(undecided)\nFound after 1 run, 3 steps")
        )
        #expect(
            undecided.reason == "the run that violated it after 3 steps does not violate it when the run is repeated"
        )
    }

    /// Is always in the same state.
    private enum Coin: FiniteStateDefinition {
        case flat

        enum Event: CaseIterable { case heads, tails }
        static var initialStates: [Coin] { [.flat] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {}
    }

    /// A memory that grows with each event.
    private struct Log: Hashable {
        var events: [Coin.Event] = []
        var token = Token()

        mutating func append(_ event: Coin.Event) {
            events.append(event)
            token = Token()
        }

        static func == (one: Log, other: Log) -> Bool { one.events == other.events }
        func hash(into hasher: inout Hasher) { hasher.combine(events) }
    }

    @Test func `the memories of events that were tried in vain are forgotten`() async throws {
        let count = Count()
        try await Token.$count.withValue(count) {
            let property = MachineProperty<Coin>.atAllTimes("few heads", remembering: { _ in Log() }) { log, step in
                log.append(step.event)
                return log.events.count { $0 == .heads } < 40
            }
            let result = try await MachineSimulation(of: Coin.self, seed: 1, runs: 1, steps: 400).check([property])
            #expect(result.counterexample?.trace?.steps.count == 40)
        }
        #expect(count.most > 80)
        #expect(count.most < 400)
        #expect(count.now == 0)
    }
}
