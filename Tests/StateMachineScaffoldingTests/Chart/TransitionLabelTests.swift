import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct TransitionLabelTests {
    @Test func `commas separate events and actions, outside parentheses and quotation marks`() throws {
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            %% event: "later, perhaps" = postponed
            a --> b : hang up, lost(code: Int), move(to: Point, at: Int) [x] / stop(now, all), show "a, b", beep
            a --> c : later, perhaps
            a : tick, tock / ring, flash
            """
        )
        let transitions = chart.root.children[0].transitions
        #expect(
            transitions.map { $0.events.map(\.name) } == [
                ["hang up"], ["lost"], ["move(to: Point, at: Int)"], ["later, perhaps"], ["tick"], ["tock"],
            ]
        )
        #expect(transitions.prefix(3).allSatisfy { $0.condition == .guard("x") && $0.targets == ["b"] })
        #expect(transitions.prefix(3).allSatisfy { $0.actions == ["stop(now, all)", "show \"a, b\"", "beep"] })
        #expect(transitions.suffix(2).allSatisfy { $0.actions == ["ring", "flash"] })
        #expect(transitions[1].label == "lost(code: Int) [x] / stop(now, all), show \"a, b\", beep")
        #expect(chart.parameters["lost"] == [Chart.Parameter("code", .int)])
    }

    @Test func `a name that a comment chooses keeps its commas, beside other labels too`() throws {
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            %% activity: "call the bank, then wait" = callBank
            %% action: "stop, now" = halt
            %% event: "later, perhaps" = postponed
            state k <<choice>>
            a : do / call the bank, then wait, ring
            a --> k : go, later, perhaps / beep, stop, now, say(":(", "x"), "5
            k --> b : wet,cold
            k --> c
            a : exit, entry / flash
            """
        )
        let state = chart.root.children[0]
        #expect(state.activities == ["call the bank, then wait", "ring"])
        #expect(Set(state.transitions.flatMap { $0.events.map(\.name) }) == ["go", "later, perhaps"])
        #expect(state.transitions[0].actions == ["beep", "stop, now", "say(\":(\"", "\"x\")", "\"5"])
        #expect(state.transitions[0].condition == .guard("wet,cold"))
        #expect((state.entryActions, state.exitActions) == (["flash"], ["flash"]))
    }

    @Test func `a semicolon separates actions in PlantUML, and in Mermaid if it is an entity`() throws {
        let mermaid = try MermaidReader.read("stateDiagram-v2\na --> b : go / one#59; two, three")
        let plantUML = try PlantUMLReader.read("@startuml\na --> b : go / one; two, three\n@enduml")
        for chart in [mermaid, plantUML] {
            #expect(chart.root.children[0].transitions[0].actions == ["one", "two", "three"])
        }
    }

    @Test(arguments: ["a.mmd", "a.puml"])
    func `the text of a declaration is read like a line of its own`(file: String) throws {
        let begin = file.hasSuffix("mmd") ? "stateDiagram-v2" : "@startuml"
        let chart = try DiagramLanguage.read(
            """
            \(begin)
            [*] --> a
            state "Heating" as a : entry / close relay
            state b : exit / open relay
            state c : Cold
            a --> b : go
            b --> c : go
            \(begin == "@startuml" ? "@enduml" : "")
            """,
            named: file
        )
        let states = chart.root.children
        #expect(states.map(\.entryActions) == [["close relay"], [], []])
        #expect(states.map(\.exitActions) == [[], ["open relay"], []])
        #expect(states.map(\.label) == ["Heating", nil, "Cold"])
    }

    @Test func `an arrow without a guard covers the rest, wherever it is written`() throws {
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            state choice <<choice>>
            a --> b : go
            a --> choice : on
            choice --> b : [y]
            choice --> c
            a --> c : go [x]
            a --> a : on [z]
            a --> b : go [y]
            """
        )
        let transitions = chart.root.children[0].transitions
        func tried(_ event: String) -> [Chart.Transition] { transitions.filter { $0.events.map(\.name) == [event] } }
        #expect(tried("go").map(\.condition) == [.guard("x"), .guard("y"), nil])
        #expect(tried("go").map(\.targets) == [["c"], ["b"], ["b"]])
        #expect(tried("on").map(\.condition) == [.guard("z"), .guard("y"), nil])
        #expect(tried("on").map(\.targets) == [["a"], ["b"], ["c"]])
        let branches = try MermaidReader.read(
            "stateDiagram-v2\nstate k <<choice>>\na --> b : on\na --> k : on\nk --> c : [p]"
        )
        #expect(branches.root.children[0].transitions.map(\.condition) == [.guard("p"), nil])
    }

    @Test func `arrows of one event with guards, for the rest, or written twice are read`() throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\na --> b : go [else]\na --> c : go [x]\na --> b : on\na --> b : on\na --> a : go [In(c)]"
        )
        let transitions = chart.root.children[0].transitions
        #expect(transitions.map(\.targets) == [["c"], ["b"], ["b"], ["a"], ["b"]])
        #expect(transitions.map(\.condition) == [.guard("x"), nil, nil, .isIn("c"), nil])
    }

    @Test(arguments: [
        (
            "a --> b : go\na --> b : go / ring()\nb --> a : x",
            "line 3, column 1: the machine never takes this transition for “go”, because the transition in line 2 has no guard; "
                + "expected a guard on the transition in line 2, or another event"
        ),
        (
            "a --> b : go, [x] / ring",
            "line 2, column 1: an event is missing before or after a comma in “go, [x] / ring”"
        ),
        ("a --> b : go\na : go, entry / ring", "line 3, column 1: “go, entry / ring” has an event beside entry"),
        ("a --> b : , go", "line 2, column 1: an event is missing before or after a comma in “, go”"),
        (
            "a --> b : go, paid(sum: int) [x]",
            "the type “int” of the parameter “sum” does not exist in Swift; expected sum: Int"
        ),
        (
            "a --> b : go [true]\na --> c : go",
            "line 3, column 1: the machine never takes this transition for “go”, because the transition in line 2"
        ),
        (
            "%% labels: event / action, one per line\na --> b : go<br/>go / ring",
            "line 3, column 1: the machine never takes this transition for “go”, because the transition in line 3"
        ),
        (
            "a : go / ring\na --> b : go",
            "line 2, column 1: the machine never takes this transition for “go”, because the transition in line 3"
        ),
    ])
    func `an arrow that is never taken is refused`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test(arguments: ["else", "[else]", "otherwise", "[Otherwise]", "default", "[default]", "[ELSE]"])
    func `a branch for the rest is the last one of a choice`(label: String) throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\nstate c <<choice>>\na --> c : go\nc --> a : \(label)\nc --> b : [x]"
        )
        #expect(chart.root.children[0].transitions.map(\.targets) == [["b"], ["a"]])
        #expect(chart.root.children[0].transitions.map(\.condition) == [.guard("x"), nil])
    }

    @Test func `brackets inside parentheses, and in descriptions, are words`() throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\na --> b : set([1, 2]) [x[0] > 1] / log([1)\na : waits [for ever\nb : do it: now\n[*] --> a :"
        )
        let transition = chart.root.children[0].transitions[0]
        #expect(transition.events == [EventDescriptor("set([1, 2])")])
        #expect(transition.condition == .guard("x[0] > 1"))
        #expect(transition.actions == ["log([1)"])
        #expect(chart.root.children.map(\.label) == ["waits [for ever", "do it: now"])
    }

    @Test(arguments: [
        (
            "a --> b : [ready] go",
            "line 2, column 1: the guard comes before the event in “[ready] go”; expected go [ready]"
        ),
        ("a --> b : [ready] go / ring()", "expected go [ready]"),
        ("a --> b : go [x", "line 2, column 1: the brackets of “go [x” do not match; expected event [guard] / action"),
        ("a --> b : go x]", "the brackets of “go x]” do not match"),
        ("a --> b : go [x / ring", "the brackets of “go [x / ring” do not match"),
        ("a --> b : go [x] now", "text follows the guard in “go [x] now”; expected event [guard] / action"),
        (
            "a --> b : go; b --> a : back",
            "line 2, column 1: the label “go; b --> a : back” contains an arrow; expected each arrow on its own line"
        ),
        (
            "a --> b : go / one; two",
            "line 2, column 1: Mermaid ends a text at “;” and draws the rest as states; expected a comma\n    write instead: a --> b : go / one, two"
        ),
        ("a --> b : go / one;two ;", "write instead: a --> b : go / one, two"),
        ("a : entry / one; two", "write instead: a : entry / one, two"),
        ("note left of a : one; two", "write instead: note left of a : one, two"),
        ("a --> b : go #59; now; or never", "Mermaid ends a text at “;”"),
        (
            "a : exit [else] / foo",
            "“exit [else] / foo” has a guard, which entry, exit and do cannot have; expected exit / …"
        ),
        (
            "a : entry [x] / foo",
            "“entry [x] / foo” has a guard, which entry, exit and do cannot have; expected entry / …"
        ),
        (
            "state c <<choice>>\na --> c : go\nc --> b : stop [x]",
            "line 4, column 1: an arrow that leaves the choice “c” has an event; expected [guard] here, and the event"
        ),
        ("state a {\nstate b {\nstate a {\n}\n}\n}", "“a” has two blocks in braces"),
        (
            "%% labels: event [guard] / action, one per line\n[*] --> a : app launched [late]",
            "line 3, column 1: the arrow from [*] has the label “app launched [late]”; "
                + "expected an arrow without a guard or actions. For actions at the start, write “a : entry / …”"
        ),
        (
            "state a <<history>>",
            "line 2, column 1: Mermaid does not support history; expected a chart in SCXML, which supports <history>"
        ),
        ("a --> [H] : go", "line 2, column 1: Mermaid does not support history"),
        ("a --> b[H*] : go", "Mermaid does not support history"),
        (
            "```\na --> b : go",
            "line 2, column 1: a code fence is inside the diagram; expected a fence around the whole diagram"
        ),
    ])
    func `says what to write in the place of a label that is not understood`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + text) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
