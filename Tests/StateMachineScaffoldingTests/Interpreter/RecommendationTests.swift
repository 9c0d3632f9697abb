import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// The recommendation "State Chart XML (SCXML)" of 2015, section by section: what a machine does,
/// and which documents are none.
@Suite(.timeLimit(.minutes(1)), .computing) struct RecommendationTests {
    @Test(arguments: examples) func `the interpreter does what the recommendation says`(example: Example) throws {
        let initial = example.initial.map { " initial='\($0)'" } ?? ""
        var chart = try SCXMLReader.read("<scxml\(initial)>\(example.states)</scxml>")
        _ = try ChartTree(chart)
        chart.root.children = chart.root.children.map(telling)
        var interpreter = ChartInterpreter(chart)
        func show(_ output: [String]) -> String {
            ([interpreter.leaves.joined(separator: ",")] + output).joined(separator: " ")
        }
        var steps = [show(interpreter.initialOutput)]
        for event in example.events.split(separator: " ") {
            let output = interpreter.handle(String(event))
            steps.append(output.map(show) ?? (interpreter.isRunning ? "-" : "end"))
        }
        #expect(steps == example.expected)
    }

    /// The state with actions at the end of its entry and its exit, and all states inside it, too.
    private func telling(_ state: Chart.State) -> Chart.State {
        var state = state
        state.children = state.children.map(telling)
        state.entryActions.append("+" + state.id)
        state.exitActions.append("-" + state.id)
        return state
    }

    /// 3.12.1: the first example is that of the recommendation.
    @Test(arguments: [
        (
            "error foo", "error error.send error.send.failed foo foo.bar",
            "errors.my.custom errorhandler.mistake foobar Error"
        ),
        ("error.", "error error.send", "errors done"), ("error.*", "error error.send", "errors done"),
        ("a.b", "a.b a.b.c", "a a.bc b a.c"), ("*", "a a.b done.state.x", ""),
    ])
    func `3.12.1, a descriptor matches all events that begin with its tokens`(
        descriptors: String,
        matched: String,
        others: String
    ) throws {
        let interpreter = ChartInterpreter(
            try SCXMLReader.read("<scxml><state id='a'><transition event='\(descriptors)'/></state></scxml>")
        )
        for (events, isMatched) in [(matched, true), (others, false)] {
            for event in events.split(separator: " ") {
                var interpreter = interpreter
                #expect((interpreter.handle(String(event)) != nil) == isMatched, "\(event)")
            }
        }
    }

    @Test(arguments: [
        ("3.2.2: at least one state", "", "the chart contains no states"),
        (
            "3.2.2: no transition", "<transition event='e' target='a'/><state id='a'/>",
            "<transition> is not supported directly inside <scxml>; expected <state>, <parallel>, <final> or <initial>"
        ),
        (
            "3.2.2: no handler", "<onentry><log label='x'/></onentry><state id='a'/>",
            "<onentry> is not supported directly inside <scxml>"
        ),
        (
            "3.2.2: no history", "<history id='h'><transition target='a'/></history><state id='a'/>",
            "<history> is not supported directly inside <scxml>"
        ),
        (
            "3.3.1: no attribute beside the element",
            "<state id='a' initial='b'><initial><transition target='b'/></initial><state id='b'/></state>",
            "has two initial states"
        ),
        (
            "3.3.2: no second element",
            "<state id='a'><initial><transition target='b'/></initial><initial><transition target='b'/></initial>"
                + "<state id='b'/></state>", "has two initial states"
        ),
        ("3.3.1: not in an atomic state", "<state id='a' initial='a'/>", "is not a compound state"),
        ("3.4.1: not in a parallel state", "<parallel id='a' initial='b'><state id='b'/></parallel>", "not a compound"),
        (
            "3.4.2: no final region", "<parallel id='a'><state id='b'/><final id='f'/></parallel>",
            "the final state “f” is directly inside"
        ),
        ("3.11: an atomic state is active", "<parallel id='a'/>", "the parallel state “a” has no regions"),
        ("3.11: a state to begin with", "<state id='a' initial=''><state id='b'/></state>", "“a” has no initial state"),
        (
            "3.6.2: no condition",
            "<state id='a'><initial><transition cond='x' target='b'/></initial><state id='b'/></state>",
            "has an event or a condition, or it has no target"
        ),
        (
            "3.6.2: no event",
            "<state id='a'><initial><transition event='e' target='b'/></initial><state id='b'/></state>",
            "has an event or a condition, or it has no target"
        ),
        (
            "3.6.2: a target", "<state id='a'><initial><transition/></initial><state id='b'/></state>",
            "has an event or a condition, or it has no target"
        ),
        (
            "3.11: descendants only", "<state id='a' initial='c'><state id='b'/></state><state id='c'/>",
            "the initial state of “a” is outside “a”"
        ),
        ("3.7.2: no transition", "<final id='a'><transition event='e'/></final>", "begins at the final state “a”"),
        ("3.7.2: no state inside", "<final id='a'><state id='b'/></final>", "a final state contains a state"),
        (
            "3.10.2: a target", "<state id='a'><history id='h'><transition/></history><state id='b'/></state>",
            "has an event or a condition, or it has no target"
        ),
        (
            "3.10.2: descendants only",
            "<state id='a'><history id='h'><transition target='c'/></history><state id='b'/></state><state id='c'/>",
            "target of the history “h” is outside"
        ),
        (
            "3.10.2: no other history of the same state",
            "<state id='a'><history id='h'><transition target='i'/></history><history id='i'><transition target='h'/></history>"
                + "<state id='b'/></state>",
            "target of the history “h” is another history in the state that contains “h”"
        ),
        (
            "3.10.2: not itself",
            "<state id='a'><history id='h' type='deep'><transition target='h'/></history><state id='b'/></state>",
            "target of the history “h” is outside"
        ),
        (
            "3.11: no ancestor of another target",
            "<state id='a'><transition event='e' target='p r'/></state><parallel id='p'><state id='r'/></parallel>",
            "“p” and “r”, which cannot both be active"
        ),
        (
            "3.11: no ancestor of another target, in regions of regions",
            "<state id='a'><transition event='e' target='p r'/></state><parallel id='o'><parallel id='p'><state id='r'/></parallel>"
                + "</parallel>", "“p” and “r”, which cannot both be active"
        ),
        (
            "3.11: no history of a parallel state beside its region",
            "<parallel id='p'><history id='h'><transition target='r'/></history><state id='r'/></parallel>"
                + "<state id='a'><transition event='e' target='h r'/></state>",
            "“h” and “r”, which cannot both be active"
        ),
        (
            "3.11: no region beside the history of its parallel state",
            "<parallel id='p'><history id='h'><transition target='r'/></history><state id='r'/></parallel>"
                + "<state id='a'><transition event='e' target='r h'/></state>",
            "“r” and “h”, which cannot both be active"
        ),
        (
            "3.11: a legal configuration", "<state id='a' initial='b c'><state id='b'/><state id='c'/></state>",
            "“b” and “c”, which cannot both be active"
        ),
        ("3.14: one state for each id", "<state id='a'><state id='a'/></state>", "the id “a” is already used"),
        (
            "3.14: no target without an id", "<state id='a'><transition event='e' target='state1'/></state><state/>",
            "the state “state1” does not exist"
        ),
        (
            "5.9.1: In() names no history",
            "<state id='a'><history id='h'><transition target='b'/></history><state id='b'/>"
                + "<transition event='e' cond=\"In('h')\"/></state>", "“h”, which is not a state"
        ),
        (
            "5.9.1: In() names a state", "<state id='a'><transition event='e' cond=\"In('b')\"/></state>",
            "“b”, which is not a state"
        ),
    ])
    func `a document that does not conform is refused`(rule: String, states: String, message: String) throws {
        let error = try #require(throws: ChartError.self) {
            _ = try ChartTree(SCXMLReader.read("<scxml>\(states)</scxml>"))
        }
        #expect("\(error)".contains(message), "\(rule): \(error)")
    }
}
