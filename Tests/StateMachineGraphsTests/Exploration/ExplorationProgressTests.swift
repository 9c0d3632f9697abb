import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ExplorationProgressTests {
    @Test func `the statistics count states, transitions, rejections and depth`() throws {
        let hall = try StateGraph(exploring: Hall.self)
        let statistics = hall.statistics
        #expect(statistics.states == 5 && statistics.depth == 3)
        #expect(statistics.transitions == hall.edges.count { $0.isHandled })
        #expect(statistics.rejections == hall.edges.count { !$0.isHandled })
        #expect(statistics.duration > .zero)
        #expect(statistics.description.hasPrefix("5 states, 13 transitions, 7 rejections, depth 3, queue 2, "))
    }

    @Test(arguments: 0..<UInt64(30))
    func `the depth is the greatest distance, and the queue the most that were waiting`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let graph = try StateGraph(exploring: RandomWalk.self)
            #expect(graph.statistics.depth == graph.nodes.map { graph.path(to: $0).count }.max())
            // The queue, written down as it is: found, and not taken out yet.
            var (found, largest) = (Set(graph.initialNodes.map(\.id)), graph.initialCount)
            for node in graph.nodes {
                for edge in graph.edges(from: node) where edge.isHandled { found.insert(edge.target.id) }
                largest = max(largest, found.count - node.id - 1)
            }
            #expect(graph.statistics.largestQueue == largest)
        }
    }

    @Test func `a long exploration tells how far it is`() throws {
        var told: [ExplorationStatistics] = []
        let graph = try StateGraph(exploring: Wheel.self, stateLimit: 10_000, progress: { told.append($0) })
        #expect(told.map { $0.transitions + $0.rejections } == (1...4).map { $0 * 4096 })
        for (one, next) in zip(told, told.dropFirst()) {
            #expect(one.states < next.states && one.depth < next.depth && one.duration < next.duration)
            #expect(one.transitions < next.transitions && one.rejections < next.rejections)
        }
        #expect(told.allSatisfy { $0.states < graph.statistics.states && $0.transitions + $0.rejections >= 4096 })

        var packed = 0
        _ = try StateGraph(exploring: PackedWheel.self, stateLimit: 10_000, progress: { _ in packed += 1 })
        var abstracted = 0
        _ = try StateGraph(
            exploring: Wheel.self,
            stateLimit: 10_000,
            abstractedBy: \.number,
            progress: { _ in abstracted += 1 }
        )
        #expect((packed, abstracted) == (told.count, told.count))
    }

    @Test func `an exploration ends when its task is cancelled`() async {
        let errors = await Task.cancelled { [Self.error(Wheel.self), Self.error(PackedWheel.self)] }
        #expect(errors == ["The exploration of Wheel was cancelled.", "The exploration of PackedWheel was cancelled."])
        #expect(Self.error(Wheel.self) == nil)
    }

    private static func error<Definition: FiniteStateDefinition>(_: Definition.Type) -> String? {
        do throws(ExplorationError<Definition>) {
            _ = try StateGraph(exploring: Definition.self, stateLimit: 10_000)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let wheel = Result { try StateGraph(exploring: Wheel.self, stateLimit: 10_000) }

    private static let properties: [MachineProperty<Wheel>] = [
        .always("") { $0.number >= 0 }, .never("") { $0.number < 0 }, .everyEvent("") { _ in true },
        .everyTransition("") { _ in true }, .atAllTimes("", remembering: { _ in 0 }) { _, _ in true },
        .reachable("") { $0.number == 9_999 }, .alwaysPossible("") { $0.number == 0 },
        .eventually("") { $0.number == 9_999 },
    ]

    @Test(arguments: properties.usually(oneOf: 2))
    func `a check tells how far it is, and ends when its task is cancelled`(property: MachineProperty<Wheel>)
        async throws
    {
        let graph = try Self.wheel.get()
        var told: [Int] = []
        #expect(try graph.check(property) { told.append($0.looks) }.holds)
        #expect(told.count >= 2 && told == (1...told.count).map { $0 * 4096 })
        #expect(graph.check(property).holds)
        #expect(try graph.check(property, progress: nil).holds)

        let isCancelled = await Task.cancelled {
            do throws(ExplorationError<Wheel>) {
                _ = try graph.check(property, progress: nil)
                return false
            } catch {
                if case .cancelled = error { return true }
                return false
            }
        }
        #expect(isCancelled)
    }

    @Test func `a check that may be cancelled refutes the same`() throws {
        let graph = try Self.wheel.get()
        let property = MachineProperty<Wheel>.never("far") { $0.number == 9_000 }
        let counterexample = try graph.check(property) { _ in }.counterexample
        #expect(counterexample?.trace?.steps.count == 9_000)
        #expect(counterexample?.reason == graph.check(property).counterexample?.reason)
    }

    private static let refuted: [MachineProperty<Lamp>] = [
        .always("") { $0 != .broken }, .never("") { $0 == .broken }, .everyEvent("") { $0.isHandled },
        .everyTransition("") { $0.event != .kick },
        .atAllTimes("", remembering: { _ in 0 }) { $1.event != .kick || $1.before != .on },
        .reachable("") { _ in false }, .alwaysPossible("") { $0 == .off }, .eventually("") { $0 == .broken },
        .leadsTo("", from: { $0 == .on }, to: { $0 == .broken }),
    ]

    @Test(arguments: refuted)
    func `each kind of property is refuted by the same run`(property: MachineProperty<Lamp>) throws {
        let graph = try StateGraph(exploring: Lamp.self)
        let counterexample = try #require(try graph.check(property) { _ in }.counterexample)
        #expect(counterexample.description == graph.check(property).counterexample?.description)
    }

    @Test func `a cancelled check asks nothing more of a property`() async throws {
        let graph = try Self.wheel.get()
        let asked = Journal<Void>()
        let isAsked: @Sendable () -> Bool = {
            asked.note(())
            return true
        }
        let properties: [MachineProperty<Wheel>] = [
            .always("") { _ in isAsked() }, .never("") { _ in !isAsked() }, .everyEvent("") { _ in isAsked() },
            .everyTransition("") { _ in isAsked() }, .atAllTimes("", remembering: { _ in 0 }) { _, _ in isAsked() },
            .reachable("") { _ in !isAsked() }, .alwaysPossible("") { _ in isAsked() },
            .eventually("") { _ in isAsked() },
        ]
        for property in properties {
            asked.removeAll()
            await Task.cancelled { _ = try? graph.check(property) { _ in } }
            #expect(asked.entries.count == 4095, "\(property.kind)")
        }
    }

    @Test func `a definition without initial states is an error, so that no claim about it holds in silence`() throws {
        let error = #expect(throws: ExplorationError<Nowhere>.self) { try StateGraph(exploring: Nowhere.self) }
        #expect(error?.description.hasPrefix("Nowhere has no initial states") == true)
        #expect(throws: ExplorationError<Nowhere>.self) {
            try StateGraph(exploring: Nowhere.self, abstractedBy: { $0 == .here })
        }
    }

    @Test func `too many states are told with two of them, whatever else may be wrong`() throws {
        let error = #expect(throws: ExplorationError<Tally>.self) {
            try StateGraph(exploring: Tally.self, stateLimit: 50)
        }
        let tooMany = try #require(error?.tooManyStates)
        #expect(tooMany.stateLimit == 50 && error?.description == tooMany.description)
    }
}
