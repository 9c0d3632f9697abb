import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// All errors of a diagram at once, parameters in labels, and names that comments choose.
@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidErrorListTests {
    private func error(_ text: String) throws -> ChartError {
        try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + text) }
    }

    @Test func `all errors are reported in the order of their lines, with a line to write instead`() throws {
        let text = """
            [*] --> Cart
            Cart -> Paid
            {bad}
            Cart --> Paid : go [x
            state Paid <<shape>> {
            Packing --> [*]
            }
            """
        #expect(
            try error(text).report(of: "shop.mmd") == """
                shop.mmd: line 3, column 1: “->” is not an arrow of a state diagram; expected -->
                    write instead: Cart --> Paid
                shop.mmd: line 4, column 1: “{bad}” is not valid; expected a state, an arrow “a --> b : event”, or a note
                shop.mmd: line 5, column 1: the brackets of “go [x” do not match; expected event [guard] / action
                    understood: an arrow from “Cart” to “Paid” with the label “go [x”
                    write instead: Cart --> Paid : go [x]
                shop.mmd: line 6, column 1: <<shape>> is not supported; expected <<choice>>, <<fork>> or <<join>>
                    understood: the declaration of the state “Paid” as <<shape>>, with states inside it
                """
        )
    }

    @Test(arguments: ["a : entry y] / x", "a --> b : go\nstate b <<choice>>\nb --> c : [x\nb --> d"])
    func `where no label of an arrow is wrong, no line is proposed`(text: String) {
        #expect((try? error(text))?.instead == nil)
    }

    @Test(arguments: [
        ("[x] go [y]", "a --> b : event [guard] / action"), ("go [x && ]", nil), ("go []", nil),
        ("go [[x", "a --> b : event [guard] / action"),
    ])
    func `a line to write instead is one that can be written`(label: String, instead: String?) throws {
        let error = try error("a --> b : \(label)")
        #expect(error.instead == instead, "\(error)")
        if let instead { _ = try MermaidReader.read("stateDiagram-v2\n\(instead)") }
    }

    @Test(arguments: [
        ("p(x: int)", "the type “int” of the parameter “x” does not exist in Swift", "p(x: Int)"),
        ("p(x: Int, ok: boolean) [y] / z", "the type “boolean” of the parameter “ok”", "p(x: Int, ok: Bool) [y] / z"),
        ("p(x y: Int)", "“x y” is not a name for a parameter in Swift", "p(xY: Int)"),
        ("p(Int)", "a parameter of “p” has no name", "p(value: Int)"),
        ("p(x: Int, x: Bool)", "two parameters have the name “x”", nil),
        ("p(x: Int, y)", "the parameter “y” has no type", nil), ("p(x:)", "the parameter “x” has no type", nil),
        ("p(x: int, y: string,)", "the type “int” of the parameter “x”", "p(x: Int, y: String)"),
        ("p(x y: int, z: Card)", "“x y” is not a name for a parameter in Swift", "p(xY: Int, z: Card)"),
        ("p(x y: Int, z)", "“x y” is not a name for a parameter in Swift", nil),
        ("p(x y: Int, xY: Int)", "“x y” is not a name for a parameter in Swift", nil),
        ("p(x_y: Int, xY: Int)", "two parameters have the name “xY”", nil),
    ])
    func `a mistake in a list of parameters is an error`(label: String, problem: String, instead: String?) throws {
        let error = try error("a --> b : \(label)")
        #expect(error.problem.hasPrefix(problem), "\(error)")
        guard let instead else { return }
        #expect(error.instead == "a --> b : \(instead)")
        _ = try MermaidReader.read("stateDiagram-v2\n\(error.instead ?? "")")
    }

    @Test(arguments: [
        "p (at 5:00)", "p(x)", "p(x, y)", "p(x: Float)", "p(x: [String: Int], y: Result<A, B>)", "p()", "(x: int)",
        "p (time left: short)", "p (see also: chapter 5)", "p(x) (y)", "p(x: 5)", "p(done: Result<(Int) -> Void, E>)",
    ])
    func `other parentheses belong to the words of an event`(label: String) throws {
        let chart = try MermaidReader.read("stateDiagram-v2\na --> b : \(label)")
        #expect(chart.root.children[0].transitions[0].events == [EventDescriptor(label)])
        #expect(chart.parameters.isEmpty)
    }

    @Test func `names of parameters become names in Swift, and a comma may end the list`() throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\n%% action: \"x\" = write_down\na --> b : approve(all) (user_id: Int, state: Bool,) / x"
        )
        #expect(
            chart.parameters == ["approve(all)": [Chart.Parameter("userId", .int), Chart.Parameter("state_", .bool)]]
        )
        #expect(chart.namings.map(\.name) == ["writeDown"])
    }

    @Test(arguments: [
        ("a ---> b : go", "the arrow has more than two dashes", "a --> b : go"),
        ("a --> b go on", "a colon is missing between the arrow's target and “go on”", "a --> b : go on"),
        ("a --> : go", "one end of the arrow has no state", nil),
        ("--> b : go", "one end of the arrow has no state", nil),
        ("---> b : go", "one end of the arrow has no state", nil),
        ("a ---> b go", "the arrow has more than two dashes", "a --> b : go"),
        ("a --> b --> c", "the line contains two arrows", nil),
        ("a --> b {", "“b {” is not valid", nil),
    ])
    func `an arrow with a slip is an error that shows the arrow`(line: String, problem: String, instead: String?) throws
    {
        let error = try error(line)
        #expect(error.problem == problem && error.instead == instead, "\(error)")
        if let instead { _ = try MermaidReader.read("stateDiagram-v2\n\(instead)") }
    }

    @Test(arguments: [
        ("a -> b : go", "->", "a --> b : go"), ("[*] ->> b", "->>", "[*] --> b"),
        ("a ==> b : x [y]", "==>", "a --> b : x [y]"), ("a => b", "=>", "a --> b"), ("a → b : c", "→", "a --> b : c"),
    ])
    func `an arrow of another kind of diagram is refused with the line to write`(
        line: String,
        arrow: String,
        instead: String
    ) throws {
        #expect(
            try error(line).description == """
                line 2, column 1: “\(arrow)” is not an arrow of a state diagram; expected -->
                    write instead: \(instead)
                """
        )
    }

    @Test func `the text about a state may have an arrow in it`() throws {
        let chart = try MermaidReader.read("stateDiagram-v2\na : from here -> there\na --> b : go")
        #expect(chart.root.children.map(\.label) == ["from here -> there", nil])
    }

    @Test func `parameters that the machine does not keep are named`() throws {
        let text = """
            stateDiagram-v2
            a --> b : pay(amount: Int, by: String) [ok]
            b --> a : toggle(isOn: Bool) [isOn]
            b --> b : turn(level: Double)
            """
        #expect(
            try MachineWriter(try MermaidReader.read(text), module: "M").parameterNotes == [
                "note: the machine does not keep the parameters of `pay(amount:by:)`, `turn(level:)`; "
                    + "to keep a value, add it to the payload of a state or of an action"
            ]
        )
        let none = "stateDiagram-v2\na --> b : toggle(isOn: Bool) [isOn]\nb --> a : go"
        #expect(try MachineWriter(try MermaidReader.read(none), module: "M").parameterNotes == [])
    }

    @Test func `a transition that enters a state again is said to keep its activities`() throws {
        let text = """
            stateDiagram-v2
            a : do / load
            [*] --> a
            a --> a : again
            a --> b : go
            b --> a : back
            b : do / wait
            """
        #expect(
            try MachineWriter(try MermaidReader.read(text), module: "M").restartNotes == [
                "note: “again” can enter “a” again, but does not start the activity “load” again; "
                    + "to restart it, add a counter to the payloads of the state and the activity"
            ]
        )
    }

    @Test func `a slash without spaces is said to separate an event from its action`() throws {
        let text = "stateDiagram-v2\na --> b : play/pause\nb --> a : play/pause\na --> a : x/y()\nb --> b : set(1/2)"
        #expect(
            try MermaidReader.read(text).notes.map(\.meaning) == [
                "“play/pause” is the event “play” with an action", "“x/y()” is the event “x” with an action",
                "“play/pause” is the event “play” with an action",
            ]
        )
    }

    @Test func `the reader stops after 50 errors, and the report contains 20`() throws {
        let many = try error(String(repeating: "{bad}\n", count: 80) + (0..<80).map { "a\($0) -> b\n" }.joined())
        #expect(many.all.count == 50 && many.position.line == 2)
        let lines = many.report(of: "a.mmd").split(separator: "\n")
        #expect(lines.count == 21 && lines.last == "a.mmd: 30 more errors")
    }

    @Test func `parameters in a label become the payload of the event`() throws {
        let chart = try MermaidReader.read(
            "stateDiagram-v2\na --> b : paid(amount: Int, by : String) [x]\nb --> a : paid\nb --> b : set(now)"
        )
        #expect(chart.parameters == ["paid": [Chart.Parameter("amount", .int), Chart.Parameter("by", .string)]])
        #expect(chart.root.children[1].transitions.map(\.events) == ["paid", "set(now)"].map { [EventDescriptor($0)] })
        let writer = try MachineWriter(chart, module: "Shop")
        let source = try #require(writer.sources()["ShopState.swift"])
        #expect(source.contains("case paid(amount: Int, by: String, x: Bool)"))
        #expect(source.contains("(.a, .paid(_, _, let x))"), "\(source)")
        #expect(source.contains(".paid(amount: 0, by: \"\", x: true)"))
        #expect(
            try #require(writer.tests()["ShopState+Diagram.swift"]).contains("case \"paid\": self = .paid(amount: 0, ")
        )
        #expect(writer.namingNotes == ["note: the event “set(now)” is called `setNow`"])
        #expect(
            try error("a --> b : p(x: Int)\nb --> a : p(x: Bool)").description.hasPrefix(
                "line 3, column 1: the event “p” has other parameters in line 2; expected p(x: Int)"
            )
        )
    }

    @Test func `a comment chooses the Swift name of a label`() throws {
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            %% event: this comment has no quotation marks
            %% event: "paid (amount)" = paid
            %% guard: "x > 3" = isLarge
            %% action: "tell “her”" = tell
            a --> b : paid (amount) [x > 3] / tell “her”
            """
        )
        let writer = try MachineWriter(chart, module: "Shop")
        let source = try #require(writer.sources()["ShopState.swift"])
        #expect(source.contains("case paid(isLarge: Bool)") && source.contains("case tell\n"), "\(source)")
        #expect(
            try #require(writer.tests()["ShopState+Diagram.swift"]).contains("case \"paid (amount)\": self = .paid(")
        )
        #expect(writer.namingNotes == [])
    }

    @Test(arguments: [
        (
            "%% event: \"go = x",
            "line 2, column 1: the label has no closing quotation mark; expected event: \"label\" = name"
        ),
        ("%% event: \"go\"", "the comment does not assign a name; expected event: \"go\" = name"),
        ("%% event: \"go\" = Go on", "“Go on” is not a name for a case in Swift; expected event: \"go\" = goOn"),
        ("%% guard: \"gone\" = x", "the comment names the guard “gone”, which is not in the diagram"),
        ("%% event: \"gone\" = x", "which is not in the diagram; expected event: \"go\" = x"),
        ("%% event: \"go\" = back", "“go” and “back” would both be `back` in Swift"),
    ])
    func `a comment that chooses no name is refused`(comment: String, message: String) throws {
        let error = try #require(throws: ChartError.self) {
            let text = "stateDiagram-v2\n\(comment)\na --> b : go\nb --> a : back"
            _ = try MachineWriter(MermaidReader.read(text), module: "Shop")
        }
        #expect("\(error)".contains(message), "\(error)")
    }
}
