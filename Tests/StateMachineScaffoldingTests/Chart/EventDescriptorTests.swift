import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Descriptors of events: sections 3.12.1 and 3.5.1 of the recommendation, and the type
/// `EventTypes.datatype` of its schema.
@Suite(.timeLimit(.minutes(1)), .computing) struct EventDescriptorTests {
    /// What a descriptor is, by the schema: tokens with dots between them, with nothing, `.`, or
    /// `.*` at the end; `*` or `.*`.
    enum Descriptor: String, CaseIterable {
        case token = "a"
        case tokenDot = "a."
        case tokenStar = "a.*"
        case two = "a.b"
        case twoDot = "a.b."
        case twoStar = "a.b.*"
        case three = "a.b.c"
        case star = "*"
        case dotStar = ".*"
        case longer = "ab"
        case upper = "A"
        case done = "done"
        case doneState =
            "done.state"
        case completion = "done.state.a"
        case list = "c a.b"
        case listWithStar = "c.* *"

        /// The names that it matches, of all below.
        var matched: [String] {
            switch self {
            case .token, .tokenDot, .tokenStar: ["a", "a.b", "a.b.c", "a.bc", "a.B"]
            case .two, .twoDot, .twoStar: ["a.b", "a.b.c"]
            case .three: ["a.b.c"]
            case .star, .dotStar, .listWithStar: EventDescriptorTests.names
            case .longer: ["ab", "ab.c"]
            case .upper: ["A"]
            case .done, .doneState: ["done.state.a", "done.state.a.b"]
            case .completion: ["done.state.a", "done.state.a.b"]
            case .list: ["a.b", "a.b.c", "c"]
            }
        }
    }

    static let names = [
        "a", "a.b", "a.b.c", "a.bc", "a.B", "ab", "ab.c", "A", "b", "b.a", "c", "xa", "done.state.a", "done.state.a.b",
        "donea.state",
    ]

    private func chart(_ events: String) throws -> Chart {
        try SCXMLReader.read(
            "<scxml><state id='s'><transition event='\(events)' target='t'/></state><state id='t'/></scxml>"
        )
    }

    @Test(arguments: Descriptor.allCases)
    func `a descriptor matches the events that begin with its tokens, for the reader, the interpreter and the writer`(
        descriptor: Descriptor
    ) throws {
        let chart = try chart(descriptor.rawValue)
        let events = chart.root.children[0].transitions[0].events
        #expect(Self.names.filter { name in events.contains { $0.matches(name) } } == descriptor.matched)
        let interpreted = Self.names.filter { name in
            var interpreter = ChartInterpreter(chart)
            return interpreter.handle(name) == [] && interpreter.leaves == ["t"]
        }
        #expect(interpreted == descriptor.matched)
    }

    @Test func `an event of a diagram without tokens is one event`() {
        let descriptor = EventDescriptor("go on")
        #expect(descriptor.matches("go on") && !descriptor.matches("go on.x") && !descriptor.matches("go"))
        let dotted = EventDescriptor("a.b")
        #expect(dotted.matches("a.b") && !dotted.matches("a.b.c") && !dotted.matches("a"))
        for (name, isTaken) in [("a.b", true), ("a.b.c", false), ("a", false), ("a..b", false), ("a.b.", false)] {
            var root = Chart.State(id: "", kind: .compound, position: Position(line: 1, column: 1))
            root.children = [Chart.State(id: "s", kind: .atomic, position: root.position)]
            root.children[0].transitions = [Chart.Transition(events: [dotted], targets: [], position: root.position)]
            var interpreter = ChartInterpreter(Chart(root: root))
            #expect((interpreter.handle(name) != nil) == isTaken, "\(name)")
        }
    }

    @Test func `which transitions are only for ends of states`() {
        for (name, isOnly) in [
            ("done.state", true), ("done.state.a", true), ("done", false), ("", false), ("done.states", false),
            ("done.statea", false),
            ("a.done.state", false),
        ] {
            #expect(EventDescriptor(name, isPrefix: true).isForCompletionsOnly == isOnly, "\(name)")
        }
        #expect(EventDescriptor.completion(of: "a") == EventDescriptor("done.state.a"))
    }

    @Test(arguments: [
        "a..b", ".a", "..", ".", "a..", "a*", "*a", "a.*.b", "a.**", "**", "*.", "*.*", "a.*.", "b a..c", "..*", "a..*",
    ])
    func `another text is refused`(descriptor: String) {
        let error = #expect(throws: ChartError.self) { _ = try chart(descriptor) }
        let word = descriptor.split(separator: " ").last ?? ""
        #expect(error?.problem == "“\(word)” is not a valid event descriptor")
        #expect(error?.position == Position(line: 1, column: 22))
    }

    @Test func `a list has spaces of any kind between descriptors, and a name has at most 200 characters`() throws {
        let events = try chart(" a\tb.*\n c. ").root.children[0].transitions[0].events
        #expect(events == ["a", "b", "c"].map { EventDescriptor($0, isPrefix: true) })
        #expect(throws: Never.self) { _ = try chart(String(repeating: "a", count: 200)) }
        #expect(throws: Never.self) { _ = try chart(String(repeating: "a", count: 200) + ".*") }
        #expect(throws: ChartError.self) { _ = try chart(String(repeating: "a", count: 201)) }
    }

    /// Of the transitions for `a.b`, the file `+Diagram` finds the event with the longest name that
    /// begins one.
    @Test func `the events of a chart are the names in its descriptors, and one for all others`() throws {
        let text = """
            <scxml><state id='s'><transition event='a.b.* done.state.p a' target='s'/><transition event='done.state' target='s'/>
            <transition event='*' target='s'/><transition event='a c.*' target='s'/></state></scxml>
            """
        let tree = try ChartTree(SCXMLReader.read(text))
        #expect(tree.events == ["a.b", "a", "c", "*"])
        #expect(tree.awaitedCompletions == [])
        let closed = try ChartTree(
            SCXMLReader.read("<scxml><state id='s'><transition event='done' target='s'/></state></scxml>")
        )
        #expect(closed.events == ["done"])
    }
}
