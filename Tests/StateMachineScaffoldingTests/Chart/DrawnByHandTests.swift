import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Diagrams as people draw them, which leave things open: what they are understood to mean, and the
/// notes that say so.
@Suite(.timeLimit(.minutes(1)), .computing) struct DrawnByHandTests {
    /// Reads the statements of a diagram as Mermaid and as PlantUML.
    private func charts(_ statements: String) throws -> [Chart] {
        let plantUML = statements.replacing("<br/>", with: "\\n").replacing("%%", with: "'")
        return [
            try DiagramLanguage.read("stateDiagram-v2\n\(statements)", named: "a.mmd"),
            try DiagramLanguage.read("@startuml\n\(plantUML)\n@enduml", named: "a.puml"),
        ]
    }

    private func expect(
        _ statements: String,
        _ expected: [String],
        notes: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for chart in try charts(statements) {
            #expect(chart.root.transitionLines == expected, sourceLocation: sourceLocation)
            let told = ChartNote.report(chart.notes)
            #expect(told.count == notes.count, "\(told)", sourceLocation: sourceLocation)
            for (note, part) in zip(told, notes) {
                #expect(note.contains(part), "\(told)", sourceLocation: sourceLocation)
            }
            // The machine is one that compiles: each name is one case.
            _ = try MachineWriter(chart, module: "Sample").sources()
        }
    }

    // MARK: Line breaks

    @Test func `a line break in a label is a space`() throws {
        try expect(
            "[*] --> a\na --> b : order received<br/>[door closed]\nb --> a : reaches<br/>floor N",
            ["a: order received [door closed] -> b", "b: reaches floor N -> a"]
        )
        try expect("[*] --> a\na --> b : go<br/>/ ring", ["a: go / ring -> b"])
        try expect("[*] --> a\na --> b : go,<br/>stop", ["a: go -> b", "a: stop -> b"])
    }

    @Test func `lines that are labels of their own are a list, and a note says so`() throws {
        try expect(
            "[*] --> a\na --> b : go [x]<br/>stop [y]",
            ["a: go [x] -> b", "a: stop [y] -> b"],
            notes: ["line 3: the lines of the label are read as “go [x]” and “stop [y]”"]
        )
        try expect(
            "[*] --> a\na --> b : go<br/>stop\nb --> a : stop\nb --> b : go",
            ["a: go -> b", "a: stop -> b", "b: stop -> a", "b: go -> b"],
            notes: ["line 3: the lines of the label are read as “go” and “stop”"]
        )
        try expect(
            "%% labels: event [guard] / action, one per line\n[*] --> a\na --> b : go<br/>stop",
            ["a: go -> b", "a: stop -> b"]
        )
    }

    // MARK: Slashes

    @Test(arguments: [
        "entry / ring", "do / ring", "go / ring", "go [x] / ring", "stop / beep()", "/ beep",
    ])
    func `a slash begins actions if it does elsewhere`(label: String) throws {
        let other = label.hasPrefix("entry") || label.hasPrefix("do") ? "b : \(label)" : "b --> a : \(label)"
        for chart in try charts("[*] --> a\na --> b : go / wave\n\(other)") {
            #expect(chart.root.transitionLines.first == "a: go / wave -> b", "\(label)")
            #expect(!chart.notes.contains { $0.description.contains("slash") })
        }
    }

    @Test func `without another action, a slash is a part of the event's name`() throws {
        try expect(
            "[*] --> Load\nLoad --> Error : not found / not connected\nLoad --> Ready : ok",
            ["Load: not found / not connected -> Error", "Load: ok -> Ready"],
            notes: ["line 3: the slash in “not found / not connected” is a part of the event's name"]
        )
        try expect("[*] --> a\na --> b : play/pause", ["a: play/pause -> b"])
        try expect(
            "[*] --> a\na --> b : GET /items\nb --> a : reset [late] / clear",
            ["a: GET /items -> b", "b: reset [late] / clear -> a"]
        )
        try expect(
            "%% labels: event / action\n[*] --> a\na --> b : coin / open",
            ["a: coin / open -> b"]
        )
    }

    // MARK: Arrows without an event

    @Test func `an arrow without an event leaves a state when its activity has ended`() throws {
        try expect(
            "[*] --> Idle\nIdle --> Connecting : tap\nConnecting : do / connect\nConnecting --> Connected",
            ["Idle: tap -> Connecting", "Connecting: connect done -> Connected"],
            notes: ["is taken when “connect” has ended, so its event is “connect done”"]
        )
        try expect(
            "[*] --> a\na : do / connect\na --> c\nstate c <<choice>>\nc --> b : [ok]\nc --> d : [else]",
            ["a: connect done [ok] -> b", "a: connect done -> d"],
            notes: ["“connect done”"]
        )
        try expect(
            "[*] --> a\na : do / load, wait\na --> [*]",
            ["a: a done -> end"],
            notes: ["is taken when “load” and “wait” have ended, so its event is “a done”"]
        )
    }

    @Test func `an arrow without an event leaves a state when the states inside it have ended`() throws {
        try expect(
            "[*] --> a\nstate a {\n[*] --> b\nb --> [*] : go\n}\na --> d",
            ["a: done.state.a -> d", "b: go -> aEnd"]
        )
        // Nothing ends inside.
        try expect(
            "[*] --> a\nstate a {\n[*] --> b\nb --> c : go\n}\na --> d",
            ["a: d -> d", "b: go -> c"],
            notes: ["line 7: the arrow from “a” to “d” has no event, so the event is named after the target"]
        )
    }

    @Test func `any other arrow without an event has an event that is named after its target`() throws {
        try expect(
            "[*] --> Still\nStill --> [*]\nStill --> Moving\nMoving --> Crash\nCrash --> [*]",
            ["Still: end -> end", "Still: Moving -> Moving", "Moving: Crash -> Crash"],
            notes: ["Still --> [*] : end", "Still --> Moving : Moving", "Moving --> Crash : Crash"]
        )
        try expect(
            "[*] --> a\nstate \"Awaiting payment\" as b\na --> b\na --> c : Awaiting payment",
            ["a: to Awaiting payment -> b", "a: Awaiting payment -> c"],
            notes: ["a --> b : to Awaiting payment"]
        )
    }

    @Test func `a state waits for guards that can all be false`() throws {
        try expect(
            "[*] --> cold\ncold --> hot : [t > 30]\nhot --> cold : [t < 20] / beep",
            ["cold: t > 30 -> hot", "hot: t < 20 / beep -> cold"],
            notes: ["“t > 30” is read as an event that “cold” waits for", "“t < 20” is read as an event"]
        )
        try expect(
            "[*] --> Advancing\nstate c <<choice>>\nAdvancing --> c\nc --> a : success\nc --> b : failure",
            ["Advancing: success -> a", "Advancing: failure -> b"],
            notes: ["“success” is read as an event", "“failure” is read as an event"]
        )
        try expect(
            "[*] --> a\na --> b : go\nb --> c : [ok]\nb --> a : [else]",
            ["a: go -> b", "b:  [ok] -> c", "b:  -> a"]
        )
    }

    @Test func `decisions at once that lead in a circle are events`() throws {
        try expect(
            "[*] --> a\na --> b : [ok]\na --> c : [!ok]\nb --> a : [late]\nb --> c : [else]\nc --> a : again",
            ["a: ok -> b", "a: not ok -> c", "b: late -> a", "b: c -> c", "c: again -> a"],
            notes: [
                "“ok” is read as an event", "“not ok” is read as an event", "“late” is read as an event",
                "the event is named after the target",
            ]
        )
        // A state outside the circle still decides at once.
        try expect(
            "[*] --> d\nd --> a : go\na --> b : [p]\na --> d : [else]\nb --> a : [q]\nb --> d : [else]\nd --> e : look\ne --> d : [ok]\ne --> c : [else]\ns : do / load\nd --> s : load\ns --> c : [good]\ns --> d : [else]",
            [
                "d: go -> a", "d: look -> e", "d: load -> s", "a: p -> b", "a: d -> d", "b: q -> a", "b: d -> d",
                "e:  [ok] -> d", "e:  -> c", "s: load done [good] -> c", "s: load done -> d",
            ],
            notes: ["“p” is read", "named after", "“q” is read", "named after", "“load” has ended", "1 more note"]
        )
    }

    @Test func `a state decides at once if one of its guards always holds`() throws {
        for (one, other) in [("tries < 3", "tries >= 3"), ("ok", "!ok"), ("a && b", "!(a && b)")] {
            for chart in try charts("[*] --> s\ns --> a : go\na --> b : [\(one)]\na --> s : [\(other)]") {
                #expect(chart.root.children[1].transitions.map(\.events) == [[], []], "\(one)")
            }
        }
    }

    @Test func `times in parentheses are times, and those on choices are guards`() throws {
        try expect(
            "[*] --> a\na --> b : after (5 s)\nb --> a : after (10 s)",
            ["a: after 5s in a -> b", "b: after 10s in b -> a"]
        )
        try expect(
            "[*] --> a\nstate k <<choice>>\na --> k : pay\nk --> b : payment (card)\nk --> c : payment (cash)",
            ["a: pay [payment (card)] -> b", "a: pay [payment (cash)] -> c"]
        )
        try expect(
            "[*] --> a\nstate k <<choice>>\na --> k : go\nk --> b : (x > 3)\nk --> c : (x <= 3)",
            ["a: go [x > 3] -> b", "a: go [not x > 3] -> c"]
        )
    }

    @Test func `a slash after a guard begins actions, whatever else is an event`() throws {
        try expect(
            "[*] --> a\na --> b : open\nb --> a : reset [late] / open\na --> c : INPUT / process",
            ["a: open -> b", "a: INPUT / process -> c", "b: reset [late] / open -> a"]
        )
    }

    @Test func `a description with a slash is noted`() throws {
        for chart in try charts("[*] --> a\na --> b : go\na : tick / ring") {
            #expect(chart.root.children[0].label == "tick / ring")
            let meaning =
                "“tick / ring” is read as a description of “a” and not as an event with an action, "
                + "because no other label in the diagram has an action"
            #expect(chart.notes.map(\.meaning) == [meaning])
        }
    }

    @Test func `a label with a chosen name stays as it is`() throws {
        try expect(
            "%% event: \"go back\" = back\n%% guard: \"t > 30\" = hot\n[*] --> a\na --> b : Go back\nb --> c : go back\nb --> a : [t > 30]\nc --> a : x",
            ["a: Go back -> b", "b: go back -> c", "b:  [t > 30] -> a", "c: x -> a"]
        )
    }

    @Test func `a comment about labels changes nothing that it does not say`() throws {
        try expect(
            "%% labels: in English\n[*] --> a\na --> b : reset [late] / clear\nb --> a : go / ring",
            ["a: reset [late] / clear -> b", "b: go / ring -> a"]
        )
        try expect(
            "%% labels: event [guard] / action\n[*] --> a\na --> b : hang up, time out\nb --> a : go / ring",
            ["a: hang up -> b", "a: time out -> b", "b: go / ring -> a"]
        )
    }

    @Test func `an arrow with only an action has an event`() throws {
        try expect(
            "[*] --> a\na --> b : / beep",
            ["a: b / beep -> b"],
            notes: ["the event is named after the target"]
        )
    }

    @Test func `a fork whose branches do not all join stays a fork`() throws {
        let text =
            "state f <<fork>>\nstate j <<join>>\n[*] --> f\nf --> a\nf --> b\na --> j\nb --> j\nb --> c : fail\nj --> d"
        for text in ["stateDiagram-v2\n\(text)"] {
            #expect(throws: ChartError.self) { _ = try ChartTree(MermaidReader.read(text)) }
        }
    }

    @Test(arguments: ["left", "show", "center", "style", "scale"])
    func `a state with the name of a keyword keeps its texts`(name: String) throws {
        for (begin, file) in [("stateDiagram-v2", "a.mmd"), ("@startuml", "a.puml")] {
            let end = file == "a.puml" ? "\n@enduml" : ""
            let text = "\(begin)\n[*] --> \(name)\n\(name) --> b : go\n\(name) : entry / steer\(end)"
            let chart = try DiagramLanguage.read(text, named: file)
            #expect(chart.root.children[0].entryActions == ["steer"], "\(file)")
        }
    }

    @Test func `names in quotation marks can contain separators`() throws {
        let chart = try DiagramLanguage.read(
            """
            @startuml
            state "Waiting\\nfor input"
            [*] --> "Sign-in"
            "Sign-in" --> "Mode: manual" : say "a: b"
            "Mode: manual" --> "Waiting\\nfor input" : go
            @enduml
            """,
            named: "a.puml"
        )
        #expect(chart.root.children.map(\.id) == ["Waiting for input", "Sign-in", "Mode: manual"])
        #expect(
            chart.root.transitionLines == [
                "Sign-in: say \"a: b\" -> Mode: manual", "Mode: manual: go -> Waiting for input",
            ]
        )
    }

    @Test func `a block that is not closed is an error`() throws {
        for block in ["accDescr {", "%%{init: {"] {
            let error = try #require(throws: ChartError.self) {
                _ = try MermaidReader.read("stateDiagram-v2\n\(block)\na --> b : go")
            }
            #expect(error.problem == "the block is not closed" && error.position.line == 2)
        }
    }

    @Test func `words in parentheses tell an event from another one, unless labels repeat the event`() throws {
        try expect(
            "[*] --> a\na --> b : submit (complete)\na --> c : submit (incomplete)\nb --> a : back (now)",
            ["a: submit [complete] -> b", "a: submit -> c", "b: back (now) -> a"],
            notes: [
                "“submit (complete)” is the event “submit”", "“submit (incomplete)” is",
                "so it is a choice with the guard “complete”",
            ]
        )
        try expect(
            "[*] --> a\na --> b : move (before timer)\nb --> a : move",
            ["a: move -> b", "b: move -> a"],
            notes: ["“move (before timer)” is the event “move”, which other labels have, too"]
        )
        try expect(
            "[*] --> a\na --> b : pay<br/>(now)\nb --> a : back",
            ["a: pay -> b", "b: back -> a"],
            notes: ["“pay (now)” is the event “pay” with a remark"]
        )
    }

    @Test func `alternatives are several events if each of them is a label elsewhere`() throws {
        for label in ["ACK/NACK", "ACK or NACK", "ACK / NACK"] {
            try expect(
                "[*] --> a\na --> b : ACK\na --> a : NACK\nb --> a : \(label)",
                ["a: ACK -> b", "a: NACK -> a", "b: ACK -> a", "b: NACK -> a"]
            )
        }
    }

    @Test(arguments: [
        ("x > 3", "“x > 3” is an event. For a condition, write it in brackets: [x > 3]"),
        ("n == 0 && ready", "“n == 0 && ready” is an event"), ("a=b", nil),
        ("retries = 0", "“retries = 0” is an event"),
        ("if empty", "“if empty” is an event"), ("wait → a", "the arrow in “wait → a” is a part of the event's name"),
        ("save ← reset", "For an action, write a slash instead of the arrow"), ("go [x > 3]", nil),
        ("E<num>", nil), ("n<3", "“n<3” is an event"),
        ("notify", nil), ("when", nil), ("a-b", nil),
    ])
    func `a label that looks like a condition or an action is noted`(label: String, note: String?) throws {
        for chart in try charts("[*] --> a\na --> b : \(label)\nb --> a : back") {
            let told = ChartNote.report(chart.notes)
            #expect(told.count == (note == nil ? 0 : 1), "\(told)")
            #expect(note.map { told.first?.contains($0) == true } ?? true, "\(told)")
        }
    }

    @Test func `other common meanings of a label are noted`() throws {
        try expect(
            "[*] --> a\na --> b : time is up, counts a round\nb --> a : time is up",
            ["a: time is up -> b", "a: counts a round -> b", "b: time is up -> a"],
            notes: [
                "is read as the events “time is up” and “counts a round”. For one event, write it without the comma"
            ]
        )
        try expect(
            "[*] --> a\na --> b : yes [1]\nb --> a : lost [cpp 2117]",
            ["a: yes [1] -> b", "b: lost [cpp 2117] -> a"],
            notes: ["“[1]” is a guard", "“[cpp 2117]” is a guard"]
        )
        try expect(
            "[*] --> a\na : play / defer\na --> b : booted / ring\nb --> a : play",
            ["a: booted / ring -> b", "a: play / defer -> ", "b: play -> a"],
            notes: [
                "“defer” in “play / defer” is an action, and the state does not keep the event for later",
                "“booted / ring” is the event “booted” with an action",
            ]
        )
        try expect(
            "state c <<choice>>\n[*] --> a\na --> c : pick\nc --> b : other suit and order\nc --> a : same suit",
            ["a: pick [other suit and order] -> b", "a: pick [same suit] -> a"],
            notes: ["“other suit and order” is read as guards that “and” combines"]
        )
    }

    @Test func `an end inside the only outer state is noted`() throws {
        for chart in try charts("state r {\n[*] --> a\na --> b : go\nb --> [*]\n}") {
            #expect(
                ChartNote.report(chart.notes).contains { $0.contains("the arrow to [*] ends “r” and not the machine") }
            )
        }
        for chart in try charts("state r {\n[*] --> a\na --> b : go\nb --> [*]\n}\nr --> [*]") {
            #expect(!ChartNote.report(chart.notes).contains { $0.contains("not the machine") })
        }
    }

    @Test(arguments: ["/start opens it", "reply arrives [open]"])
    func `any words on the arrow from the start are noted`(label: String) throws {
        try expect(
            "[*] --> a : \(label)\na --> b : go\nb --> a : back",
            ["a: go -> b", "b: back -> a"],
            notes: ["“\(label)” is ignored: the arrow from [*] only shows that the machine begins in “a”"]
        )
    }

    @Test func `a start alone is nothing`() throws {
        let chart = try DiagramLanguage.read(
            "stateDiagram-v2\n[*] --> a\nstate a {\n[*]\n}\na --> b : go",
            named: "a.mmd"
        )
        #expect(chart.root.transitionLines == ["a: go -> b"])
    }

    @Test func `a label in parentheses is a remark`() throws {
        try expect(
            "[*] --> a\na --> b : (should be rare)",
            ["a: b -> b"],
            notes: ["“(should be rare)” is a remark and not an event", "the event is named after the target"]
        )
    }

    @Test func `a second arrow from the start is noted`() throws {
        for chart in try charts("[*] --> a\n[*] --> b\na --> b : go") {
            #expect(
                chart.notes.map(\.meaning) == ["the machine can also begin in “b”, so it has several initial states"]
            )
        }
    }

    @Test func `an arrow between spaces begins an action`() throws {
        try expect(
            "[*] --> a\na --> b : late → beep, blink\nb --> a : from a -> b",
            ["a: late / beep, blink -> b", "b: from a -> b -> a"],
            notes: [
                "“late → beep, blink” is the event “late” with an action",
                "the arrow in “from a -> b” is a part of the event's name",
            ]
        )
    }

    @Test func `without an arrow from the start, the machine begins where most states can be reached`() throws {
        for chart in try charts("b --> c : go\na --> b : open\nd --> c : x") {
            #expect(chart.root.initial?.targets == ["a"])
        }
        for chart in try charts("a --> b : go\nb --> a : back") { #expect(chart.root.initial == nil) }
    }

    // MARK: Words

    @Test func `a comma in a sentence is a part of the event's name`() throws {
        try expect(
            "[*] --> a\na --> b : failure, attempts left",
            ["a: failure, attempts left -> b"],
            notes: ["the comma in “failure, attempts left” is a part of the event's name"]
        )
        try expect("[*] --> a\na --> b : back, home", ["a: back -> b", "a: home -> b"])
        try expect(
            "[*] --> a\na --> b : hang up, time out\nb --> a : time out",
            ["a: hang up -> b", "a: time out -> b", "b: time out -> a"],
            notes: ["“hang up, time out” is read as the events “hang up” and “time out”"]
        )
        try expect("[*] --> a\na --> b : hang up, after 5 s", ["a: hang up -> b", "a: after 5s in a -> b"])
    }

    @Test func `events that differ only in case are one event`() throws {
        try expect(
            "[*] --> a\na --> b : Go back\nb --> a : go back",
            ["a: Go back -> b", "b: Go back -> a"],
            notes: ["line 4: “go back” is the event “Go back”"]
        )
    }

    @Test(arguments: ["entry: ring", "on entry / ring", "Entry : ring"])
    func `other spellings of entry are read, with a note`(text: String) throws {
        for chart in try charts("[*] --> a\na --> b : go\na : \(text)") {
            #expect(chart.root.children[0].entryActions == ["ring"])
            #expect(ChartNote.report(chart.notes) == ["note: line 4: “\(text)” is read as “entry / ring”"])
        }
    }

    // MARK: Choices

    @Test func `one event that leads to several states is a choice with guards`() throws {
        try expect(
            "[*] --> Draft\nDraft --> Accepted : submit\nDraft --> Rejected : submit",
            ["Draft: submit [to Accepted] -> Accepted", "Draft: submit -> Rejected"],
            notes: ["line 4: “submit” leads to “Accepted” and “Rejected”, so it is a choice"]
        )
        try expect(
            "[*] --> a\na --> b : go [x]\na --> c : go\na --> d : go\na --> e : go [else]",
            [
                "a: go [x] -> b", "a: go [to c] -> c", "a: go [to d] -> d",
                "a: go -> e",
            ],
            notes: ["“go” leads to “c” and “d”"]
        )
    }

    // MARK: Beginnings and forks

    @Test func `words on the arrow from the start are not an event`() throws {
        try expect(
            "[*] --> Draft : create\nDraft --> Sent : send",
            ["Draft: send -> Sent"],
            notes: [
                "line 2: “create” is not an event: the arrow from [*] only shows that the machine begins in “Draft”"
            ]
        )
    }

    @Test func `a choice at the start gives the machine several initial states`() throws {
        for chart in try charts(
            "state c <<choice>>\n[*] --> c : open\nc --> a : new\nc --> b : known\nc --> [*] : bad\na --> b : go"
        ) {
            #expect(chart.root.initial?.targets == ["a"])
            #expect(chart.otherBeginnings.map(\.targets) == [["b"]])
            #expect(
                chart.notes.contains {
                    $0.meaning.contains("begins in “a” if “new”, in “b” if “known”, not at all if “bad”")
                }
            )
        }
    }

    @Test func `states with the stereotypes start and end are the start and an end`() throws {
        for chart in try charts(
            "state s <<start>>\nstate e <<end>>\nstate c <<choice>>\ns --> a\na --> e : go\na --> c : stop"
        ) {
            #expect(chart.root.initial?.targets == ["a"])
            #expect(chart.root.children.map(\.kind) == [.final, .atomic, .atomic])
            #expect(chart.notes.map(\.meaning) == ["no arrow leaves “c”, so it is a state and not a choice"])
        }
    }

    @Test func `the branches of a fork are regions, which a join collects`() throws {
        let fork = """
            state f <<fork>>
            [*] --> f
            f --> Pack
            f --> Pay
            state j <<join>>
            Pack --> j
            Pay --> Paid : pay
            Paid --> j : confirm
            j --> Sent
            """
        for chart in try charts(fork) {
            let state = try #require(chart.root.children.first)
            #expect(state.id == "f" && state.kind == .parallel)
            #expect(chart.root.initial?.targets == ["f"])
            #expect(chart.root.children.map(\.id) == ["f", "Sent"])
            #expect(
                state.transitionLines == [
                    "f: done.state.f -> Sent", "Pack: Pack done -> fEnd", "Pay: pay -> Paid", "Paid: confirm -> fEnd_2",
                ]
            )
            #expect(Set(chart.notes.map(\.position.line)) == [2, 7])
            var machine = ChartInterpreter(chart)
            for event in ["pay", "Pack done", "confirm"] { _ = machine.handle(event) }
            #expect(machine.leaves == ["Sent"])
        }
    }

    // MARK: Spelling

    @Test func `keywords have any case, and comments and titles have any place`() throws {
        let text = """
            \u{FEFF}---
            title: Lamp
            ---
            StateDiagram-V2
            %%{init: {
              "theme": "dark"
            }}%%
            # a comment
            accTitle: Lamp
            accDescr {
              A lamp that --> is not an arrow.
            }
            Direction LR
            State Idle
            State C <<Choice>>
            [*] --> Idle; %% the beginning
            Idle --> Busy : start;
            Idle --> state : other
            Note Right Of Idle : hi
            note left of Busy
            text
            End Note
            ClassDef big fill:#fff
            Class Idle big
            Busy --> C : check
            C --> Idle : [ok]
            C --> Busy
            """
        let chart = try DiagramLanguage.read(text, named: "lamp.mmd")
        #expect(chart.name == "Lamp")
        #expect(
            chart.root.transitionLines == [
                "Idle: start -> Busy", "Idle: other -> state", "Busy: check [ok] -> Idle",
                "Busy: check -> Busy",
            ]
        )
        #expect(chart.root.children[0].notes == ["hi"])
    }

    @Test func `PlantUML's frames, styles and names in quotation marks are read`() throws {
        let text = """
            @StartUML
            mainframe Lamp
            <style>
            stateDiagram { FontSize 10 }
            </style>
            legend top left
            | color | meaning |
            endlegend
            State "Waiting for input"
            state Empty {
            }
            state Other {}
            [*] --up-> "Waiting for input"
            "Waiting for input" -[hidden]-> Empty
            "Waiting for input" --Down[#red]--> Empty : **go** on
            Empty -> Other : <color:red>stop</color>
            note "free" as N
            N .. Empty
            note left
            text
            EndNote
            title
            Two lines
            end title
            @enduml
            """
        let chart = try DiagramLanguage.read(text, named: "lamp.puml")
        #expect(chart.root.children.map(\.kind) == [.atomic, .atomic, .atomic])
        #expect(chart.root.transitionLines == ["Waiting for input: go on -> Empty", "Empty: stop -> Other"])
    }

    @Test func `an arrow of a state may be in the state's own braces`() throws {
        let text = """
            @startuml
            state "controller" as controller {
              controller : **entry** / stop()
              controller --> off : **power_off**
              [*] --> closed
              state "door closed" as closed {
                closed --> opened : **door_opened**
              }
              state opened
              opened --> closed : **door_closed** [x > 3] / beep()
            }
            state off
            @enduml
            """
        let chart = try DiagramLanguage.read(text, named: "a.puml")
        #expect(chart.root.children.map(\.id) == ["controller", "off"])
        #expect(chart.root.children[0].children.map(\.id) == ["closed", "opened"])
        #expect(chart.root.children[0].entryActions == ["stop()"])
        #expect(
            chart.root.transitionLines == [
                "controller: power_off -> off", "closed: door_opened -> opened",
                "opened: door_closed [x > 3] / beep() -> closed",
            ]
        )
    }

    @Test func `a line separator in a label does not end its line`() throws {
        for chart in try charts("[*] --> a\na --> b : go\u{2028}on") {
            #expect(chart.root.transitionLines == ["a: go\u{2028}on -> b"])
            let source = try MachineWriter(chart, module: "Sample").sources().map(\.value).joined()
            #expect(source.contains("case goOn"), "\(source)")
        }
    }
}
