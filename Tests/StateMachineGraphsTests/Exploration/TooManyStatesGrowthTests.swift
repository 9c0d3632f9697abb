import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TooManyStatesGrowthTests {
    /// Where an exploration that ends at a limit says that the states grow.
    private func growth<Definition: FiniteStateDefinition>(
        of type: Definition.Type,
        stateLimit: Int
    ) throws -> (earlier: Definition, later: Definition) {
        let error = #expect(throws: ExplorationError<Definition>.self) {
            try StateGraph(exploring: type, stateLimit: stateLimit)
        }
        return try #require(error?.tooManyStates?.growth)
    }

    fileprivate enum Turn: CaseIterable { case turn }

    /// Has a field that turns, and one that grows with each whole turn.
    fileprivate protocol Thread: FiniteStateDefinition where Event == Turn {
        var depth: Int { get set }
        var side: Int { get set }
        init()
    }

    fileprivate struct Screw: Thread {
        var depth = 0
        var side = 0
    }

    fileprivate struct Drill: Thread {
        var side = 0
        var depth = 0
    }

    private func expectGrowth(ofDepthOf type: (some Thread).Type) throws {
        for limit in 10...12 {
            let growth = try growth(of: type, stateLimit: limit)
            #expect(growth.earlier.depth + 1 == growth.later.depth)
        }
    }

    @Test func `of two states where one field grows, that field is different, whatever follows it`() throws {
        try expectGrowth(ofDepthOf: Screw.self)
    }

    @Test func `of two states where one field grows, that field is different, whatever precedes it`() throws {
        try expectGrowth(ofDepthOf: Drill.self)
    }

    /// Counts in two cases by turns.
    private enum Rally: FiniteStateDefinition {
        case here(count: Int)
        case there(count: Int)

        enum Event: CaseIterable { case strike }
        static var initialStates: [Rally] { [.here(count: 0)] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            self =
                switch self {
                case .here(let count): .there(count: count + 1)
                case .there(let count): .here(count: count + 1)
                }
        }
    }

    @Test func `two states of the same case are compared`() throws {
        for limit in 10...11 {
            let growth = try growth(of: Rally.self, stateLimit: limit)
            let expected: (Rally, Rally) =
                limit == 10 ? (.here(count: 8), .here(count: 10)) : (.there(count: 9), .there(count: 11))
            #expect(growth == expected)
        }
    }

    /// Has two fields that grow side by side.
    private struct Twins: FiniteStateDefinition {
        var elder = 0
        var younger = 0

        enum Event: CaseIterable { case grow }
        static var initialStates: [Twins] { [Twins()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            elder += 1
            younger += 1
        }
    }

    @Test func `of two fields that grow alike the first one is named`() throws {
        let error = #expect(throws: ExplorationError<Twins>.self) {
            try StateGraph(exploring: Twins.self, stateLimit: 10)
        }
        #expect(try #require(error).description.contains("keeps changing in elder: "))
    }

    /// Grows at its end, in one of ten ways.
    private struct Twig: FiniteStateDefinition {
        var path: [Int] = []

        static var initialStates: [Twig] { [Twig()] }
        var sampleEvents: [Int] { Array(0..<10) }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { path.append(event) }
    }

    @Test func `of two states, the second one was reached from the first`() throws {
        let growth = try growth(of: Twig.self, stateLimit: 500)
        #expect(growth.later.path.starts(with: growth.earlier.path))
        #expect(growth.later.path.count == growth.earlier.path.count + 1)
    }

    /// Begins in many states, most of which are of another case than the last thousand.
    private enum Crowd: FiniteStateDefinition {
        case early(Int)
        case late(Int)

        enum Event: CaseIterable { case wait }
        static var initialStates: [Crowd] { (0..<1_000).map(Crowd.early) + (0..<600).map(Crowd.late) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    @Test func `where no state follows another, the last thousand are compared`() throws {
        let growth = try growth(of: Crowd.self, stateLimit: 1_500)
        #expect(growth.earlier == .late(598) && growth.later == .late(599))
    }

    /// Changes within a list that is too large to be compared.
    private struct Row: FiniteStateDefinition {
        var numbers = Array(repeating: 0, count: 1_000)

        enum Event: CaseIterable { case count }
        static var initialStates: [Row] { [Row()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { numbers[0] += 1 }
    }

    @Test func `a field that looks the same in all states is not named`() throws {
        let error = #expect(throws: ExplorationError<Row>.self) { try StateGraph(exploring: Row.self, stateLimit: 10) }
        #expect(try #require(error).description.contains("The payload of Row keeps changing: "))
        let growth = try #require(error?.tooManyStates?.growth)
        #expect(growth.earlier.numbers[0] == 9 && growth.later.numbers[0] == 10)
    }
}

extension TooManyStatesGrowthTests.Thread {
    static var initialStates: [Self] { [Self()] }

    mutating func handleEvent(_ event: TooManyStatesGrowthTests.Turn) throws(TransitionError) {
        side = (side + 1) % 3
        if side == 0 { depth += 1 }
    }
}
