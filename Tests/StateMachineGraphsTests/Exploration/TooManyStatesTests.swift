import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct TooManyStatesTests {
    /// Grows in one field of several, and turns aside into a case of its own.
    private enum Counting: FiniteStateDefinition {
        case counting(isEven: Bool, color: Lamp, count: Int)
        case done(Int)

        enum Event: CaseIterable { case count, finish }
        static var initialStates: [Counting] { [.counting(isEven: true, color: .off, count: 0)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.counting(let isEven, let color, let count), .count):
                self = .counting(isEven: !isEven, color: color, count: count + 1)
            case (.counting(_, _, let count), .finish): self = .done(count)
            case (.done, .count), (.done, .finish): throw .invalid
            }
        }
    }

    /// Grows inside another machine.
    private enum Shop: FiniteStateDefinition {
        case closed
        case open(Queue)

        enum Event {
            case open
            case queue(Queue.Event)
        }
        static var initialStates: [Shop] { [.closed] }
        var sampleEvents: [Event] { [.open] + Queue.Event.allCases.map(Event.queue) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.closed, .open): self = .open(Queue())
            case (.closed, .queue), (.open, .open): throw .invalid
            case (.open(var queue), .queue(let event)):
                defer { self = .open(queue) }
                try queue.handleEvent(event)
            }
        }
    }

    /// Grows without bound in a text that no message can show.
    private struct Text: FiniteStateDefinition {
        var text = String(repeating: "x", count: 100)

        enum Event: CaseIterable { case type }
        static var initialStates: [Text] { [Text()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { text += "x" }
    }

    /// Grows nowhere, but has a product of many small fields.
    private struct Digits: FiniteStateDefinition {
        var a = 0, b = 0, c = 0, d = 0

        static var initialStates: [Digits] { [Digits()] }
        enum Event: CaseIterable { case a, b, c, d }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .a: a = (a + 1) % 10
            case .b: b = (b + 1) % 10
            case .c: c = (c + 1) % 10
            case .d: d = (d + 1) % 10
            }
        }
    }

    private struct Many: FiniteStateDefinition {
        var number: Int

        enum Event: CaseIterable { case next }
        static var initialStates: [Many] { (0..<20).map(Many.init) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    private func tooMany<Definition: FiniteStateDefinition>(
        _ definition: Definition.Type,
        limit: Int
    ) throws -> TooManyStates<Definition> {
        let error = try #require(throws: ExplorationError<Definition>.self) {
            try StateGraph(exploring: definition, stateLimit: limit)
        }
        return try #require(error.tooManyStates)
    }

    @Test
    func `the error names the field that grows, not one that only changes, though the last state was of another case`()
        throws
    {
        for limit in 20...23 {
            let error = try tooMany(Counting.self, limit: limit)
            let growth = try #require(error.growth)
            guard case .counting(_, _, let earlier) = growth.earlier, case .counting(_, _, let later) = growth.later
            else {
                Issue.record("\(error)")
                continue
            }
            #expect(earlier + 1 == later)
            #expect(error.description.contains("The payload of counting.off keeps changing in count: "))
            #expect(error.description.hasPrefix("There are more than \(limit) states. "))
            #expect(
                error.description.contains(
                    ": \(ValueName(of: growth.earlier)), and later \(ValueName(of: growth.later))."
                )
            )
        }
    }

    @Test func `the error names what grows inside a state`() throws {
        let error = try tooMany(Shop.self, limit: 30)
        #expect(error.description.contains("The payload of open.Queue keeps changing in items: open(Queue(items: "))
        let growth = try #require(error.growth)
        #expect(growth.earlier != growth.later)
        #expect(ValueName(of: growth.earlier).path == ValueName(of: growth.later).path)
    }

    @Test func `the error tells long payloads apart`() throws {
        let error = try tooMany(Text.self, limit: 10)
        #expect(error.description.contains("changing in text: "))
        let growth = try #require(error.growth)
        #expect(ValueName(of: growth.earlier) != ValueName(of: growth.later))
    }

    @Test func `the error shows two states where nothing grows`() throws {
        let error = try tooMany(Digits.self, limit: 5000)
        let growth = try #require(error.growth)
        #expect(growth.earlier != growth.later)
        #expect(error.description.contains("The payload of Digits keeps changing in "))
    }

    @Test func `the error shows two initial states where they are too many`() throws {
        let error = try tooMany(Many.self, limit: 10)
        #expect(error.stateLimit == 10)
        #expect(error.growth?.earlier == Many(number: 18))
        #expect(error.growth?.later == Many(number: 19))
        #expect(error.description.contains("keeps changing in number: Many(number: 18), and later Many(number: 19)."))
    }

    @Test func `the error shows nothing where every case was found once`() throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .b], .b: [.go: .c]])
        try Letter.$rules.withValue(rules) {
            let error = try tooMany(Letter.self, limit: 2)
            #expect(error.growth == nil)
            #expect(error.description.hasPrefix("There are more than 2 states. Choose sample events"))
        }
    }
}
