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

    @Test(arguments: [
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
        ("stateDiagram-v2\nstate a <<history>>", "<<history>> is not known"),
        ("stateDiagram-v2\n[*] --> a\n[*] --> b", "a second arrow leads from [*]"),
        (
            "stateDiagram-v2\na --> [*]\na --> b : e",
            "“a” ends with an arrow without an event, and other arrows leave it"
        ),
        ("stateDiagram-v2\nstate c <<choice>>\na --> c : e", "nothing leaves “c”"),
        (
            "stateDiagram-v2\nstate c <<choice>>\n[*] --> c\nc --> a : [g]\nc --> b : [h]",
            "the chart does not say what it begins with"
        ),
        ("stateDiagram-v2\nstate c <<choice>>\na --> c : e\nc --> c : [g]", "choices lead to each other for ever"),
        ("stateDiagram-v2\nstate f <<fork>>\na --> f : e\nf --> b\nf --> c", "cannot be active together"),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try ChartTree(MermaidReader.read(text)) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
