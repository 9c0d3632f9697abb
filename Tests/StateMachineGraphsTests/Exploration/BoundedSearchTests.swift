import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct BoundedSearchTests {
    @Test(arguments: [
        MachineProperty<Tally>.never("three") { $0.count == 3 },
        .always("below three") { $0.count < 3 },
        .everyTransition("three is not entered") { $0.after.count != 3 },
        .atAllTimes("three ups are too many", remembering: { _ in 0 }) { ups, step in
            if step.event == .up { ups += 1 }
            return ups < 3
        },
    ])
    func `a bug three steps away is found though there is no end to the states`(property: MachineProperty<Tally>) throws
    {
        #expect(throws: ExplorationError<Tally>.self) { try StateGraph(exploring: Tally.self) }
        let result = try BoundedSearch(of: Tally.self, stateLimit: 10_000).check(property)
        #expect(result.counterexample?.trace?.events == [.up, .up, .up])
        #expect(result.counterexample?.trace?.last == Tally(count: 3))
        #expect(!result.isComplete && result.statistics.states < 10 && result.statistics.depth <= 4)
    }

    @Test func `a rejected event that should be handled is found`() throws {
        let property = MachineProperty<Tally>.everyEvent("down works") { $0.event != .down || $0.isHandled }
        let result = try BoundedSearch(of: Tally.self).check(property)
        #expect(result.counterexample?.trace?.events == [.down])
        #expect(result.counterexample?.reason == "Tally(count: 0) rejects down")
    }

    @Test func `a span that does not enter its activity is found`() throws {
        let property = MachineProperty<Tally>.activity(
            "once",
            .counting,
            isEnteredOnceFrom: { $0 == .up },
            until: { _ in false }
        )
        let result = try BoundedSearch(of: Tally.self).check(property)
        // The second event begins a span, in which the activity goes on already, and the third ends
        // that span.
        #expect(result.counterexample?.trace?.events == [.up, .up, .up])
    }

    @Test func `what is broken at the beginning takes no step`() throws {
        let result = try BoundedSearch(of: Tally.self).check(.always("never zero") { $0.count > 0 })
        #expect(result.counterexample?.trace?.steps.isEmpty == true && result.statistics.states == 1)
    }

    @Test func `what is reachable is shown, with a shortest path there`() throws {
        let search = BoundedSearch(of: Tally.self, stateLimit: 1_000)
        let result = try search.check(.reachable("forty") { $0.count == 40 })
        guard case .holds(let witness?) = result.verdict else { throw try #require(result.counterexample) }
        #expect(witness.steps.count == 40 && result.holds && !result.isComplete)
    }

    @Test func `what needs the whole space is undecided within bounds, and says how far it has looked`() throws {
        let search = BoundedSearch(of: Tally.self, stateLimit: 100)
        for property in [
            MachineProperty<Tally>.never("minus one") { $0.count < 0 }, .reachable("minus one") { $0.count < 0 },
            .alwaysPossible("zero") { $0.count == 0 },
            .leadsTo("it grows", from: { _ in true }, to: { _ in true }),
            .eventuallyAlways("it grows") { $0.count >= 0 },
            .atAllTimes("nothing", remembering: { _ in 0 }) { _, _ in true },
        ] {
            let result = try search.check(property)
            guard case .undecided(let undecided) = result.verdict else {
                Issue.record("\(result)")
                continue
            }
            #expect(undecided.reason.contains("within 101 states and depth 100"), "\(property.kind)")
            #expect(!result.holds && result.counterexample == nil && !result.isComplete)
            #expect(result.statistics.states == 101 && result.description.contains("is undecided"))
        }
    }

    @Test(arguments: [0, 1, 5])
    func `a run has as many events as the depth says, and no more`(depth: Int) throws {
        let search = BoundedSearch(of: Tally.self, depth: depth)
        for property in [
            MachineProperty<Tally>.never("minus one") { $0.count < 0 }, .everyEvent("nothing") { _ in true },
            .atAllTimes("nothing", remembering: { _ in 0 }) { _, _ in true },
        ] {
            let result = try search.check(property)
            #expect(result.statistics.states == depth + 1 && result.statistics.depth == depth, "\(property.kind)")
            #expect(result.statistics.transitions == max(2 * depth - 1, 0), "\(property.kind)")
            #expect(!result.isComplete)
        }
        #expect(try search.check(.never("far") { $0.count == depth }).counterexample?.trace?.steps.count == depth)
        #expect(try search.check(.never("farther") { $0.count == depth + 1 }).counterexample == nil)
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(8)))
    func `a search that comes to its end says the same as the graph`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            let search = BoundedSearch(of: RandomWalk.self)
            for goal in 0..<4 {
                for property in [
                    MachineProperty<RandomWalk>.never("", { $0.index % 50 == goal }),
                    .always("") { $0.index % 40 != goal },
                    .reachable("") { $0.index % 60 == goal },
                    .everyTransition("") { $0.output.map { $0 % 30 != goal } == true },
                    .everyEvent("") { $0.isHandled || $0.before.index % 20 != goal },
                    .alwaysPossible("") { $0.index % 8 == goal }, .eventually("") { $0.index % 4 == goal },
                    .atAllTimes("", remembering: { _ in false }) { wasThere, step in
                        defer { wasThere = wasThere || step.after.index % 30 == goal }
                        return !wasThere || step.after.index % 30 != goal + 4
                    },
                ] {
                    let (verdict, result) = (graph.check(property), try search.check(property))
                    #expect(verdict.holds == result.holds, "\(property.kind)")
                    #expect(
                        verdict.counterexample?.trace?.description == result.counterexample?.trace?.description,
                        "\(property.kind)"
                    )
                    #expect(verdict.counterexample?.reason == result.counterexample?.reason)
                    if verdict.holds, property.kind != .reachable {
                        #expect(result.isComplete)
                        if property.kind != .atAllTimes {
                            #expect(result.statistics.states == graph.states.count)
                            #expect(result.statistics.transitions == graph.statistics.transitions)
                        }
                    }
                }
            }
        }
    }

    @Test func `packed states are searched, too`() throws {
        let search = BoundedSearch(of: PackedWheel.self)
        let result = try search.check(.never("five") { $0.wheel.number == 5 })
        #expect(result.counterexample?.trace?.steps.count == 5)
        let holds = try search.check(.never("minus one") { $0.wheel.number < 0 })
        #expect(holds.isComplete && holds.holds && holds.statistics.states == 10_000)
        #expect(try search.check(.alwaysPossible("zero") { $0.wheel.number == 0 }).holds)
    }

    @Test func `a search without initial states is an error`() throws {
        let search = BoundedSearch(of: Nowhere.self)
        for property in [
            MachineProperty<Nowhere>.never("") { _ in true }, .atAllTimes("", remembering: { _ in 0 }) { _, _ in true },
        ] {
            let error = #expect(throws: ExplorationError<Nowhere>.self) { try search.check(property) }
            guard case .noInitialStates = error else { throw try #require(error) }
        }
        let error = #expect(throws: ExplorationError<PackedNowhere>.self) {
            try BoundedSearch(of: PackedNowhere.self).check(.never("") { _ in true })
        }
        guard case .noInitialStates = error else { throw try #require(error) }
    }

    @Test func `a search tells how far it is, and ends when its task is cancelled`() async throws {
        var told: [ExplorationStatistics] = []
        let search = BoundedSearch(of: Wheel.self)
        _ = try search.check(.never("") { $0.number < 0 }, progress: { told.append($0) })
        #expect(told.count >= 4 && told.map(\.states) == told.map(\.states).sorted())
        told = []
        _ = try search.check(.atAllTimes("", remembering: { _ in 0 }) { _, _ in true }, progress: { told.append($0) })
        #expect(told.count >= 4 && told.map(\.depth) == told.map(\.depth).sorted())

        for property in [
            MachineProperty<Tally>.never("") { $0.count < 0 },
            .atAllTimes("", remembering: { _ in 0 }) { _, _ in true },
        ] {
            let isCancelled = await Task.cancelled {
                do throws(ExplorationError<Tally>) {
                    _ = try BoundedSearch(of: Tally.self, stateLimit: 50_000).check(property)
                    return false
                } catch {
                    if case .cancelled = error { return true }
                    return false
                }
            }
            #expect(isCancelled, "\(property.kind)")
        }
    }
}
