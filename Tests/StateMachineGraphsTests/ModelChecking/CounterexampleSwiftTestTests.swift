import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// The tests that counterexamples write are here, compiled, word for word; and each of them fails.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct CounterexampleSwiftTestTests {
    typealias Camera = MachinePropertyTests.Camera

    private func written(_ property: MachineProperty<Camera>) throws -> String {
        let test = try StateGraph(exploring: Camera.self).check(property).counterexample?.swiftTest
        return try #require(test).replacing("MachinePropertyTests.", with: "")
    }

    @Test func `a state that should not be reached`() throws {
        #expect(
            try written(.never("never `live`") { $0 == .live }) == #"""
                @Test func `never 'live'`() throws {
                    var state = Camera.idle
                    try state.handleEvent(.start)
                    try state.handleEvent(.picture)
                    #expect(state != .live, "never `live`")
                }
                """#
        )
        withKnownIssue {
            var state = Camera.idle
            try state.handleEvent(.start)
            try state.handleEvent(.picture)
            #expect(state != .live, "never `live`")
        }
    }

    @Test func `a step that should not be taken`() throws {
        #expect(
            try written(.everyEvent("stop works") { $0.event != .stop || $0.before != .idle || $0.isHandled }) == #"""
                @Test func `stop works`() throws {
                    let state = Camera.idle
                    let step = TraceStep(from: state, event: .stop)
                    #expect(step.isHandled, "stop works")
                }
                """#
        )
        withKnownIssue {
            let state = Camera.idle
            let step = TraceStep(from: state, event: .stop)
            #expect(step.isHandled, "stop works")
        }
    }

    @Test func `a step that should not be taken after others`() throws {
        #expect(
            try written(.everyTransition("no retry") { $0.event != .retry }) == #"""
                @Test func `no retry`() throws {
                    var state = Camera.idle
                    try state.handleEvent(.start)
                    try state.handleEvent(.fail)
                    let step = TraceStep(from: state, event: .retry)
                    #expect(step.after != .connecting, "no retry")
                }
                """#
        )
        withKnownIssue {
            var state = Camera.idle
            try state.handleEvent(.start)
            try state.handleEvent(.fail)
            let step = TraceStep(from: state, event: .retry)
            #expect(step.after != .connecting, "no retry")
        }
    }

    @Test func `a step that stays where it is should be rejected`() throws {
        #expect(
            try written(.everyEvent("one picture") { $0.event != .picture || $0.before != .live || !$0.isHandled })
                == #"""
                @Test func `one picture`() throws {
                    var state = Camera.idle
                    try state.handleEvent(.start)
                    try state.handleEvent(.picture)
                    let step = TraceStep(from: state, event: .picture)
                    #expect(!step.isHandled || step.after != .live, "one picture")
                }
                """#
        )
        withKnownIssue {
            var state = Camera.idle
            try state.handleEvent(.start)
            try state.handleEvent(.picture)
            let step = TraceStep(from: state, event: .picture)
            #expect(!step.isHandled || step.after != .live, "one picture")
        }
    }

    /// An account that says why it refuses a withdrawal, with payloads of several kinds.
    enum Account: FiniteStateDefinition {
        struct Owner: Hashable { var name: String }
        enum Refusal: Error, Hashable { case insufficient(missing: Int) }
        enum Event: Hashable, CaseIterable { case deposit, withdraw, name }
        case empty
        case holding([Int], note: String?)
        case owned(Owner)

        static var initialStates: [Account] { [.empty] }

        mutating func handleEvent(_ event: Event) throws(Refusal) {
            switch (self, event) {
            case (.empty, .deposit): self = .holding([5], note: "a \"gift\"")
            case (.holding, .name): self = .owned(Owner(name: "Ann"))
            case (.holding, .withdraw): self = .empty
            case (.empty, .withdraw): throw .insufficient(missing: 60)
            default: break
            }
        }
    }

    @Test func `values are compared where Swift can write them, and their descriptions elsewhere`() throws {
        func last(_ property: MachineProperty<Account>) throws -> Substring? {
            try StateGraph(exploring: Account.self).check(property).counterexample?.swiftTest?.split(separator: "\n")
                .dropLast().last
        }
        let isHolding = { @Sendable (account: Account) in if case .holding = account { true } else { false } }
        #expect(try last(.never("a", isHolding)) == #"    #expect(state != .holding([5], note: "a \"gift\""), "a")"#)
        #expect(
            try last(.never("b") { if case .owned = $0 { true } else { false } })
                == #"    #expect("\(ValueName(of: state))" != "owned(name: \"Ann\")", "b")"#
        )
        #expect(
            try last(.everyEvent("c", \.isHandled))
                == #"    #expect(step.rejection != .insufficient(missing: 60), "c")"#
        )
        // The lines of the tests compile, and fail while the property is violated.
        withKnownIssue {
            var state = Account.empty
            try state.handleEvent(.deposit)
            #expect(state != .holding([5], note: "a \"gift\""), "a")
        }
        withKnownIssue {
            let step = TraceStep(from: Account.empty, event: .withdraw)
            #expect(step.rejection != .insufficient(missing: 60), "c")
        }
    }

    @Test func `a loop that should not be gone round`() throws {
        #expect(
            try written(.leadsTo("live is left", from: { $0 == .live }, to: { $0 != .live })) == #"""
                @Test func `live is left`() throws {
                    var state = Camera.idle
                    try state.handleEvent(.start)
                    try state.handleEvent(.picture)
                    let before = state
                    try state.handleEvent(.picture)
                    #expect(state != before, "live is left")
                }
                """#
        )
        withKnownIssue {
            var state = Camera.idle
            try state.handleEvent(.start)
            try state.handleEvent(.picture)
            let before = state
            try state.handleEvent(.picture)
            #expect(state != before, "live is left")
        }
    }

    @Test func `a loop from the initial state makes the state a variable`() throws {
        #expect(
            try written(.eventually("live at last") { $0 == .live }) == #"""
                @Test func `live at last`() throws {
                    var state = Camera.idle
                    let before = state
                    try state.handleEvent(.start)
                    try state.handleEvent(.stop)
                    #expect(state != before, "live at last")
                }
                """#
        )
    }

    @Test func `a name that is no identifier is a title`() throws {
        #expect(try written(.never("a\nb") { $0 == .live }).hasPrefix(#"@Test("a\nb") func counterexample() throws {"#))
        #expect(try written(.never("") { $0 == .live }).hasPrefix(#"@Test("") func counterexample() throws {"#))
    }

    @Test func `an initial state that violates a property has no test, because no change of the rules would pass it`()
        throws
    {
        let graph = try StateGraph(exploring: Camera.self)
        let counterexample = try #require(graph.check(.never("never `idle`") { $0 == .idle }).counterexample)
        #expect(counterexample.trace?.steps.isEmpty == true && counterexample.swiftTest == nil)
    }

    private struct Box<Content: Hashable & Sendable>: StateDefinition, Hashable {
        var content: Content
        enum Event { case put(Content, weight: Double) }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .put(let content, _): self.content = content
            }
        }
    }

    @Test func `generic and private types, and numbers that are none`() {
        let trace = Trace(from: Box(content: 1), events: [.put(2, weight: .infinity), .put(3, weight: -0.5)])
        #expect(
            trace.swiftCode == """
                var state = CounterexampleSwiftTestTests.Box<Int>(content: 1)
                try state.handleEvent(.put(2, weight: .infinity))
                try state.handleEvent(.put(3, weight: -0.5))
                """
        )
    }

    /// Events of every kind that Swift can write.
    struct Letterbox: FiniteStateDefinition {
        struct Letter: Hashable {
            var text: String
            var pages: [Int?]
        }

        enum Event: Hashable {
            case `init`
            case `default`(Letter, copies: Int)
            case sort(by: [Character: Set<String>], ratio: Double?)
        }

        private var count = 0

        static var initialStates: [Letterbox] { [Letterbox()] }

        var sampleEvents: [Event] {
            [
                .`init`, .default(Letter(text: "\"|<script>\n`", pages: [1, nil]), copies: 2),
                .sort(by: ["a": ["b"]], ratio: -1.5),
            ]
        }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
            guard event == sampleEvents[count % 3] else { throw .invalid }
            count += 1
            return count
        }

        var isFull: Bool { count > 3 }
    }

    @Test func `payloads, outputs and states that hide their parts`() throws {
        let graph = try StateGraph(exploring: Letterbox.self, abstractedBy: { $0.isFull ? 0 : "\($0)".hashValue })
        let trace = try #require(graph.check(.never("full", \.isFull)).counterexample?.trace)
        #expect(
            trace.swiftCode == #"""
                var state = CounterexampleSwiftTestTests.Letterbox.initialStates[0]
                _ = try state.handleEvent(.`init`)
                _ = try state.handleEvent(.default(CounterexampleSwiftTestTests.Letterbox.Letter(text: "\"|<script>\n`", pages: [1, nil]), copies: 2))
                _ = try state.handleEvent(.sort(by: ["a": ["b"]], ratio: -1.5))
                _ = try state.handleEvent(.`init`)
                """#
        )
        var state = CounterexampleSwiftTestTests.Letterbox.initialStates[0]
        _ = try state.handleEvent(.`init`)
        _ = try state.handleEvent(
            .default(CounterexampleSwiftTestTests.Letterbox.Letter(text: "\"|<script>\n`", pages: [1, nil]), copies: 2)
        )
        _ = try state.handleEvent(.sort(by: ["a": ["b"]], ratio: -1.5))
        _ = try state.handleEvent(.`init`)
        #expect(state == trace.last)
        let rejected = Trace(from: trace.initial, events: [.sort(by: [:], ratio: nil)])
        #expect(
            rejected.swiftCode.hasSuffix(
                "#expect(throws: TransitionError.invalid) { try state.handleEvent(.sort(by: [:], ratio: nil)) }"
            )
        )
    }
}
