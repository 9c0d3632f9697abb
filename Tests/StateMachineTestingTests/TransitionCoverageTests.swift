import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct TransitionCoverageTests {
    let coverage: TransitionCoverage<Door>

    init() throws {
        coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
    }

    @Test func `a table shows what was tried how often, and what was not`() {
        coverage.record(Trace(from: Door.closed, events: [.lock, .open, .unlock, .open]))
        #expect(
            coverage.table == """
                        open  close  lock  unlock
                closed     1     –0     1      –0
                open      –0      0    –0      –0
                locked    –1     –0    –0       1
                3/3 states, 3/4 transitions, 4/12 pairs
                """
        )
        #expect(
            coverage.markdown == """
                |  | open | close | lock | unlock |
                | --- | ---: | ---: | ---: | ---: |
                | closed | 1 | –0 | 1 | –0 |
                | open | –0 | 0 | –0 | –0 |
                | locked | –1 | –0 | –0 | 1 |

                3/3 states, 3/4 transitions, 4/12 pairs
                """
        )
    }

    @Test func `what is missing is listed with a shortest path to it`() throws {
        coverage.record(Trace(from: Door.closed, events: [.lock, .open, .unlock, .open]))
        try coverage.require(.states)
        let error = #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.transitions) }
        #expect(
            error?.description == """
                Door: 3 of 4 transitions covered. Missing:
                open ─ close: closed ─ open → open ─ close → closed
                """
        )
        try coverage.require(.transitions, atLeast: 0.75)
        #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.transitions, atLeast: 0.76) }
        try coverage.require(.transitions, except: [.init(.open, .close)])
        #expect(coverage.untried(.transitions) == [.init(.open, .close)])
        #expect(coverage.fraction(of: .transitions) == 0.75)
    }

    @Test func `states that were not reached are missing`() {
        coverage.record(Trace(from: Door.closed, events: [.open]))
        let error = #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.states) }
        #expect(error?.description == "Door: 2 of 3 states covered. Missing:\nlocked: closed ─ lock → locked")
    }

    @Test func `a pair that is handled in some states only is not covered by a rejection`() throws {
        struct Purse: FiniteStateDefinition {
            enum Event: CaseIterable { case spend }
            var coins = 1
            static var initialStates: [Purse] { [Purse()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                if coins == 0 { throw .invalid }
                coins -= 1
            }
        }
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Purse.self))
        coverage.record(Trace(from: Purse(coins: 0), events: [.spend]))
        #expect(throws: MissingCoverage<Purse>.self) { try coverage.require(.transitions) }
        coverage.record(Trace(from: Purse(), events: [.spend]))
        #expect(coverage.count(of: .init(Purse(), .spend)).total >= 1)
    }

    @Test func `live machines and system runs are counted, from any isolation, and merged`() async throws {
        let other = TransitionCoverage(of: try StateGraph(exploring: Door.self))
        let machine = StateMachine(Door.closed)
        let tokens = other.record(machine)
        machine.send(.open)
        machine.send(.lock)
        tokens.cancel()
        machine.send(.close)
        #expect(other.count(of: .init(.closed, .open)).handled == 1)
        #expect(other.count(of: .init(.open, .lock)).rejected == 1)
        #expect(other.count(of: .init(.open, .close)).total == 0)

        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { [coverage] in coverage.record(Trace(from: Door.closed, events: [.open])) }
            }
        }
        coverage.merge(other)
        #expect(coverage.count(of: .init(.closed, .open)).handled == 11)
        #expect(coverage.count(of: .init(.open, .lock)).rejected == 1)
        try await Trace(from: Door.open, events: [.close]).run(
            on: SystemUnderTestTests.Value(door: .open),
            onStep: coverage.record
        )
        #expect(coverage.count(of: .init(.open, .close)).handled == 1)
    }

    @Test func `events that hooks send are counted in the state in which they arrive`() {
        let machine = StateMachine(Door.closed)
        machine.onEntry(of: .locked) { [unowned machine] in machine.send(.unlock) }
        coverage.record(machine)
        machine.send(.lock)
        #expect(coverage.count(of: .init(.closed, .lock)).handled == 1)
        #expect(coverage.count(of: .init(.locked, .unlock)).handled == 1)
    }
}
