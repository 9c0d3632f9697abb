import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Synchronization
import Testing

@testable import StateMachineGraphs

/// Explorations with helpers find what an exploration alone finds, in the same order.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SharedWorkTests {
    /// A field of fourteen thousand states.
    private struct Field: PackedStateDefinition {
        var (x, y) = (0, 0)

        enum Event: CaseIterable { case right, up, jump }
        static var initialStates: [Field] { [Field(), Field(packed: 60 << 32 | 7)] }

        init() {}
        var packed: UInt64 { UInt64(x) << 32 | UInt64(y) }
        init(packed: UInt64) { (x, y) = (Int(packed >> 32), Int(packed & 0xffff_ffff)) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .right: x = (x + 1) % 120
            case .up: y = (y + 1) % 120
            case .jump:
                guard (x * 7 + y * 13) % 5 != 0 else { throw .invalid }
                (x, y) = ((x * 31 + y) % 120, (y * 17 + x) % 120)
            }
        }
    }

    private func explored<Coding: StateCoding>(
        _ coding: Coding,
        within constraint: (@Sendable (Coding.State) -> Bool)? = nil,
        threads: Int,
        divisionSize: Int = 1 << 12,
        stateLimit: Int = .max,
        keepsEdges: Bool = true
    ) -> BreadthFirstExploration<Coding> {
        var checkpoints = Checkpoints()
        var exploration = BreadthFirstExploration(
            coding,
            within: constraint,
            keepsEdges: keepsEdges,
            work: SharedWork(threads: threads, threshold: 300, divisionSize: divisionSize, isMeasured: false)
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
        let alone = explored(PackedStates<Field>(), threads: 1)
        #expect(alone.parents.count == 120 * 120)
        #expect(alone.work.sharedBlockCount == 0)
        let packed = explored(PackedStates<Field>(), threads: threads)
        expectSame(packed, alone)
        let whole = explored(WholeStates<Field>(), threads: threads)
        expectSame(whole, explored(WholeStates<Field>(), threads: 1))
        #expect(packed.work.sharedBlockCount > 2 && whole.work.sharedBlockCount > 2)
    }

    /// A number that may have the same hash as many others.
    private struct Clumsy: FiniteStateDefinition {
        var number = 0
        enum Event: CaseIterable { case add, double }
        static var initialStates: [Clumsy] { [Clumsy()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            number = (event == .add ? number + 1 : number * 2) % 2_500
        }
        func hash(into hasher: inout Hasher) { hasher.combine(number < 1_800 ? number : 0) }
    }

    @Test func `regions are merged if many hashes are equal or if the table is too small`() {
        let clumsy = explored(WholeStates<Clumsy>(), threads: 3, divisionSize: 1 << 10)
        expectSame(clumsy, explored(WholeStates<Clumsy>(), threads: 1))
        #expect(clumsy.work.sharedBlockCount > 0 && clumsy.found.regions.isMerged)
        // With a few states, the hashes of some regions are much more frequent by chance.
        let small = explored(PackedStates<Field>(), threads: 3, divisionSize: 1 << 7)
        expectSame(small, explored(PackedStates<Field>(), threads: 1))
        #expect(small.found.regions.isMerged)
    }

    /// A number with an event that always leads to 0.
    private struct Resetting: PackedStateDefinition {
        var number = 0
        enum Event: CaseIterable { case add, double, reset }
        static var initialStates: [Resetting] { [Resetting()] }
        init() {}
        var packed: UInt64 { UInt64(number) }
        init(packed: UInt64) { number = Int(packed) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .add: number = (number * 3 + 1) % 9_001
            case .double: number = number * 2 % 9_001
            case .reset: number = 0
            }
        }
    }

    @Test func `helpers continue even if most edges lead to one state`() {
        let helped = explored(PackedStates<Resetting>(), threads: 3)
        expectSame(helped, explored(PackedStates<Resetting>(), threads: 1))
        #expect(helped.found.regions.isDivided && helped.work.sharedBlockCount > 2)
    }

    @Test func `explorations with a constraint, a limit or no edges also have the same result`() {
        let within: @Sendable (Field) -> Bool = { $0.x % 11 != 3 }
        for threads in [2, 4] {
            expectSame(
                explored(PackedStates<Field>(), within: within, threads: threads),
                explored(PackedStates<Field>(), within: within, threads: 1)
            )
            for limit in [9_000, 12_503] {
                let limited = explored(PackedStates<Field>(), threads: threads, stateLimit: limit)
                #expect(limited.end == .tooManyStates)
                expectSame(limited, explored(PackedStates<Field>(), threads: 1, stateLimit: limit))
            }
            for constraint in [nil, within] {
                expectSame(
                    explored(PackedStates<Field>(), within: constraint, threads: threads, keepsEdges: false),
                    explored(PackedStates<Field>(), within: constraint, threads: 1, keepsEdges: false)
                )
            }
        }
    }

    /// A grid that is large enough for a measurement.
    private struct Plane: FiniteStateDefinition {
        var (x, y) = (0, 0)
        enum Event: CaseIterable { case right, up }
        static var initialStates: [Plane] { [Plane()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .right: x = (x + 1) % 240
            case .up: y = (y + 1) % 240
            }
        }
        static func == (one: Plane, other: Plane) -> Bool { one.x == other.x && one.y == other.y }
        func hash(into hasher: inout Hasher) { hasher.combine(x << 16 | y) }
    }

    @Test func `with a measurement, a graph is the same on one thread and on several`() {
        let explorations = [1, 3].map { threads in
            var checkpoints = Checkpoints()
            var exploration = BreadthFirstExploration(WholeStates<Plane>(), work: SharedWork(threads: threads))
            exploration.run(stateLimit: .max, &checkpoints)
            return exploration
        }
        #expect(explorations[0].parents.count == 240 * 240)
        expectSame(explorations[1], explorations[0])
        // The measurement itself needs help, whatever it decides.
        #expect(explorations[1].work.sharedBlockCount > 1)
    }

    /// The number of tokens that exist.
    private static let livingTokens = Atomic<Int>(0)

    private final class Token: Sendable {
        init() { livingTokens.add(1, ordering: .relaxed) }
        deinit { livingTokens.subtract(1, ordering: .relaxed) }
    }

    /// A number with a reference.
    private struct Holder: FiniteStateDefinition {
        var number = 0
        var token = Token()
        enum Event: CaseIterable { case add, double, reset }
        static var initialStates: [Holder] { [Holder()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .add: number = (number * 3 + 1) % 9_001
            case .double: number = number * 2 % 9_001
            case .reset:
                guard number % 3 == 0 else { throw .invalid }
                number = 0
            }
            token = Token()
        }
        static func == (one: Holder, other: Holder) -> Bool { one.number == other.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test(arguments: [Int.max, 6_000])
    func `states live as long as the exploration, even if a limit ends it`(stateLimit: Int) {
        do {
            let alone = explored(WholeStates<Holder>(), threads: 1, stateLimit: stateLimit)
            let helped = explored(WholeStates<Holder>(), threads: 3, stateLimit: stateLimit)
            expectSame(helped, alone)
            #expect(helped.work.sharedBlockCount > 0 || stateLimit < .max)
            #expect(Self.livingTokens.load(ordering: .relaxed) == alone.parents.count + helped.parents.count)
        }
        #expect(Self.livingTokens.load(ordering: .relaxed) == 0)
    }

    /// Cannot be restored from its word after some steps.
    private struct Forgetful: PackedStateDefinition {
        var number = 0
        enum Event: CaseIterable { case add, double }
        static var initialStates: [Forgetful] { [Forgetful()] }
        init() {}
        var packed: UInt64 { UInt64(min(number, 40_000)) }
        init(packed: UInt64) { number = Int(packed) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            number = event == .add ? number + 1 : number * 2
        }
    }

    @Test func `a state that cannot be restored ends the exploration`() {
        let lossy = explored(PackedStates<Forgetful>(), threads: 3, divisionSize: 1 << 10)
        #expect(lossy.end == .lossyCode && lossy.work.sharedBlockCount > 0)
        expectSame(
            explored(WholeStates<Forgetful>(), threads: 3, stateLimit: 10_000),
            explored(WholeStates<Forgetful>(), threads: 1, stateLimit: 10_000)
        )
    }

    @TaskLocal private static var name = "nobody"

    @Test(arguments: [0, 1, 3])
    func `a loop runs each iteration once, even without helpers`(helperLimit: Int) {
        let loop = ParallelLoop(helperLimit: helperLimit)
        for count in [0, 1, 2, 17, 1_000] {
            let counts = Locked([Int](repeating: 0, count: count))
            let strangers = Locked(0)
            Self.$name.withValue("caller") {
                loop.run(count) { index in
                    counts.withLock { $0[index] += 1 }
                    if Self.name != "caller" { strangers.withLock { $0 += 1 } }
                }
            }
            #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
            // A helper has the values of the task that started it.
            #expect(strangers.withLock { $0 } == 0)
        }
        loop.close()
    }

    @Test func `blocks have the planned number of edges and end at a bound`() {
        var work = SharedWork<PackedStates<Field>>(threads: 1, threshold: 0)
        let goal = SharedWork<PackedStates<Field>>.edgeGoal
        work.plan(from: 1_000, before: 100_000, edgeCount: 4_000)
        #expect(work.blockEnd == 1_000 + goal / 4 && work.nextEnd == 1_000 + goal / 2)
        // The second block was planned when fewer states were known.
        work.plan(from: 1_000, before: 7_150, edgeCount: 4_000)
        work.plan(from: 7_144, before: 100_000, edgeCount: 28_576)
        #expect(work.blockEnd == 7_150 && work.nextEnd == 7_150 + goal / 4)
        work.plan(from: 7_150, before: 7_153, edgeCount: 28_600)
        #expect(work.blockEnd == 7_153 && work.nextEnd == 7_153)
    }

    @Test(arguments: [Int.max, 40])
    func `a bounded search has the same result on one thread and on several`(depth: Int) throws {
        for property in [MachineProperty<Field>.never("far") { $0.x == 100 && $0.y > 117 }, .noDeadEnd()] {
            let bounds = BoundedSearch(of: Field.self, depth: depth)
            let results = try [1, 3].map { threads in
                var search = BoundedStateSearch(
                    PackedStates<Field>(),
                    within: bounds,
                    [property],
                    false,
                    nil,
                    work: SharedWork(threads: threads, threshold: 300, divisionSize: 1 << 12, isMeasured: false)
                )
                try search.explore()
                return search
            }
            expectSame(results[0].exploration, results[1].exploration)
            #expect(results[0].discoveries[0]?.id == results[1].discoveries[0]?.id)
            #expect(results[1].exploration.work.sharedBlockCount > 0)
        }
    }
}
