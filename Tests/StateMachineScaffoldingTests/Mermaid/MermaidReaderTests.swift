import StateMachineScaffolding
import StateMachineTestSupport
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
                cart --> pay : check out [has items and not In(pay)] / lock, count
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
        #expect(cart.transitions[0].condition == .all([.guard("has items"), .not(.isIn("pay"))]))
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

    @Test func `of the front matter the title counts, and nothing else`() throws {
        let chart = try MermaidReader.read(
            "---\ntitle: Shop\nconfig:\n  theme: forest\n---\nstateDiagram-v2\na --> b : go"
        )
        #expect(chart.name == "Shop")
    }

    @Test(arguments: [
        ("stateDiagram-v2\na --> b : \(String(repeating: "e", count: 59))…", "line 2, column 1: the label “eee"),
        ("", "line 1, column 1: the file contains no diagram; expected stateDiagram-v2"),
        ("graph TD", "line 1, column 1: the diagram begins with “graph TD”"),
        ("stateDiagram-v2\n  state a {", "line 2, column 3: an opening brace has no closing brace"),
        ("stateDiagram-v2\n}", "line 2, column 1: a closing brace has no opening brace"),
        ("stateDiagram-v2\n--", "a divider between regions is outside a composite state"),
        ("stateDiagram-v2\n what is this", "“what is this” is not valid"),
        ("stateDiagram-v2\nnote right of a\n x", "line 2, column 1: the note is not closed; expected end note"),
        ("stateDiagram-v2\nstate a <<histroy>>", "<<histroy>> is not supported"),
        ("stateDiagram-v2\nstate c {\n[*] --> a\n[*] --> b\n}", "a second arrow begins at [*]; expected one arrow"),
        (
            "stateDiagram-v2\n[*] --> a\n[*] --> b\nb : entry / ring\na --> b : x",
            "line 3, column 1: a second arrow begins at [*], which works only if the diagram has no entry actions"
        ),
        (
            "stateDiagram-v2\n[*] --> a\n[*] --> b\nb --> a : [In(a)]",
            "a second arrow begins at [*], which works only if"
        ),
        (
            "stateDiagram-v2\n%% labels: event, one per line\na --> [*]\na --> b : e",
            "an arrow without an event leads from “a” to [*], but “a” is not final because other arrows leave it"
        ),
        (
            "stateDiagram-v2\nstate p {\nstate c <<choice>>\n[*] --> c\nc --> a : [g]\nc --> b : [h]\n}",
            "the initial state depends on a guard; expected an arrow from [*] to a state"
        ),
        (
            "stateDiagram-v2\nstate c <<choice>>\n[*] --> c\nc --> a : / ring",
            "the arrow to the initial state has an action; for actions at the start, write “a : entry / …”"
        ),
        (
            "stateDiagram-v2\nstate c <<choice>>\na --> c : e\nc --> c : [g]",
            "line 4, column 1: “c” is in a loop of choices, forks and joins; expected a state in the loop"
        ),
        ("stateDiagram-v2\nstate f <<fork>>\na --> f : e\nf --> b\nf --> c", "cannot both be active"),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try ChartTree(MermaidReader.read(text)) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
