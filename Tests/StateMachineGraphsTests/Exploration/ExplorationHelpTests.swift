import StateMachines
import TestSupport
import Testing

@testable import StateMachineGraphs

/// Explorations with helpers find what an exploration alone finds, in the same order.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ExplorationHelpTests {
    /// A grid of six thousand states, of which a few are rejected.
    private struct Grid: PackedStateDefinition {
        var (x, y) = (0, 0)

        enum Event: CaseIterable { case right, up, jump, home }
        static var initialStates: [Grid] { [Grid()] }

        init() {}
        var packed: UInt64 { UInt64(x) << 32 | UInt64(y) }
        init(packed: UInt64) { (x, y) = (Int(packed >> 32), Int(packed & 0xffff_ffff)) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .right: x = (x + 1) % 80
            case .up: y = (y + 1) % 80
            case .jump:
                guard (x * 7 + y * 13) % 5 != 0 else { throw .invalid }
                (x, y) = ((x * 31 + y) % 80, (y * 17 + x) % 80)
            case .home: (x, y) = (0, 0)
            }
        }
    }

    private func explored<Coding: StateCoding>(
        _ coding: Coding,
        within constraint: (@Sendable (Coding.State) -> Bool)? = nil,
        threads: Int,
        threshold: Int = 300,
        stateLimit: Int = .max,
        keepsEdges: Bool = true
    ) -> BreadthFirstExploration<Coding> {
        var checkpoints = Checkpoints()
        var exploration = BreadthFirstExploration(
            coding,
            within: constraint,
            keepsEdges: keepsEdges,
            help: ExplorationHelp(threads: threads, threshold: threshold, isMeasured: false)
        )
        exploration.run(stateLimit: stateLimit, &checkpoints)
        return exploration
    }

    private func expectSame<Coding: StateCoding>(
        _ one: BreadthFirstExploration<Coding>,
        _ other: BreadthFirstExploration<Coding>
    ) where Coding.Code: Equatable {
        #expect(one.found.codes.elementsEqual(other.found.codes))
        #expect(one.parents.elementsEqual(other.parents) && one.arrivals.elementsEqual(other.arrivals))
        #expect(one.offsets.elementsEqual(other.offsets) && one.successors.elementsEqual(other.successors))
        #expect(one.cut == other.cut && one.end == other.end && one.edgeCount == other.edgeCount)
    }

    @Test(arguments: [2, 5])
    func `states and edges have the same numbers`(threads: Int) {
        let alone = explored(PackedStates<Grid>(), threads: 1)
        #expect(alone.parents.count == 80 * 80)
        expectSame(explored(PackedStates<Grid>(), threads: threads), alone)
        expectSame(explored(WholeStates<Grid>(), threads: threads), explored(WholeStates<Grid>(), threads: 1))
    }

    @Test func `a constraint, a limit and a search without edges are the same, too`() {
        let within: @Sendable (Grid) -> Bool = { $0.x % 11 != 3 }
        for threads in [2, 4] {
            expectSame(
                explored(PackedStates<Grid>(), within: within, threads: threads),
                explored(PackedStates<Grid>(), within: within, threads: 1)
            )
            for limit in [1_000, 2_503] {
                let limited = explored(PackedStates<Grid>(), threads: threads, stateLimit: limit)
                #expect(limited.end == .tooManyStates)
                expectSame(limited, explored(PackedStates<Grid>(), threads: 1, stateLimit: limit))
            }
            expectSame(
                explored(PackedStates<Grid>(), threads: threads, keepsEdges: false),
                explored(PackedStates<Grid>(), threads: 1, keepsEdges: false)
            )
        }
    }

    /// A grid that is large enough for help, and for a decision about it.
    private struct Plane: FiniteStateDefinition {
        var (x, y) = (0, 0)
        enum Event: CaseIterable { case right, up }
        static var initialStates: [Plane] { [Plane()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .right: x = (x + 1) % 200
            case .up: y = (y + 1) % 200
            }
        }
        static func == (one: Plane, other: Plane) -> Bool { one.x == other.x && one.y == other.y }
        func hash(into hasher: inout Hasher) { hasher.combine(x << 16 | y) }
    }

    @Test func `a graph is the same on one thread and on several`() throws {
        let one = try StateGraph(exploring: Plane.self, stateLimit: 60_000, threads: 1)
        let several = try StateGraph(exploring: Plane.self, stateLimit: 60_000, threads: 3)
        #expect(one.states.count == 40_000 && one.states == several.states)
        #expect(one.successors.elementsEqual(several.successors))
    }

    /// Cannot be restored from its word after some steps.
    private struct Forgetful: PackedStateDefinition {
        var number = 0
        enum Event: CaseIterable { case add, double }
        static var initialStates: [Forgetful] { [Forgetful()] }
        init() {}
        var packed: UInt64 { UInt64(min(number, 4_000)) }
        init(packed: UInt64) { number = Int(packed) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            number = event == .add ? number + 1 : number * 2
        }
    }

    @Test func `a state that cannot be restored ends the exploration`() {
        #expect(explored(PackedStates<Forgetful>(), threads: 3).end == .lossyCode)
        expectSame(
            explored(WholeStates<Forgetful>(), threads: 3, stateLimit: 10_000),
            explored(WholeStates<Forgetful>(), threads: 1, stateLimit: 10_000)
        )
    }

    @Test func `nothing changes where helpers never come`() {
        let queue = ExpansionQueue<Int>(helperLimit: 2)
        #expect(queue.add([10, 11, 12], from: 0) == 2)
        guard case .untouched = queue.take(0) else {
            Issue.record("block 0 was taken")
            return
        }
        // A helper comes late, and the exploration gives up its block.
        #expect(queue.begin()?.number == 1)
        guard case .begun = queue.take(1) else {
            Issue.record("block 1 is not begun")
            return
        }
        #expect(queue.beginAhead()?.number == 2)
        queue.finish(22, 2)
        queue.giveUp(1)
        queue.finish(21, 1)
        guard case .finished(22) = queue.take(2) else {
            Issue.record("block 2 is not finished")
            return
        }
        #expect(queue.begin() == nil && queue.begin() == nil)
        // Both helpers have ended, so others are started.
        #expect(queue.add([13, 14, 15], from: 3) == 2)
        queue.close()
        #expect(queue.begin() == nil)
    }

    @Test func `a block whose first state cannot be restored is left to the exploration`() {
        var help = ExplorationHelp<PackedStates<Forgetful>>(threads: 2, threshold: 0, isMeasured: false)
        var found = StateTable(PackedStates<Forgetful>())
        for number in 0..<600 {
            found.reserve(1)
            _ = found.insert(UInt64(number + 3_900), hash: UInt64(number))
        }
        help.begin(at: 0)
        let size = ExplorationHelp<PackedStates<Forgetful>>.blockSize
        for _ in 0..<2 {
            let start = help.end
            help.takeBlock(for: found, before: 600, within: nil)
            #expect(help.end > start && help.end <= start + size)
            // All states of a block can be prepared, or it is left at the first that cannot.
            if help.isPrepared { #expect(!help.block.ends.isEmpty) }
        }
        var block = PreparedBlock<PackedStates<Forgetful>>(first: 0, codes: [4_000])
        block.prepare(PackedStates(), within: nil)
        #expect(block.ends.isEmpty)
        help.close()
    }

    @Test func `nothing is tried behind a bound`() {
        var help = ExplorationHelp<PackedStates<Grid>>(threads: 2, threshold: 0, isMeasured: false)
        let found = explored(PackedStates<Grid>(), threads: 1).found
        help.begin(at: 0)
        help.takeBlock(for: found, before: 1_000, within: nil)
        #expect(help.handedOut == 3)
        help.close()
    }

    @Test func `help is taken where it saves time, and tried again later`() {
        var now = ContinuousClock.now
        var trial = HelpTrial(tableSize: 64, at: now)
        func pass(_ count: Int, each duration: Duration, tableSize: Int = 64) {
            for _ in 0..<count {
                now += duration
                trial.pass(tableSize: tableSize, at: now)
            }
        }
        let (short, long) = (HelpTrial.phaseLength, HelpTrial.decidedLength)
        pass(short - 1, each: .microseconds(100))
        #expect(!trial.isHelped)
        pass(1, each: .microseconds(100))
        #expect(trial.isHelped)
        // Help takes as long: not worth it.
        pass(short, each: .microseconds(99))
        #expect(!trial.isHelped)
        pass(long - 1, each: .microseconds(100))
        #expect(!trial.isHelped)
        // Tried again, and once more alone since the table has grown meanwhile.
        pass(1 + short, each: .microseconds(100), tableSize: 128)
        #expect(trial.isHelped)
        pass(short, each: .microseconds(300), tableSize: 256)
        #expect(!trial.isHelped)
        pass(short, each: .microseconds(100), tableSize: 256)
        #expect(trial.isHelped)
        pass(short, each: .microseconds(60), tableSize: 256)
        #expect(trial.isHelped)
        pass(long - 1, each: .microseconds(60), tableSize: 256)
        #expect(trial.isHelped)
        pass(1, each: .microseconds(60), tableSize: 256)
        #expect(!trial.isHelped)
    }

    @Test func `simulations on several threads say what one thread says`() async throws {
        for property in [
            MachineProperty<Grid>.never("far") { $0.x == 79 && $0.y > 74 },
            .eventually("home", assuming: [.weakForEachEvent]) { $0.x == 400 }, .noDeadEnd(),
        ] {
            var told: [[SimulationStatistics]] = []
            var results: [SimulationResult<Grid>] = []
            // Only the first property needs many steps before it is broken.
            let runs = property.name == "far" ? 400 : 100
            for threads in [1, 3] {
                var statistics: [SimulationStatistics] = []
                let simulation = Simulation(of: Grid.self, seed: 30_000, runs: runs, steps: 400, threads: threads)
                results.append(try await simulation.check(property) { statistics.append($0) })
                told.append(statistics)
            }
            // The first property is broken when several threads make runs already.
            if property.name == "far" {
                #expect(results[0].statistics.steps > 100_000 && results[0].counterexample != nil)
            }
            #expect(told[0] == told[1] && results[0].statistics == results[1].statistics)
            #expect(results[0].description == results[1].description && results[0].seed == results[1].seed)
        }
    }

    @Test func `a simulation on several threads ends when its task is cancelled`() async {
        let isCancelled = await Task {
            var isCancelled = false
            do throws(ExplorationError<Grid>) {
                let simulation = Simulation(of: Grid.self, seed: 1, runs: 100_000, steps: 1_000, threads: 3)
                _ = try await simulation.check(.noDeadEnd()) { statistics in
                    if statistics.steps > 200_000 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch {
                if case .cancelled = error { isCancelled = true }
            }
            return isCancelled
        }.value
        #expect(isCancelled)
    }
}
