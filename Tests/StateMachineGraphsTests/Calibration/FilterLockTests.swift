import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Peterson's filter lock, whose numbers of states are known, and which has enough of them to see
/// that their order is always the same.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FilterLockTests {
    private typealias Lock = FilterLock<ThreeProcesses>

    private static func exclusion<Size: LockSize>(_: FilterLock<Size>.Type) -> MachineProperty<FilterLock<Size>> {
        .never("two are in the critical section") { $0.criticalCount > 1 }
    }

    /// Whoever takes part comes in.
    private static func progress(assuming fairness: [Fairness<Lock>]) -> MachineProperty<Lock> {
        .leadsTo("zero comes in", from: { $0.takesPart(0) }, to: { $0.phase(of: 0) == .critical }, assuming: fairness)
    }

    @Test func `the lock has as many states and transitions as SPIN finds`() throws {
        let three = try StateGraph(exploring: Lock.self)
        #expect(three.states.count == 990)
        #expect(three.edges.count(where: \.isHandled) == 2_397)
    }

    @Test(.thorough) func `the lock of four has as many states and transitions as SPIN finds`() throws {
        let four = try StateGraph(exploring: FilterLock<FourProcesses>.self, stateLimit: 30_000)
        #expect(four.states.count == 24_652)
        #expect(four.edges.count(where: \.isHandled) == 72_716)
        #expect(four.check(Self.exclusion(FilterLock<FourProcesses>.self)).holds)
    }

    @Test func `the lock excludes, and lets everybody in`() throws {
        let graph = try StateGraph(exploring: Lock.self)
        #expect(graph.check(Self.exclusion(Lock.self)).holds)
        #expect(graph.check(Self.progress(assuming: [.weakForEachEvent])).holds)
        #expect(graph.check(Self.progress(assuming: [])).counterexample?.loop != nil)
    }

    @Test func `with a level too few two come in`() throws {
        let graph = try StateGraph(exploring: FilterLock<Broken<ThreeProcesses>>.self)
        let trace = graph.check(Self.exclusion(FilterLock<Broken<ThreeProcesses>>.self)).counterexample?.trace
        #expect(trace?.last.criticalCount == 2)
    }

    @Test func `whether one task explores or four do at once, the results are the same`() async throws {
        let alone = try Results(of: Lock.self)
        let atOnce = try await withThrowingTaskGroup(of: Results<Lock>.self) { group in
            for _ in 0..<4 { group.addTask { try Results(of: Lock.self) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(atOnce.count == 4)
        for results in atOnce { #expect(results == alone) }
        // The same in each process, although each has its own seed for hashes.
        #expect(alone.digest == 0xc49c_b7ee_ad6c_b67c)
    }

    @Test func `the order of states does not depend on their hashes`() throws {
        let results = try Results(of: Lock.self)
        let hashedElsewise = try Results(of: HashedElsewise.self)
        #expect(hashedElsewise.states.map(\.lock) == results.states)
        #expect(hashedElsewise.targets == results.targets)
        #expect(hashedElsewise.paths == results.paths)
    }

    @Test func `packed or not, the results are the same`() throws {
        let results = try Results(of: Lock.self)
        let packed = try Results(of: PackedFilterLock<ThreeProcesses>.self)
        #expect(packed.states.map(\.lock) == results.states)
        #expect(packed.targets == results.targets)
        #expect(packed.paths == results.paths)
    }

    /// The lock with hashes that often collide.
    private struct HashedElsewise: FiniteStateDefinition {
        var lock = Lock()

        static var initialStates: [HashedElsewise] { [HashedElsewise()] }
        var sampleEvents: [Int] { lock.sampleEvents }

        mutating func handleEvent(_ event: Int) throws(TransitionError) { try lock.handleEvent(event) }
        func hash(into hasher: inout Hasher) { hasher.combine(lock.level(of: 1)) }
    }

    /// Everything that a graph tells about a lock.
    private struct Results<Definition: FiniteStateDefinition>: Equatable, Sendable where Definition.Event == Int {
        let states: [Definition]
        /// For each edge the number of its target; nothing if the event is rejected.
        let targets: [Int?]
        /// For each state the events of the path to it.
        let paths: [[Int]]
        /// What is said about properties.
        let verdicts: [String]

        init(of definition: Definition.Type) throws {
            let graph = try StateGraph(exploring: definition)
            states = Array(graph.states)
            targets = graph.edges.map { $0.isHandled ? $0.target.id : nil }
            paths = graph.nodes.map { graph.path(to: $0).map(\.event) }
            verdicts = ((graph as? StateGraph<Lock>).map(FilterLockTests.verdicts) ?? [])
        }

        /// Of the targets alone, in their order (Fowler, Noll and Vo, FNV-1a).
        var digest: UInt64 {
            targets.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64(1 + ($1 ?? -1))) &* 0x100_0000_01b3 }
        }
    }

    private static func verdicts(of graph: StateGraph<Lock>) -> [String] {
        let properties: [MachineProperty<Lock>] = [
            exclusion(Lock.self), progress(assuming: []), progress(assuming: [.weakForEachEvent]),
            .alwaysPossible("all are away") { lock in !(0..<3).contains(where: lock.takesPart) },
            .never("one is at the second level") { $0.level(of: 1) == 2 },
        ]
        return properties.map { "\(graph.check($0))" }
    }
}
