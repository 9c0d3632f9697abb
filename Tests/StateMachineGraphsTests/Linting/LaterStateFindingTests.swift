import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Flaws of a state whose events an earlier state has had, too.
@Suite(.timeLimit(.minutes(1)), .computing) struct LaterStateFindingTests {
    /// Turns through six numbers, and does something wrong in one of them.
    private struct Ring: FiniteStateDefinition {
        enum Flaw { case leadsElsewhere, leadsElsewhereOnce, changesAndRejects, changesAndRejectsAtTheEnd, listsTwice }
        enum Event: CaseIterable { case turn, reset }
        enum Activity: Hashable { case resting }

        @TaskLocal static var flaw: Flaw?
        @TaskLocal static var journal = Journal<Void>()

        var number = 0

        static var initialStates: [Ring] { [Ring()] }

        var isFinal: Bool { Self.flaw == .changesAndRejectsAtTheEnd && number == 4 }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .turn:
                if number == 4 { Self.journal.note(()) }
                number = number == 4 && isOdd ? 0 : (number + 1) % 6
            case .reset:
                if number == 4, Self.flaw == .changesAndRejects || Self.flaw == .changesAndRejectsAtTheEnd {
                    number = 0
                }
                guard number == 5 else { throw .invalid }
                number = 0
            }
        }

        var activities: [Activity] {
            Self.flaw == .listsTwice && number == 4 ? [.resting, .resting] : []
        }

        private var isOdd: Bool {
            let count = Self.journal.entries.count
            return Self.flaw == .leadsElsewhere && count > 1 || Self.flaw == .leadsElsewhereOnce && count == 2
        }
    }

    private func findings(_ flaw: Ring.Flaw?) throws -> [String] {
        try Ring.$flaw.withValue(flaw) {
            try Ring.$journal.withValue(Journal()) {
                try StateGraph(exploring: Ring.self).findings().map(\.description)
            }
        }
    }

    @Test func `without a flaw nothing is found`() throws {
        #expect(try findings(nil) == [])
    }

    @Test func `an event that leads elsewhere when it is tried again is named, though it does so once`() throws {
        let finding = "In Ring(number: 4), turn does not always lead to the same state."
        #expect(try findings(.leadsElsewhere) == [finding])
        #expect(try findings(.leadsElsewhereOnce) == [finding])
    }

    @Test func `a rejected event that has changed the state is named, in a final state, too`() throws {
        let finding =
            "Ring(number: 4) rejects reset but becomes Ring(number: 0). Throw before you change the state."
        #expect(try findings(.changesAndRejects) == [finding])
        #expect(try findings(.changesAndRejectsAtTheEnd) == [finding])
    }

    @Test func `an activity that is listed twice is named`() throws {
        #expect(try findings(.listsTwice) == ["Ring lists the activity “resting” twice."])
    }
}
