import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// Coverage distinguishes states and events by the paths of their names, which several may share.
@Suite(.timeLimit(.minutes(2)), .computing) struct CoverageMapTests {
    private enum Meter: FiniteStateDefinition {
        case idle
        case counting(Int)

        enum Event {
            case add(Int)
            case reset
        }

        static var initialStates: [Meter] { [.idle] }
        var sampleEvents: [Event] { [.add(1), .add(2), .reset] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.idle, .add(let number)): self = .counting(number)
            case (.counting(let count), .add(let number)):
                if count + number > 3 { throw .invalid }
                self = .counting(count + number)
            case (.counting, .reset): self = .idle
            case (.idle, .reset): throw .invalid
            }
        }
    }

    @Test func `states and pairs with the same path count once`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Meter.self))
        #expect(
            coverage.untried() == [
                .init(.idle, .add(1)), .init(.idle, .reset), .init(.counting(1), .add(1)), .init(.counting(1), .reset),
            ]
        )
        let error = #expect(throws: MissingCoverage<Meter>.self) { try coverage.require(.pairs) }
        #expect(error?.total == 4 && error?.covered == 0)
        let states = #expect(throws: MissingCoverage<Meter>.self) { try coverage.require(.states) }
        #expect(states?.missing.map(\.title) == ["idle", "counting"])
    }

    @Test func `a trace without steps has been in its initial state`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
        coverage.record(Trace(from: .locked))
        let error = #expect(throws: MissingCoverage<Door>.self) { try coverage.require(.states) }
        #expect(error?.missing.map(\.title) == ["closed", "open"])
    }

    /// Offers an event in one state alone.
    private enum Latch: FiniteStateDefinition {
        case open, shut
        enum Event { case shut, weld }
        static var initialStates: [Latch] { [.open] }
        var sampleEvents: [Event] { self == .open ? [.shut, .weld] : [.shut] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            if self == .shut || event == .weld { throw .invalid }
            self = .shut
        }
    }

    @Test func `where an event is not offered, its column is empty, and no line ends with spaces`() throws {
        let coverage = TransitionCoverage(of: try StateGraph(exploring: Latch.self))
        #expect(
            coverage.table == """
                      shut  weld
                open     0    –0
                shut    –0
                0/2 states, 0/1 transitions, 0/3 pairs
                """
        )
    }

    private struct Steps: FiniteStateDefinition, CustomStringConvertible {
        @TaskLocal static var highest = 20
        var count = 0
        enum Event: CaseIterable { case climb }
        static var initialStates: [Steps] { [Steps()] }
        var description: String { "step \(count)" }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            if count == Self.highest { throw .invalid }
            count += 1
        }
    }

    @Test(arguments: [19, 20, 21])
    func `of much that is missing, twenty are named and the rest is counted`(count: Int) throws {
        try Steps.$highest.withValue(count) {
            let coverage = TransitionCoverage(of: try StateGraph(exploring: Steps.self))
            coverage.record(Trace(from: Steps()))
            let error = #expect(throws: MissingCoverage<Steps>.self) { try coverage.require(.states) }
            let lines = error?.description.split(separator: "\n") ?? []
            #expect(lines.count == 1 + min(20, count) + (count > 20 ? 1 : 0))
            #expect((lines.last == "… and 1 more") == (count == 21))
        }
    }
}
