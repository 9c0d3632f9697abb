import StateMachineScaffolding
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidReaderTests {
    @Test func `reads labels, notes, actions and composite states`() throws {
        let chart = try MermaidReader.read(
            """
            ---
            title: Shop
            ---
            stateDiagram-v2
                direction LR
                %% a comment
                [*] --> cart
                state "The cart" as cart
                cart --> pay : check out [has items and not In(pay)] / lock; count
                state pay {
                    [*] --> ask
                    ask --> [*] : accepted
                    ask : do / call the bank
                }
                pay --> done
                done --> [*]
                pay : entry / freeze
                note right of cart
                    Nothing is paid.
                    Or lost.
                end note
            """
        )
        #expect(chart.name == "Shop")
        #expect(chart.root.children.map(\.id) == ["cart", "pay", "done"])
        let (cart, pay, done) = (chart.root.children[0], chart.root.children[1], chart.root.children[2])
        #expect(cart.label == "The cart")
        #expect(cart.notes == ["Nothing is paid.\nOr lost."])
        #expect(cart.transitions[0].events == [EventDescriptor("check out")])
        #expect(cart.transitions[0].condition == .guard("has items and not In(pay)"))
        #expect(cart.transitions[0].actions == ["lock", "count"])
        #expect(cart.transitions[0].position == Position(line: 9, column: 5))
        #expect(pay.entryActions == ["freeze"])
        #expect(pay.children.map(\.kind) == [.atomic, .final])
        #expect(pay.children[0].activities == ["call the bank"])
        #expect(pay.transitions[0].events == [.completion(of: "pay")])
        #expect(done.kind == .final)
    }

    @Test func `reads regions, choices, forks and joins`() throws {
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            [*] --> idle
            state which <<choice>>
            state apart <<fork>>
            state together <<join>>
            idle --> which : go
            which --> idle : [not ready]
            which --> apart
            apart --> a2
            apart --> b2
            state work {
              a1 --> a2 : x
              state a2
              --
              b1 --> b2 : y
              state b2
            }
            a2 --> together : finish
            b2 --> together : finish
            together --> idle
            """
        )
        let idle = chart.root.children[0]
        #expect(idle.transitions.map(\.targets) == [["idle"], ["a2", "b2"]])
        #expect(idle.transitions.map(\.condition) == [.not(.guard("ready")), nil])
        let work = chart.root.children[1]
        #expect(work.kind == .parallel)
        #expect(work.children.map { $0.children.map(\.id) } == [["a1", "a2"], ["b1", "b2"]])
        #expect(work.children[0].children[1].transitions[0].condition == .isIn("b2"))
        #expect(work.children[1].children[1].transitions.isEmpty)
        _ = try ChartTree(chart)
    }

    /// The states inside others, by the state around them.
    private func places(_ text: String) throws -> [String: [String]] {
        let tree = try ChartTree(MermaidReader.read("stateDiagram-v2\n" + text))
        let inside = tree.nodes.dropFirst().filter { $0.parent != 0 }
        return Dictionary(grouping: inside) { tree.nodes[$0.parent ?? 0].state.id }.mapValues { $0.map(\.state.id) }
    }

    @Test(arguments: [
        // First named outside.
        "Off --> Paused : deep link\n state A {\n [*] --> Playing\n Playing --> Paused : pause\n}\nA --> Off : stop",
        // As what leads on, and as what has an activity.
        "state A {\n [*] --> Playing\n Playing --> Paused : pause\n}\nPaused --> Off : stop\nPaused : do / wait",
        "Paused --> Off : stop\nstate A {\n [*] --> Playing\n Playing --> Paused : pause\n Paused --> Playing : play\n}",
        // Declared inside, after all.
        "Off --> Paused : x\nPaused --> Off : y\nOff --> A : z\nstate A {\n Playing --> Paused : pause\n state Paused\n}",
    ])
    func `a state is in the braces that name it`(text: String) throws {
        #expect(try places("[*] --> Off\n" + text) == ["A": ["Playing", "Paused"]])
    }

    @Test func `a state is where it is declared, or in the first and last braces that name it`() throws {
        let declared =
            "[*] --> Off\nstate Off\nOff --> A : on\nstate A {\n Playing --> Off : stop\n Playing --> A : again\n}"
        #expect(try places(declared) == ["A": ["Playing"]])
        let nested = "state A {\n B --> X : go\n state B {\n p --> X : leave\n p --> q : on\n }\n X --> B : back\n}"
        #expect(try places(nested) == ["A": ["B", "X"], "B": ["p", "q"]])
        let own = "state A {\n A : entry / ring\n state A\n b --> A : again\n}"
        #expect(try places(own) == ["A": ["b"]])
    }

    @Test(arguments: [
        (
            "state A {\n a --> x : go\n}\nstate B {\n x --> b : go\n}",
            "line 6, column 2: “x” stands in “A” (line 3) and in “B”; expected a declaration, state x, where it belongs"
        ),
        (
            "state A {\n a --> x : go\n --\n b --> x : go\n}",
            "line 5, column 2: “x” stands in region 1 of “A” (line 3) and in region 2 of “A”; expected a declaration"
        ),
        (
            "state A {\n B --> x : go\n state B {\n p --> x : go\n }\n}",
            "line 5, column 2: “x” stands in “A” (line 3) and in “B”; expected a declaration, state x, where it belongs"
        ),
        (
            "[*] --> Idle\nIdle --> A : start\nstate A {\n [*] --> b\n b --> Idle : cancel\n}",
            "line 6, column 2: “Idle” stands outside (line 2) and in “A”; expected a declaration, state Idle, where it belongs"
        ),
        (
            "a --> Error : x\nError --> a : y\nstate A {\n b --> Error : crash\n}",
            "line 5, column 2: “Error” stands outside (line 3) and in “A”; expected a declaration"
        ),
        (
            // The last of several places is named.
            "state A {\n state B {\n p --> x : go\n }\n x --> B : back\n x --> B : again\n}",
            "line 7, column 2: “x” stands in “B” (line 4) and in “A”; expected a declaration"
        ),
        (
            "state x\nstate A {\n state x {\n }\n}",
            "line 4, column 2: “x” is declared outside (line 2) and in “A”; expected one place"
        ),
    ])
    func `a state that may be in two places is refused`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try places(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `of several states in two places, the first one is named`() throws {
        func frame(_ name: String) -> String {
            "state \(name) {\n" + (1...20).map { " a\($0) --> \(name)\($0) : go\n" }.joined() + "}\n"
        }
        let error = try #require(throws: ChartError.self) { _ = try places(frame("A") + frame("B")) }
        #expect("\(error)".hasPrefix("line 25, column 2: “a1” stands in “A” (line 3) and in “B”"), "\(error)")
    }

    @Test func `of the front matter the title counts, and nothing else`() throws {
        let chart = try MermaidReader.read(
            "---\ntitle: Shop\nconfig:\n  theme: forest\n---\nstateDiagram-v2\na --> b : go"
        )
        #expect(chart.name == "Shop")
    }

    @Test(arguments: [
        ("\n\n```mermaid\nstateDiagram-v2\na --> b : x", "line 3, column 1: the fence is not closed; expected ```"),
        ("---\n```\n---\nstateDiagram-v2\na --> b : x", "line 2, column 1: a fence stands inside the diagram"),
    ])
    func `a fence around a diagram is closed, and stands around all of it`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read(text) }
        #expect("\(error)".hasPrefix(message), "\(error)")
    }

    @Test(arguments: [
        ("stateDiagram-v2\na --> b : \(String(repeating: "e", count: 59))…", "line 2, column 1: the label “eee"),
        ("", "line 1, column 1: there is no diagram; expected stateDiagram-v2"),
        ("graph TD", "line 1, column 1: the diagram begins with “graph TD”"),
        (
            "stateDiagram-v2\n  a --> b",
            "line 2, column 3: the arrow from “a” to “b” has no event; expected a --> b : event"
        ),
        ("stateDiagram-v2\n  state a {", "line 2, column 3: a brace is not closed"),
        ("stateDiagram-v2\n}", "line 2, column 1: a brace closes nothing"),
        ("stateDiagram-v2\n--", "a line between regions stands outside of a state"),
        ("stateDiagram-v2\n what is this", "“what is this” is not understood"),
        ("stateDiagram-v2\nnote right of a\n x", "line 2, column 1: a note does not end; expected end note"),
        ("stateDiagram-v2\nstate a <<histroy>>", "<<histroy>> is not known"),
        ("stateDiagram-v2\n[*] --> a\n[*] --> b", "a second arrow leads from [*]"),
        (
            "stateDiagram-v2\na --> [*]\na --> b : e",
            "“a” ends with an arrow without an event, and other arrows leave it"
        ),
        ("stateDiagram-v2\nstate c <<choice>>\na --> c : e", "nothing leaves “c”"),
        (
            "stateDiagram-v2\nstate c <<choice>>\n[*] --> c\nc --> a : [g]\nc --> b : [h]",
            "what the diagram begins with depends on a guard, or has an action; expected an arrow from [*] to a state"
        ),
        ("stateDiagram-v2\nstate c <<choice>>\na --> c : e\nc --> c : [g]", "choices lead to each other for ever"),
        ("stateDiagram-v2\nstate f <<fork>>\na --> f : e\nf --> b\nf --> c", "cannot be active together"),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try ChartTree(MermaidReader.read(text)) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test(arguments: [
        (
            "a --> b : go\na --> c : go\nb --> a : x",
            "line 3, column 1: “a” has two arrows for “go”, and that of line 2, which has no guard, is always taken; "
                + "expected go [guard], or another event"
        ),
        (
            "a --> b : go [x]\na --> c : go\na --> a : go [y]",
            "line 4, column 1: “a” has two arrows for “go”, and that of line 3"
        ),
        ("a --> b : go<br/>go / ring", "line 2, column 1: “a” has two arrows for “go”, and that of line 2"),
        ("a : go / ring\na --> b : go", "line 2, column 1: “a” has two arrows for “go”, and that of line 3"),
        (
            "state c <<choice>>\na --> c : go\nc --> a : [x]\nc --> b\na --> d : go",
            "line 6, column 1: “a” has two arrows"
        ),
    ])
    func `an arrow that is never taken is refused`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `arrows of one event with guards, for the rest, or written twice are read`() throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\na --> b : go [else]\na --> c : go [x]\na --> b : on\na --> b : on\na --> a : go [In(c)]"
        )
        let transitions = chart.root.children[0].transitions
        #expect(transitions.map(\.targets) == [["c"], ["b"], ["b"], ["a"], ["b"]])
        #expect(transitions.map(\.condition) == [.guard("x"), nil, nil, .isIn("c"), nil])
    }

    @Test(arguments: ["else", "[else]", "otherwise", "[Otherwise]", "default", "[default]", "[ELSE]"])
    func `a branch for the rest is the last one of a choice`(label: String) throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\nstate c <<choice>>\na --> c : go\nc --> a : \(label)\nc --> b : [x]"
        )
        #expect(chart.root.children[0].transitions.map(\.targets) == [["b"], ["a"]])
        #expect(chart.root.children[0].transitions.map(\.condition) == [.guard("x"), nil])
    }

    @Test(arguments: [
        (
            "a --> b : [ready] go",
            "line 2, column 1: the guard stands before the event in “[ready] go”; expected go [ready]"
        ),
        ("a --> b : [ready] go / ring", "expected go [ready]"),
        ("a --> b : go [x", "line 2, column 1: the brackets of “go [x” do not match; expected event [guard] / action"),
        ("a --> b : go x]", "the brackets of “go x]” do not match"),
        ("a --> b : go [x / ring", "the brackets of “go [x / ring” do not match"),
        ("a --> b : go [x] now", "more stands behind the guard in “go [x] now”; expected event [guard] / action"),
        (
            "a --> b : go; b --> a : back",
            "line 2, column 1: the label “go; b --> a : back” has an arrow in it; expected a line for each arrow"
        ),
        ("a : on entry: foo", "line 2, column 1: “on entry: foo” is not understood; expected a : entry / foo"),
        ("a : do: foo", "expected a : do / foo"),
        ("a : exit [else] / foo", "“exit [else] / foo” has a guard; expected exit / …, and guards on arrows"),
        ("a : entry [x] / foo", "“entry [x] / foo” has a guard; expected entry / …, and guards on arrows"),
        (
            "state c <<choice>>\na --> c : go\nc --> b : stop [x]",
            "line 4, column 1: an arrow from the choice “c” has an event; expected [guard], and the event"
        ),
        ("state a {\nstate b {\nstate a {\n}\n}\n}", "“a” has braces twice"),
        ("a : Entry : foo", "expected a : entry / foo"),
        (
            "a --> b : go\na : on exit / foo",
            "line 3, column 1: “on exit / foo” is not understood; expected a : exit / foo"
        ),
        (
            "[*] --> a : app launched",
            "line 2, column 1: the arrow from [*] has the label “app launched”; "
                + "expected no label; what is done at the beginning is an entry action, a : entry / …"
        ),
        ("[*] --> a : / load settings", "the arrow from [*] has the label “/ load settings”"),
        (
            "state a <<history>>",
            "line 2, column 1: Mermaid has no history; expected a chart in SCXML, which has <history>"
        ),
        ("a --> [H] : go", "line 2, column 1: Mermaid has no history"),
        ("a --> b[H*] : go", "Mermaid has no history"),
        ("```\na --> b : go", "line 2, column 1: a fence stands inside the diagram; expected it around the diagram"),
    ])
    func `says what to write in the place of a label that is not understood`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + text) }
        #expect("\(error)".contains(message), "\(error)")
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

    @Test func `a fence around the diagram is skipped`() throws {
        for fence in ["```", "```mermaid", "``` mermaid", "````mermaid"] {
            let end = fence.prefix { $0 == "`" }
            let chart = try MermaidReader.read("\n\(fence)\nstateDiagram-v2\n a --> b : go\n\(end)\n\n")
            #expect(chart.root.children[0].position == Position(line: 4, column: 2))
        }
    }

    @Test(arguments: [
        ("```mermaid\nstateDiagram-v2\na --> b : go", "line 1, column 1: the fence is not closed; expected ```"),
        ("```\n```", "there is no diagram"),
        (
            "```\nstateDiagram-v2\na --> b : go\n```\nb --> a : x",
            "line 5, column 1: something follows the fence; expected one diagram"
        ),
    ])
    func `a fence holds one diagram`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
