import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Names for what decides between outcomes.
@Suite(.timeLimit(.minutes(1)), .computing) struct NamedConditionTests {
    private enum Runner: FiniteStateDefinition {
        case running(limit: Int)
        case qualified, slow

        enum Event {
            case finish(Int)
            case rest
        }

        static var initialStates: [Runner] { [.running(limit: 10)] }

        var sampleEvents: [Event] { [.finish(9), .finish(10), .finish(11), .rest] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.running(let limit), .finish(let time)): self = time <= limit ? .qualified : .slow
            case (.running, .rest), (.qualified, _), (.slow, _): throw .invalid
            }
        }
    }

    private func describe(_ conditions: NamedCondition<Runner>...) throws -> MachineDescription {
        MachineDescription(of: try StateGraph(exploring: Runner.self), conditions: conditions)
    }

    private let isFast = NamedCondition<Runner>.named("fast enough") { state, event in
        switch (state, event) {
        case (.running(let limit), .finish(let time)): time <= limit
        case (.running, .rest), (.qualified, _), (.slow, _): false
        }
    }

    @Test func `samples are told without a name, and the name takes their place`() throws {
        let plain = TransitionTable(of: try describe())
        #expect(plain[0, 0].words == "qualified if the value is 9 or 10; slow if the value is 11")
        let machine = try describe(isFast)
        #expect(TransitionTable(of: machine)[0, 0].words == "qualified if fast enough; slow if not fast enough")
        #expect(!TransitionTable(of: machine)[0, 0].contains { $0.hasSample })
        #expect(machine.defects == [])
        let drawn = arrows(of: DrawnChart(of: machine))
        #expect(drawn == ["running → qualified: finish [fast enough]", "running → slow: finish [not fast enough]"])
        #expect(machine.text(in: .markdown).contains("qualified if fast enough<br>slow if not fast enough"))
    }

    @Test func `a name that decides nothing is an error that says why`() throws {
        func defects(_ name: String, _ isTrue: @escaping @Sendable (Runner, Runner.Event) -> Bool) throws -> [String] {
            try describe(.named(name, isTrue: isTrue)).defects
        }
        #expect(
            try defects("fast") { _, _ in true } == [
                "The condition “fast” is true for every sample. Add a sample for which it is false, or remove the condition."
            ]
        )
        #expect(
            try defects("fast") { state, _ in state == .slow } == [
                "The condition “fast” has one value in each cell of the table, so no outcome depends on it. Remove it."
            ]
        )
        let wrong = try defects("fast") { _, event in if case .finish(9) = event { true } else { false } }
        #expect(
            wrong == [
                "The condition “fast” does not decide what happens: it is false for both running(limit: 10) ─ finish(10) → qualified and running(limit: 10) ─ finish(11) → slow. Change the condition, or add another one."
            ]
        )
        let useless = try defects("fast") { state, event in
            if case .finish(9) = event { state == .slow } else { false }
        }
        #expect(
            useless == [
                "The condition “fast” makes no difference: where it varies, all events have the same outcome. Remove it."
            ]
        )
        #expect(
            try describe(isFast, isFast).defects == ["Two conditions are called “fast enough”. Give each its own name."]
        )
    }

    @Test func `two names decide together where one does not, and a wrong one does not hide the samples`() throws {
        let isRecord = NamedCondition<Runner>.named("record") { _, event in
            if case .finish(9) = event { true } else { false }
        }
        let isLate = NamedCondition<Runner>.named("late") { _, event in
            if case .finish(11) = event { true } else { false }
        }
        let both = try describe(isRecord, isLate)
        #expect(TransitionTable(of: both)[0, 0].words == "qualified if not late; slow if late")
        let wrong = try describe(isRecord)
        #expect(TransitionTable(of: wrong)[0, 0].words == "qualified if the value is 9 or 10; slow if the value is 11")
    }
}
