import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct PlantUMLReaderTests {
    private func read(_ text: String) throws -> Chart { try PlantUMLReader.read("@startuml\n\(text)\n@enduml\n") }

    /// The arrows of PlantUML, and the same diagram in Mermaid.
    @Test func `a diagram becomes the same chart as in Mermaid`() throws {
        let chart = try read(
            """
            title Door
            skinparam state {
              FontColor black
            }
            hide empty description
            /' a comment
            '/
            ' event: "open it" = open
            state "Closed door" as closed #red
            [*] -down-> closed
            closed -> c : open it [allowed] / ring
            state c <<choice>>
            c --> open : [x]
            c -[#blue,dashed]left-> closed
            state open <<green>> {
              [*] --> wide
              wide --> [*] : kick(force: Int)
              wide : do / squeak
              ||
              lamp --> lamp : do<U+0020>it
            }
            closed <-up- open : shut
            note right of open
              Nobody <U+0026> nothing.
            end note
            note "floating" as N
            """
        )
        let mermaid = try MermaidReader.read(
            """
            stateDiagram-v2
            %% event: "open it" = open
            state "Closed door" as closed
            [*] --> closed
            closed --> c : open it [allowed] / ring
            state c <<choice>>
            c --> open : [x]
            c --> closed
            state open {
              [*] --> wide
              wide --> [*] : kick(force: Int)
              wide : do / squeak
              --
              lamp --> lamp : do it
            }
            open --> closed : shut
            note right of open
              Nobody & nothing.
            end note
            """
        )
        #expect(chart.name == "Door")
        #expect(try MachineWriter(chart, module: "Door").tests() == MachineWriter(mermaid, module: "Door").tests())
        let sources = try MachineWriter(chart, module: "Door").sources()
        #expect(
            sources["DoorState.Open.swift"]
                == (try MachineWriter(mermaid, module: "Door").sources())["DoorState.Open.swift"]
        )
        #expect(chart.root.children.map(\.notes) == [[], ["Nobody & nothing."]])
    }

    @Test(arguments: ["end note", "endnote"])
    func `a note of a state ends with either spelling of its last line`(end: String) throws {
        let chart = try read("a --> b : go\nnote left of a\n  Waits.\n\(end)\nb --> a : back")
        #expect(chart.root.children.map(\.notes) == [["Waits."], []])
        #expect(chart.root.children.map(\.transitions.count) == [1, 1])
    }

    @Test func `a state is in the braces that name it first`() throws {
        let tree = try ChartTree(
            read("[*] --> Idle\nIdle --> A : on\nstate A {\n [*] --> b\n b --> Idle : off\n}\nb --> Idle : stop")
        )
        #expect(tree.nodes.map(\.state.id) == ["", "Idle", "A", "b"])
        #expect(tree.nodes.map(\.parent) == [nil, 0, 0, 2])
    }

    /// Off, and a player whose side and volume are remembered.
    private let player = """
        [*] --> Off
        Off --> On[H] : resume
        Off --> On[H*] : resume exactly
        Off --> On : start
        state On {
          [*] --> Front
          state Front {
            [*] --> Quiet
            Quiet --> Loud : louder
          }
          Front --> Back : turn
          [H] --> Back
        }
        On --> Off : stop
        """

    @Test func `an arrow to a history leads to the states that were active last`() throws {
        let chart = try read(player)
        #expect(try ChartTree(chart).nodes.count { if case .history = $0.state.kind { true } else { false } } == 2)
        func places(_ events: String...) -> [String] {
            var machine = ChartInterpreter(chart)
            for event in events {
                let actions = machine.handle(event)
                #expect(actions != nil, "\(event)")
            }
            return machine.leaves
        }
        // Nothing is stored yet, so the arrow of the history decides.
        #expect(places("resume") == ["Back"])
        #expect(places("resume exactly") == ["Quiet"])
        #expect(places("start", "louder", "stop", "resume") == ["Quiet"])
        #expect(places("start", "louder", "stop", "resume exactly") == ["Loud"])
        #expect(places("start", "turn", "stop", "resume") == ["Back"])
        let source = try MachineWriter(chart, module: "Player").sources().map(\.value).joined()
        #expect(source.contains("onShallowHistory") && source.contains("onDeepHistory"), "\(source)")
    }

    @Test(arguments: [
        ("a --> b : x / y()\na --> b : x / z()", "line 3, column 1: the machine never takes this transition for “x”"),
        ("state h <<history>>", "line 2, column 1: <<history>> is not supported; expected the history of a state"),
        (
            "a --> [H] : x",
            "line 2, column 1: [H] is outside a composite state; expected the name of a state before [H]"
        ),
        ("a --> b[H*] : x", "line 2, column 1: “b” has a history but contains no states"),
        ("a[H] : x", "line 2, column 1: a history is not at the end of an arrow; expected a --> b[H] or a --> b[H*]"),
        (
            "a --> b[H] : x\nstate b {\n c --> d : y\n}\nb[H] --> d : z",
            "line 6, column 1: the history of “"
        ),
        (
            "a --> b[H] : x\nstate b {\n c --> d : y\n}\nb[H] --> [*]",
            "line 6, column 1: the history of “"
        ),
        ("state p <<entryPoint>>", "<<entrypoint>> is not supported; expected <<choice>>, <<fork>> or <<join>>"),
        ("!$x = 1", "line 2, column 1: “!$x” is not supported"),
        ("state \"A as a", "the label of a state is not closed"),
        ("state \"A\" a", "text follows the state “A”"),
        ("state a b", "text follows the state “a”"),
        ("note over a : x", "the note is not attached to a state; expected note right of id : text"),
        ("note left of a\n x", "line 2, column 1: a block is not closed"),
        ("state a {", "line 2, column 1: an opening brace has no closing brace; expected }"),
        ("a ? b", "“a ? b” is not valid; expected a state, an arrow"),
        (
            "Off --> Paused : x\nstate A {\n Playing --> Paused : p\n Paused --> Playing : q\n}",
            "line 5, column 2: “Paused” is used outside all states (line 2) and in “A”; write the line “state Paused” where"
        ),
        (
            "a --> x : go\nstate A {\n state x\n}",
            "line 4, column 2: “x” is used outside all states (line 2) and in “A”; write the line “state x” where"
        ),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test(arguments: [
        ("a --> b : x", "line 1, column 1: the diagram begins with “a --> b : x”; expected @startuml"),
        ("", "line 1, column 1: the file contains no diagram; expected @startuml"),
        ("@startuml\na --> b : x", "the diagram has no end; expected @enduml"),
        ("@startuml\n@enduml\n@startuml", "line 3, column 1: text follows the diagram; expected one diagram"),
    ])
    func `a file contains one diagram`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try PlantUMLReader.read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `all errors are reported at once`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try read("a b\nstate h <<history>>\nb --> a : [x\nstate a b {\n c --> d : y\n}")
        }
        #expect(error.all.map(\.position.line) == [2, 3, 4, 5], "\(error)")
        #expect(error.all[2].instead == "b --> a : [x]")
    }

    @Test func `a diagram has at most 2000 states, and braces are at most 50 deep`() throws {
        #expect(throws: Never.self) { try read((1...2_000).map { "state s\($0)\n" }.joined()) }
        let many = try #require(throws: ChartError.self) { try read((1...2_001).map { "state s\($0)\n" }.joined()) }
        #expect(many.problem == "the diagram has more than 2000 states")
        let deep = try #require(throws: ChartError.self) { try read((1...9_000).map { "state s\($0) {\n" }.joined()) }
        #expect(deep.all.contains { $0.problem == "states are nested more than 50 levels deep" })
    }
}
