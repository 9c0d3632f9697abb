import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FindingTests {
    @Test func `there is nothing to say about a definition without a flaw`() throws {
        #expect(try findings(Letter.Rules.clean) == [])
        #expect(try findings(of: Queue.self, abstractedBy: \.items.isEmpty) == [])
    }

    @Test func `a state that handles nothing is an end`() throws {
        var rules = Letter.Rules.clean
        rules.transitions[.c] = [:]
        rules.activities = [:]
        #expect(try findings(rules) == ["No event is handled in c, so it is a dead end."])
    }

    @Test func `a state without samples is an end`() throws {
        #expect(
            try findings(Letter.Rules(samples: [.a: []])) == ["No event is handled in a, so it is a dead end."]
        )
    }

    @Test func `a state that no event leads out of is named`() throws {
        var rules = Letter.Rules.clean
        rules.transitions[.c] = [.go: .c]
        rules.activities = [:]
        #expect(try findings(rules) == ["No event leads out of c, although some events are handled there."])
    }

    @Test func `an event that is rejected everywhere is named`() throws {
        var rules = Letter.Rules.clean
        for letter in [Letter.a, .b, .c] { rules.samples[letter] = [.go, .stop, .back] }
        #expect(try findings(rules) == ["No state handles the event stop."])
    }

    @Test(arguments: [Letter.a, .b, .c])
    func `an event that a state does not offer is named`(letter: Letter) throws {
        var rules = Letter.Rules.clean
        for other in [Letter.a, .b, .c] {
            rules.samples[other] = other == letter ? [.go, .back] : [.go, .back, .stop]
            rules.transitions[other]?[.stop] = .a
        }
        #expect(
            try findings(rules) == [
                "The event stop is missing from the sample events of \(letter), although other states try it."
            ]
        )
    }

    @Test func `a case that no sample leads to is named`() throws {
        #expect(try findings(of: Island.self) == ["No sample event leads to island, a case of Island."])
    }

    @Test func `a case that is there under the key of another one is reached`() throws {
        let graph = try StateGraph(exploring: Lamp.self, abstractedBy: { $0 == .broken })
        #expect(graph.states == [.off, .broken])
        #expect(!graph.findings().contains { if case .unreachable = $0 { true } else { false } })
    }

    @Test func `a rejected event that has changed the state is named, and is a defect`() throws {
        let findings = try StateGraph(exploring: Careless.self).findings()
        #expect(
            findings.map(\.description) == [
                "first rejects reset but becomes second. Throw before you change the state."
            ]
        )
        #expect(findings.map(\.isDefect) == [true])
    }

    @Test(arguments: Moody.Mood.allCases)
    func `an event that leads elsewhere each time is named`(mood: Moody.Mood) throws {
        let journal = Journal<Void>()
        try Moody.$journal.withValue(journal) {
            try Moody.$mood.withValue(mood) {
                let findings = try StateGraph(exploring: Moody.self).findings()
                #expect(
                    findings.first?.description == "In calm, provoke does not always lead to the same state."
                )
                #expect(findings.first?.isDefect == true)
            }
        }
    }

    @Test func `each flaw is reported once for its case, with all its states, nearest first`() throws {
        let findings = try StateGraph(exploring: Numbered.self).findings()
        #expect(
            findings.map(\.description) == ["No event is handled in end(1), end(2) or end(3), so each is a dead end."]
        )
    }
}

private enum Island: FiniteStateDefinition, CaseIterable {
    case mainland, coast, island

    enum Event: CaseIterable { case walk }
    static var initialStates: [Island] { [.mainland] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .mainland: self = .coast
        case .coast: self = .mainland
        case .island: throw .invalid
        }
    }
}

/// Changes its state before it rejects.
private enum Careless: FiniteStateDefinition {
    case first, second

    enum Event: CaseIterable { case next, reset }
    static var initialStates: [Careless] { [.first] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.first, .next): self = .second
        case (.second, .next), (.second, .reset): self = .first
        case (.first, .reset):
            self = .second
            throw .invalid
        }
    }
}

/// Not a function of its state: what it does the first time, it never does again.
enum Moody: FiniteStateDefinition {
    case calm, angry

    enum Mood: CaseIterable { case acceptsFirst, rejectsFirst, changesFirst, rejectsFirstAndStays }
    enum Event: CaseIterable { case provoke, soothe }

    @TaskLocal static var journal = Journal<Void>()
    @TaskLocal static var mood = Mood.acceptsFirst
    static var initialStates: [Moody] { [.calm] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard event == .provoke, self == .calm else {
            self = .calm
            return
        }
        let isFirst = Self.journal.entries.isEmpty
        Self.journal.note(())
        switch Self.mood {
        case .acceptsFirst:
            if !isFirst { throw .invalid }
            self = .angry
        case .rejectsFirst:
            if isFirst { throw .invalid }
            self = .angry
        case .changesFirst: if isFirst { self = .angry }
        case .rejectsFirstAndStays: if isFirst { throw .invalid }
        }
    }
}

/// Reaches the same end on several paths.
private enum Numbered: FiniteStateDefinition {
    case start(Int)
    case end(Int)

    static var initialStates: [Numbered] { [.start(0)] }
    var sampleEvents: [Int] { [1, 2, 3] }

    mutating func handleEvent(_ event: Int) throws(TransitionError) {
        switch self {
        case .start: self = .end(event)
        case .end: throw .invalid
        }
    }
}
