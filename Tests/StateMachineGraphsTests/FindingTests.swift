import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FindingTests {
    private func findings(_ rules: Letter.Rules) throws -> [String] {
        // Hardly any of these rules leads to all letters.
        try Letter.$rules.withValue(rules) { try findings(of: Letter.self) }.filter {
            !$0.hasSuffix("a case of Letter.")
        }
    }

    private func findings<Definition: FiniteStateDefinition>(of _: Definition.Type) throws -> [String] {
        try StateGraph(exploring: Definition.self).findings().map(\.description)
    }

    /// There and back, with one activity inside another.
    private let clean = Letter.Rules(
        transitions: [.a: [.go: .b], .b: [.go: .c, .back: .a], .c: [.back: .b]],
        activities: [.b: [.outer], .c: [.outer, .inner]]
    )

    @Test("there is nothing to say about a definition without a flaw")
    func nothing() throws {
        #expect(try findings(clean) == [])
        #expect(try findings(of: Queue.self, abstractedBy: \.items.isEmpty) == [])
    }

    @Test("regions inside a case may end one before the other")
    func regions() throws {
        #expect(try findings(of: Hall.self) == ["No sample leads to broken, a case of Lamp."])
    }

    @Test("a state that handles nothing is an end")
    func deadEnd() throws {
        var rules = clean
        rules.transitions[.c] = [:]
        rules.activities = [:]
        #expect(try findings(rules) == ["Nothing is handled in c: it is an end."])
    }

    @Test("a state without samples is an end")
    func withoutSamples() throws {
        #expect(
            try findings(Letter.Rules(samples: [.a: []])) == ["Nothing is handled in a: it is an end."]
        )
    }

    @Test("a state that no event leads out of is named")
    func nothingNew() throws {
        var rules = clean
        rules.transitions[.c] = [.go: .c]
        rules.activities = [:]
        #expect(try findings(rules) == ["No event leads out of c, though some are handled there."])
    }

    @Test("an event that is rejected everywhere is named")
    func neverHandled() throws {
        var rules = clean
        for letter in [Letter.a, .b, .c] { rules.samples[letter] = [.go, .stop, .back] }
        #expect(try findings(rules) == ["The event stop is handled nowhere."])
    }

    @Test("an event that a state does not offer is named", arguments: [Letter.a, .b, .c])
    func notOffered(letter: Letter) throws {
        var rules = clean
        for other in [Letter.a, .b, .c] {
            rules.samples[other] = other == letter ? [.go, .back] : [.go, .back, .stop]
            rules.transitions[other]?[.stop] = .a
        }
        #expect(try findings(rules) == ["The event stop is not among the sample events of \(letter)."])
    }

    @Test("an activity that is listed twice is named")
    func duplicates() throws {
        var rules = clean
        rules.activities[.c] = [.outer, .inner, .outer]
        #expect(try findings(rules) == ["c lists the activity outer twice."])
    }

    @Test("an activity that never ends is named, with the first state from which on it does not")
    func neverExited() throws {
        var rules = clean
        rules.transitions[.c] = [.go: .d]
        rules.transitions[.d] = [.back: .c]
        rules.activities[.d] = [.outer, .inner]
        #expect(
            try findings(rules) == [
                "The activity outer never ends once the machine is in c.",
                "The activity inner never ends once the machine is in c.",
            ]
        )
    }

    @Test("an activity ends if a path leads out of it, however long")
    func exitedLater() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b], .b: [.go: .c], .c: [.go: .d, .back: .b], .d: [.back: .a]],
            activities: [.b: [.outer], .c: [.outer], .d: [.outer]]
        )
        #expect(try findings(rules) == [])
    }

    @Test("an activity that goes on when one listed before it ends is named")
    func outlives() throws {
        var rules = clean
        rules.activities = [.b: [.inner], .c: [.outer, .inner]]
        #expect(
            try findings(rules) == [
                "The activity inner goes on when outer, which is listed before it, ends: c ─ back → b."
            ]
        )
    }

    @Test("an activity of a region that goes on when one of the same region ends is named")
    func outlivesInRegion() throws {
        #expect(
            try findings(of: Pair.self) == [
                """
                The activity pair.left.second goes on when pair.left.first, which is listed before it, ends: \
                pair(left: both, right: both) ─ left → pair(left: one, right: both).
                """,
                """
                The activity pair.right.second goes on when pair.right.first, which is listed before it, ends: \
                pair(left: both, right: both) ─ right → pair(left: both, right: one).
                """,
            ]
        )
    }

    @Test("a case that no sample leads to is named")
    func unreachable() throws {
        #expect(try findings(of: Island.self) == ["No sample leads to island, a case of Island."])
    }

    @Test("a case that is there under the key of another one is reached")
    func abstractedCase() throws {
        let graph = try StateGraph(exploring: Lamp.self, abstractedBy: { $0 == .broken })
        #expect(graph.states == [.off, .broken])
        #expect(!graph.findings().contains { if case .unreachable = $0 { true } else { false } })
    }

    @Test("a rejected event that has changed the state is named, and is a defect")
    func changed() throws {
        let findings = try StateGraph(exploring: Careless.self).findings()
        #expect(
            findings.map(\.description) == [
                "first rejects reset, but has become second: leave the state alone before you throw."
            ]
        )
        #expect(findings.map(\.isDefect) == [true])
    }

    @Test("an event that leads elsewhere each time is named", arguments: Moody.Mood.allCases)
    func unpredictable(mood: Moody.Mood) throws {
        let journal = Journal<Void>()
        try Moody.$journal.withValue(journal) {
            try Moody.$mood.withValue(mood) {
                let findings = try StateGraph(exploring: Moody.self).findings()
                #expect(
                    findings.first?.description == "In calm, provoke does not lead to the same state each time."
                )
                #expect(findings.first?.isDefect == true)
            }
        }
    }

    @Test("each flaw is reported once for its case, with the nearest state")
    func once() throws {
        let findings = try StateGraph(exploring: Numbered.self).findings()
        #expect(findings.map(\.description) == ["Nothing is handled in end(1): it is an end."])
    }

    private func findings<Definition: FiniteStateDefinition, Key: Hashable & SendableMetatype>(
        of _: Definition.Type,
        abstractedBy key: @escaping @Sendable (Definition) -> Key
    ) throws -> [String] {
        try StateGraph(exploring: Definition.self, abstractedBy: key).findings().map(\.description)
    }
}

/// Two regions inside a case, the activities of each listed in the wrong order.
private enum Pair: FiniteStateDefinition {
    case pair(Halves)

    enum Event: Hashable, CaseIterable { case left, right }
    enum Activity: Hashable { case pair(Halves.Activity) }

    static var initialStates: [Pair] { [.pair(Halves())] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard case .pair(var halves) = self else { throw .invalid }
        switch event {
        case .left: try halves.left.handleEvent(.toggle)
        case .right: try halves.right.handleEvent(.toggle)
        }
        self = .pair(halves)
    }

    var activities: [Activity] {
        guard case .pair(let halves) = self else { return [] }
        return halves.activities.map(Activity.pair)
    }
}

private struct Halves: StateDefinition, Hashable {
    var left = Half.both
    var right = Half.both

    enum Activity: Hashable { case left(Half.Activity), right(Half.Activity) }
    enum Event: Hashable { case none }

    mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }

    var activities: [Activity] { left.activities.map(Activity.left) + right.activities.map(Activity.right) }
}

private enum Half: StateDefinition, Hashable {
    case none, one, both

    enum Event: Hashable { case toggle }
    enum Activity: Hashable { case first, second }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .none: self = .both
        case .one: self = .none
        case .both: self = .one
        }
    }

    var activities: [Activity] {
        switch self {
        case .none: []
        case .one: [.second]
        case .both: [.first, .second]
        }
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

/// Moves before it rejects.
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

    enum Mood: CaseIterable { case acceptsFirst, rejectsFirst, movesFirst, rejectsFirstAndStays }
    enum Event: CaseIterable { case provoke, soothe }

    @TaskLocal static var journal = Journal<Void>()
    @TaskLocal static var mood = Mood.acceptsFirst
    static var initialStates: [Moody] { [.calm] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard event == .provoke, self == .calm else { return self = .calm }
        let isFirst = Self.journal.entries.isEmpty
        Self.journal.note(())
        switch Self.mood {
        case .acceptsFirst:
            if !isFirst { throw .invalid }
            self = .angry
        case .rejectsFirst:
            if isFirst { throw .invalid }
            self = .angry
        case .movesFirst: if isFirst { self = .angry }
        case .rejectsFirstAndStays: if isFirst { throw .invalid }
        }
    }
}

/// Comes to the same end in several paths.
private enum Numbered: FiniteStateDefinition {
    case start(Int), end(Int)

    static var initialStates: [Numbered] { [.start(0)] }
    var sampleEvents: [Int] { [1, 2, 3] }

    mutating func handleEvent(_ event: Int) throws(TransitionError) {
        switch self {
        case .start: self = .end(event)
        case .end: throw .invalid
        }
    }
}
