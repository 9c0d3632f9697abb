import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineTesting

/// What is counted though the graph does not have it, and what the graph has several of.
@Suite(.timeLimit(.minutes(1)), .computing) struct CoverageOutsideGraphTests {
    /// A counter of which a graph shows only what the lowest limit of a task allows.
    private struct Counter: FiniteStateDefinition, CustomStringConvertible {
        @TaskLocal static var samples: [Event] = [.up]

        enum Event: Hashable { case up, down, add, reset }

        var count = 0

        static var initialStates: [Counter] { [Counter()] }
        var sampleEvents: [Event] { Self.samples }
        var description: String { "at \(count)" }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .up: if count == 1 { throw .invalid } else { count += 1 }
            case .down: if count == 0 { throw .invalid } else { count -= 1 }
            case .add: count += 1
            case .reset: if count == 0 { throw .invalid } else { count = 0 }
            }
        }
    }

    private func coverage(of samples: [Counter.Event]) throws -> TransitionCoverage<Counter> {
        try Counter.$samples.withValue(samples) { TransitionCoverage(of: try StateGraph(exploring: Counter.self)) }
    }

    private enum Switch: FiniteStateDefinition {
        case off, on, broken, apart

        enum Event: CaseIterable { case turn, hit, fix, drop }

        static var initialStates: [Switch] { [.off] }
        var sampleEvents: [Event] { [.turn] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.off, .turn): self = .on
            case (.on, .turn): self = .off
            case (.off, .hit), (.on, .hit): self = .broken
            case (.off, .drop), (.on, .drop): self = .apart
            case (.broken, .turn), (.broken, .hit), (.broken, .drop), (.off, .fix), (.on, .fix): throw .invalid
            case (.apart, .turn), (.apart, .hit), (.apart, .drop), (.apart, .fix): throw .invalid
            case (.broken, .fix): self = .off
            }
        }
    }

    @Test func `states and events that are not in the graph come last in the table, in order`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Switch.self))
        coverage.record(Trace(from: .off, events: [.hit, .turn, .fix, .drop, .turn]))
        #expect(
            coverage.table == """
                        turn  drop  fix  hit
                off        0     1         1
                on         0
                apart     –1
                broken    –1          1
                1/2 states, 0/2 transitions, 0/2 pairs
                """
        )
    }

    @Test func `a machine has been in the state in which its recording begins`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
        coverage.record(StateMachine(Door.locked))
        let error = #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.states) }
        #expect(error?.missing.map(\.title) == ["closed", "open"])
    }

    @Test func `what was merged has been visited`() throws {
        let graph = try StateGraph(exploring: Door.self)
        let (coverage, other) = (TransitionCoverage(of: graph), TransitionCoverage(of: graph))
        other.record(Trace(from: .locked))
        coverage.merge(other)
        let error = #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.states) }
        #expect(error?.missing.map(\.title) == ["closed", "open"])
    }

    @Test func `all of nothing is covered`() throws {
        let coverage = try coverage(of: [.down])
        #expect(coverage.fraction(of: .transitions) == 1)
        #expect(coverage.fraction(of: .pairs) == 0)
    }

    @Test func `exceptions do not count`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
        coverage.record(Trace(from: .closed, events: [.lock]))
        let error = #expect(throws: MissingCoverage<Door>.self) {
            try coverage.require(.transitions, except: [.init(.open, .close), .init(.closed, .lock)])
        }
        #expect(error?.total == 2)
        #expect(error?.covered == 0)
    }

    /// Reads as one state, and has several.
    private struct Account: FiniteStateDefinition, CustomStringConvertible {
        enum Event: CaseIterable { case spend, borrow, earn }

        var coins = 1

        static var initialStates: [Account] { [Account()] }
        var description: String { "account" }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .spend: if coins == 0 { throw .invalid } else { coins -= 1 }
            case .borrow: if coins > 0 { throw .invalid } else { coins += 1 }
            case .earn: if coins == 2 { throw .invalid } else { coins += 1 }
            }
        }
    }

    @Test func `the path to a pair is one to the first state that has it, whether that handles it or not`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Account.self))
        let error = #expect(throws: MissingCoverage<Account>.self) { try coverage.require(.pairs) }
        #expect(error?.missing.map { $0.path?.events ?? [] } == [[.spend], [.borrow], [.earn]])
    }

    @Test func `a state that has fewer sample events than before ends the path to it`() throws {
        let coverage = try coverage(of: [.reset, .up])
        Counter.$samples.withValue([]) {
            let error = #expect(throws: MissingCoverage<Counter>.self) { try coverage.require(.pairs) }
            #expect(error?.missing.first?.path?.events == [])
        }
    }
}
