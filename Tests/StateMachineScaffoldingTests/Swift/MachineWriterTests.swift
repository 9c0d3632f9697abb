import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct MachineWriterTests {
    private func write(_ diagram: String, as name: String = "Machine") throws -> MachineWriter {
        let notation = "%% labels: event [guard] / action, one per line"
        return try MachineWriter(MermaidReader.read("stateDiagram-v2\n\(diagram)\n\(notation)"), module: name)
    }

    @Test func `a flat machine is an enum and one switch over all pairs`() throws {
        let files = try write(
            "[*] --> closed\nclosed --> open : open [is unlocked]\nopen --> closed : close",
            as: "Door"
        ).sources()
        #expect(files.keys.sorted() == ["DoorState.swift"])
        let text = try #require(files["DoorState.swift"])
        let expected = """
                public mutating func handleEvent(_ event: Event) throws(Refusal) {
                    switch (self, event) {
                    case (.closed, .open(let isUnlocked)):
                        guard isUnlocked else { throw .isNotUnlocked }
                        self = .open
                    case (.closed, .close): throw .invalid

                    case (.open, .close): self = .closed
                    case (.open, .open): throw .invalid
                    }
                }
            """
        #expect(text.contains(expected), "\(text)")
        #expect(text.contains("[.open(isUnlocked: true), .open(isUnlocked: false), .close]"))
    }

    @Test func `a guard that does not hold is the reason of the rejection, unless another was tried`() throws {
        let shop = try write(
            """
            [*] --> cart
            cart --> paid : pay [in stock]
            cart --> cart : add [not full]
            cart --> left : leave [door open]
            cart --> waiting : leave [guard asleep]
            """,
            as: "Shop"
        )
        let text = try #require(shop.sources()["ShopState.swift"])
        #expect(text.contains("guard inStock else { throw .notInStock }"), "\(text)")
        #expect(text.contains("guard !full else { throw .full }"), "\(text)")
        #expect(text.contains("/// The guard “in stock” does not hold.\n        case notInStock"), "\(text)")
        #expect(text.contains("/// The guard “full” holds.\n        case full"), "\(text)")
        let tests = try #require(shop.tests()["ShopStateTests.swift"])
        #expect(tests.contains("#expect(throws: ShopState.Refusal.self"))
    }

    @Test func `a guard of an outer state is no reason if an inner state has tried one before`() throws {
        let files = try write(
            """
            [*] --> shop
            state shop {
            open --> sold : buy [in stock]
            }
            shop --> paid : buy [is member]
            """
        ).sources()
        let text = files.values.joined()
        #expect(!text.contains("isNotMember"), "\(text)")
        #expect(text.contains("throw .notInStock"), "\(text)")
    }

    @Test func `regions that cannot conflict keep the reason of the one that has one`() throws {
        let files = try write(
            "[*] --> p\nstate p {\na --> b : e [x]\n--\nc --> d : e\n}\np --> q : f"
        ).sources()
        let text = files.values.joined()
        let offer = "try Regions.offer(rejectedAs: { $0.first { $0 != .invalid } ?? Refusal.invalid }) { offer in"
        #expect(text.contains(offer), "\(text)")
        #expect(text.contains("offer(event, to: &pRegion1, rejectedAs: { $0 })"), "\(text)")
    }

    @Test func `what a composite state handles for all its children comes out once`() throws {
        let text =
            try write("[*] --> on\nstate on {\n[*] --> a\na --> b : next\n}\non --> off : stop").sources()[
                "MachineState.swift"
            ] ?? ""
        let expected = """
                    case .on(var on):
                        switch event {
                        case .stop: self = .off
                        case .next:
                            defer { self = .on(on) }
                            try on.handleEvent(event)
                        }
            """
        #expect(text.contains(expected), "\(text)")
    }

    @Test func `regions that cannot conflict are offered the event, others are one walk`() throws {
        let regions = "state p {\na --> b : e\n--\nc --> d : e\n}\n"
        let independent = try write("[*] --> p\n" + regions + "p --> q : f").sources()["MachineState.P.swift"] ?? ""
        #expect(independent.contains("offer(event, to: &pRegion1)"), "\(independent)")
        let conflicting = try write("[*] --> p\n" + regions + "d --> q : e").sources()["MachineState.swift"] ?? ""
        #expect(!conflicting.contains("offer"), "\(conflicting)")
        #expect(conflicting.contains("switch p.pRegion1"), "\(conflicting)")
    }

    @Test func `a state that begins with its history goes on where it was, and the machine begins without one`() throws
    {
        let chart = try SCXMLReader.read(
            """
            <scxml initial='on'>
              <state id='on' initial='h'><history id='h'><transition target='a'/></history>
                <state id='a'><transition event='next' target='b'/></state><state id='b'/>
                <transition event='stop' target='off'/></state>
              <state id='off'><transition event='go' target='on'/></state>
            </scxml>
            """
        )
        let text = try MachineWriter(chart, module: "Machine").sources()["MachineState.swift"] ?? ""
        #expect(text.contains("var state = State.on(.a)"), "\(text)")
        #expect(text.contains("state = .on(onHistory ?? .a)"), "\(text)")
    }

    @Test(arguments: [
        // What is active stays so, or does not, depending on what is stored.
        ("<history id='h' type='deep'><transition target='a'/></history>", "leads to the history of that state"),
        ("<history id='h'><transition target='a'/></history>", nil),
    ])
    func `a transition to the history of a state around it is written if it always leaves the same states`(
        history: String,
        refusal: String?
    ) throws {
        let chart = try SCXMLReader.read(
            """
            <scxml>
              <state id='p'>\(history)<state id='a'/>
                <state id='b'><state id='c'><transition event='e' target='h'/></state></state></state>
            </scxml>
            """
        )
        guard let refusal else { return #expect(try !MachineWriter(chart, module: "Machine").sources().isEmpty) }
        let error = try #require(throws: ChartError.self) { _ = try MachineWriter(chart, module: "Machine") }
        #expect("\(error)".contains(refusal), "\(error)")
    }

    @Test func `no switch has a wildcard`() throws {
        let text = try write("[*] --> p\nstate p {\na --> b : e / x\n--\nc --> q : e\n}\np --> q : f").sources().values
            .joined()
        #expect(!text.contains("default:") && !text.contains("case _") && !text.contains("(_, "))
    }

    @Test func `a property says whether a state is active only if a condition asks for that state`() throws {
        let chart = try SCXMLReader.read(
            """
            <scxml><parallel id='p'>
              <state id='r'><state id='a'><transition event='e' target='ab'/></state><state id='ab'/></state>
              <state id='s'><state id='c'><transition event='e' cond="In('ab')" target='d'/></state><state id='d'/></state>
            </parallel></scxml>
            """
        )
        let text = try MachineWriter(chart, module: "Machine").sources()["MachineState.swift"] ?? ""
        #expect(text.contains("before.isInAb") && text.contains("var isInAb: Bool"), "\(text)")
        #expect(!text.contains("var isInA: Bool"), "\(text)")
    }

    @Test func `names that Swift does not allow are mapped, and the comment has a different original`() throws {
        let text =
            try write("[*] --> default\ndefault --> s2 : 2 x\ns2 --> default : HTTP error").sources()[
                "MachineState.swift"
            ]
            ?? ""
        #expect(text.contains("case `default`") && text.contains("self = .s2"), "\(text)")
        #expect(text.contains("/// “2 x”.\n        case event2X") && text.contains("case httpError"), "\(text)")
    }

    @Test(arguments: [
        ("a --> b : go on\nb --> a : goOn", "line 3, column 1: “go on” and “goOn” would both be `goOn` in Swift"),
        (
            "a --> b : e [is late]\nb --> a : e [isLate]",
            "line 3, column 1: “is late” and “isLate” would both be `isLate`"
        ),
        ("a --> b : e / go on\nb --> a : e / goOn", "line 3, column 1: “go on” and “goOn” would both be `goOn`"),
        ("a --> b : e\na : do / go on\nb : do / goOn", "line 4, column 1: “go on” and “goOn” would both be `goOn`"),
        ("my-state --> myState : e", "“my-state” and “myState” would both be `myState` in Swift"),
        (
            "state machine-state {\na --> b : e\n}",
            "“Machine” and “machine-state” would both be `MachineState` in Swift"
        ),
    ])
    func `a collision names both`(diagram: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try write(diagram) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `a name that is no name of a type is refused`() throws {
        for name in ["checkout", "2D", "My Module", "", "Any"] {
            #expect(throws: ChartError.self) { _ = try write("a --> b : e", as: name) }
        }
    }

    @Test(arguments: [
        ("<transition target='b'/>", "<transition target='a'/>", "can form an endless loop"),
        ("<transition cond='isLate'/>", "<transition event='e'/>", "would be taken forever"),
        (
            "<transition cond='isLate' target='b'/>", "<transition event='e'/>",
            "no event comes before this transition, so nothing determines whether the guard “isLate” is true"
        ),
    ])
    func `what cannot be written is refused in words`(first: String, second: String, message: String) throws {
        let text = "<scxml><state id='a'>\(first)</state><state id='b'>\(second)</state></scxml>"
        let error = try #require(throws: ChartError.self) {
            _ = try MachineWriter(SCXMLReader.read(text), module: "Machine")
        }
        #expect("\(error)".contains(message), "\(error)")
    }

    /// Only the events after which the transition can follow have its guard.
    @Test func `a guard of a transition without an event is in the events before it`() throws {
        let writer = try write(
            """
            [*] --> a
            a --> b : [isLate] / warn
            a --> c : e
            c --> a : f
            b --> c : g
            b --> b : k
            """
        )
        let text = writer.sources()["MachineState.swift"] ?? ""
        for line in ["case e\n", "case f(isLate: Bool)", "case g\n", "case k\n"] {
            #expect(text.contains(line), "\(line) is not in \(text)")
        }
        #expect(text.contains("if event.isLate {"))
        #expect(text.contains("case .f(let isLate): isLate"))
        #expect(text.contains("case .e, .g, .k, nil: false"))
    }

    @Test func `guards of transitions without an event have one value, which is false at the beginning`() throws {
        let writer = try write("[*] --> a\na --> b : [isFull]\na --> a : add [isFull] / warn\nb --> a : clear")
        #expect(
            writer.guardNotes == [
                "note: before the first event, the guard “isFull” of a transition without an event is false",
                "note: the guard “isFull” of “add” also decides about a transition without an event; "
                    + "it has one value for both, so use two names if the action changes it",
            ]
        )
    }

    @Test func `a guard with the name of a parameter gets another name`() throws {
        let writer = try write("[*] --> a\na --> b : paid(amount: Int)\nb --> c : [amount]")
        let text = writer.sources()["MachineState.swift"]
        #expect(text?.contains("case paid(amount: Int, amount_: Bool)") == true, "\(text ?? "")")
    }

    @Test func `states that nothing leads to are named, and those that are only passed are none of them`() throws {
        let lost = "[*] --> a\na --> b : e\nb --> a : f\nc --> d : e\nstate d {\n[*] --> i\ni --> k : f\n}"
        #expect(try write(lost).unreachedStates == ["c", "d"])
        let passed = "[*] --> a\na --> d : e\nstate d {\n[*] --> i\ni --> [*] : f\n}\nd --> a"
        #expect(try write(passed).unreachedStates == [])
    }

    @Test func `states that are only passed are listed, whether their step always happens or not`() throws {
        func passing(_ diagram: String) throws -> String? {
            let lines = try write(diagram).sources()["MachineState.swift"]?.split(separator: "\n") ?? []
            return lines.firstIndex { $0.contains("var passingStates: [MachineState] {") }
                .map { String(lines[$0 + 1].drop { $0 == " " }) }
        }
        let end = "[*] --> a\na --> d : e\nstate d {\n[*] --> i\ni --> [*] : f\n}\nd --> a"
        #expect(try passing(end) == "[.d(.end)]")
        #expect(try passing("[*] --> a\na --> b : e\nb --> c : [isFull]\nb --> a : [not isFull]") == "[.b]")
        #expect(try passing("[*] --> a\na --> b : e\nb --> a : [isFull]") == nil)
        #expect(try passing("[*] --> a\na --> b : e") == nil)
        let regions = """
            [*] --> p
            state p {
            [*] --> a
            a --> b : e
            b --> a : [isFull]
            b --> a : [not isFull]
            --
            [*] --> x
            x --> y : f
            }
            """
        #expect(try passing(regions) == "[.init(pRegion1: .b, pRegion2: .x)]")
        // Too many states to explore.
        let circles = (0..<3).map { circle in
            "[*] --> s\(circle)0\n"
                + (0..<8).map { "s\(circle)\($0) --> s\(circle)\(($0 + 1) % 8) : e\(circle)" }.joined(separator: "\n")
        }
        let large =
            "[*] --> a\na --> b : e\nb --> p : [isFull]\nb --> p : [not isFull]\nstate p {\n"
            + circles.joined(separator: "\n--\n") + "\n}"
        #expect(try write(large).tests()["MachineStateTests.swift"]?.contains("/// The first ") == true)
        #expect(try passing(large) == "[.b]")
    }

    @Test func `regions inside regions take no longer with each of them than what they have`() throws {
        for history in ["", "<history id='h'><transition target='r0'/></history>"] {
            let depth = 22
            let opening = (0..<depth).map { "<parallel id='p\($0)'>\($0 == 0 ? history : "")<state id='r\($0)'>" }
                .joined()
            let closing = (0..<depth).reversed().map {
                "</state><state id='s\($0)'><state id='t\($0)'/></state></parallel>"
            }
            let chart = try SCXMLReader.read(
                "<scxml>\(opening)<state id='a'><transition event='e' target='b'/></state><state id='b'/>\(closing.joined())</scxml>"
            )
            #expect(try !MachineWriter(chart, module: "Machine").sources().isEmpty)
        }
    }

    @Test func `a run is replayed in the words of the diagram`() throws {
        let text = "[*] --> idle now\nidle now --> b : go on [has time, ok] / ring\nb --> [*] : the end"
        let tests = try write(text.replacing("idle now", with: "idle")).tests()["MachineStateTests.swift"] ?? ""
        let run = """
                @Test func `a run in the words of the diagram`() throws {
                    var machine = MachineState.initialStates[0]
                    func send(_ event: String, _ guards: Set<String> = []) throws -> [String] {
                        let event = try #require(MachineState.Event(diagramEvent: event, guards: guards))
                        return try machine.handleEvent(event).map(\\.diagramAction)
                    }
                    #expect(machine.diagramStates == ["idle"])
                    #expect(try send("go on", ["has time, ok"]) == ["ring"])
                    #expect(machine.diagramStates == ["b"])
                    #expect(try send("the end") == [])
                    #expect(machine.diagramStates == ["end"])
                }

            """
        #expect(tests.contains(run), "\(tests)")
        let plain = try write("[*] --> a\na --> b : go").tests()["MachineStateTests.swift"] ?? ""
        #expect(plain.contains("        func send(_ event: String) throws {\n"), "\(plain)")
        #expect(plain.contains("        try send(\"go\")\n"), "\(plain)")
    }

    @Test func `the replayed run is long, even if the first event ends the machine`() throws {
        let text = "[*] --> a\na --> [*] : stop\na --> b : go\nb --> a : back\nb --> c : on\nc --> [*] : stop"
        let tests = try write(text).tests()["MachineStateTests.swift"] ?? ""
        #expect(tests.matches(of: #/try send\("(.*)"\)/#).map(\.1) == ["go", "on", "stop"], "\(tests)")
    }

    @Test func `in XState, states with the same key keep it in Swift, and types of composites have the path`() throws {
        let text = """
            {"id":"m","initial":"p","states":{"p":{"type":"parallel","states":{
              "email":{"initial":"open","states":{"open":{"on":{"mail":"done"}},"done":{"type":"final"}}},
              "phone":{"initial":"open","states":{"open":{"on":{"call":"form"}},
                "form":{"initial":"a","states":{"a":{"on":{"ok":"#m.p.phone.done"}}}},"done":{"type":"final"}}}},
              "onDone":"form"},"form":{"initial":"a","states":{"a":{"on":{"x":"b"}},"b":{}}}}}
            """
        let files = try MachineWriter(DiagramLanguage.read(text, named: "m.json"), module: "Sign").sources()
        #expect(files["SignState.Email.swift"]?.contains("        case open\n        case done\n") == true)
        #expect(
            files["SignState.Phone.swift"]?.contains(
                "        case open\n        case form(PhoneForm)\n        case done\n"
            ) == true,
            "\(files)"
        )
        #expect(files["SignState.swift"]?.contains("    case form(Form)\n") == true)
    }

    @Test func `the table has every reachable state with every event that it handles`() throws {
        let tests = try write("[*] --> a\na --> b : e\nb --> a : f / x()").tests()["MachineStateTests.swift"] ?? ""
        let rows = tests.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("Pair(") }
        #expect(rows == ["Pair(.a, .e, .b),", "Pair(.b, .f, .a, performing: [.x]),"])
    }
}
