import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// What people write on a whiteboard, and what becomes of it.
@Suite(.timeLimit(.minutes(1)), .computing) struct SketchTests {
    private func code(_ lines: String...) throws -> String {
        let chart = try MermaidReader.read("stateDiagram-v2\n" + lines.joined(separator: "\n"))
        return try MachineWriter(chart, module: "Sketch").sources().sorted { $0.key < $1.key }.map(\.value).joined()
    }

    private func refusal(_ lines: String...) -> String {
        let error = #expect(throws: ChartError.self) {
            let chart = try MermaidReader.read("stateDiagram-v2\n" + lines.joined(separator: "\n"))
            _ = try MachineWriter(chart, module: "Sketch")
        }
        return error.map { "\($0)" } ?? ""
    }

    @Test(arguments: [
        ("!door open || override", Condition.any([.not(.guard("door open")), .guard("override")])),
        ("wrong && tries < 3", .all([.guard("wrong"), .guard("tries < 3")])),
        ("not in stock", .not(.guard("in stock"))),
        (
            "(card valid or voucher) and !blocked",
            .all([.any([.guard("card valid"), .guard("voucher")]), .not(.guard("blocked"))])
        ),
        ("balance != 0", .guard("balance != 0")),
        ("isAbove(limit: 3) && ok", .all([.guard("isAbove(limit: 3)"), .guard("ok")])),
        ("In('a') && user's turn", .all([.isIn("a"), .guard("user's turn")])),
        ("3 tries left", .guard("3 tries left")),
    ])
    func `the names of guards between operators can have several words`(text: String, condition: Condition) throws {
        let label = try TransitionLabel("e [\(text)]", at: Position(line: 1, column: 1))
        #expect(label.condition == condition)
    }

    @Test func `operators that cannot be read are refused`() {
        #expect(refusal("[*] --> a", "a --> b : go [x && && y]").contains("the condition “x && && y” is not valid"))
    }

    @Test func `a state can have the name of a statement`() throws {
        let text = try code("direction LR", "[*] --> hide", "hide --> direction : go", "direction --> hide : back")
        #expect(text.contains("case (.hide, .go): self = .direction"), "\(text)")
        #expect(text.contains("case (.direction, .back): self = .hide"), "\(text)")
        #expect(refusal("[*] --> a", "* --> a : fail").contains("“*” is not valid"))
    }

    @Test func `operators in names are words, and a comment quotes them`() throws {
        let text = try code("[*] --> a", "a --> b : go [tries < 3] / hour + 1", "a --> c : go [tries > 5]")
        #expect(text.contains("case go(triesBelow3: Bool, triesAbove5: Bool)"), "\(text)")
        #expect(text.contains("/// - `triesBelow3`: “tries < 3”"), "\(text)")
        #expect(text.contains("/// “hour + 1”.\n        case hourPlus1"), "\(text)")
        #expect(SwiftName.lower("seconds === 0", kind: "guard") == "secondsIs0")
        #expect(SwiftName.lower("rssi > -80", kind: "guard") == "rssiAboveMinus80")
        #expect(SwiftName.lower("celsius < target - 0.5", kind: "guard") == "celsiusBelowTargetMinus0Point5")
        #expect(SwiftName.lower("two - factor", kind: "guard") == "twoFactor")
        #expect(SwiftName.lower("bytes is -1", kind: "guard") == "bytesIsMinus1")
        #expect(SwiftName.lower("-80 < rssi", kind: "guard") == "minus80BelowRssi")
        #expect(SwiftName.lower("x > -limit", kind: "guard") == "xAboveMinusLimit")
        #expect(SwiftName.lower("covid-19", kind: "event") == "covid19")
        #expect(SwiftName.lower("a -> b", kind: "event") == "aB")
        #expect(SwiftName.lower("cart => order", kind: "action") == "cartOrder")
        #expect(SwiftName.lower("log(level = debug)", kind: "action") == "logLevelIsDebug")
        #expect(SwiftName.lower("x = x - 1", kind: "action") == "setXToXMinus1")
        #expect(SwiftName.lower("level = -1", kind: "action") == "setLevelToMinus1")
        #expect(SwiftName.lower("x *= 2", kind: "action") == "multiplyXBy2")
        #expect(SwiftName.lower("compile C++", kind: "action") == "compileC")
        #expect(SwiftName.lower("tries += 1", kind: "action") == "increaseTriesBy1")
        #expect(SwiftName.lower("tries -= step", kind: "action") == "decreaseTriesByStep")
        #expect(SwiftName.lower("tries++", kind: "action") == "increaseTries")
        #expect(SwiftName.lower("tries = 0", kind: "action") == "setTriesTo0")
        #expect(SwiftName.lower("a == b", kind: "action") == "aIsB")
        #expect(SwiftName.lower("seconds !== 0", kind: "guard") == "secondsIsNot0")
    }

    @Test func `a guard that is the opposite of another is its negation`() throws {
        let text = try code(
            "[*] --> a",
            "a --> b : go [tries<3]",
            "a --> c : go [tries >= 3 && !(x == y)]",
            "a --> d : on [x != y]",
            "a --> b : on [x == y]"
        )
        #expect(text.contains("case go(triesBelow3: Bool, xIsY: Bool)"), "\(text)")
        #expect(text.contains("case on(xIsY: Bool)"), "\(text)")
        let chart = try MermaidReader.read(
            """
            stateDiagram-v2
            %% guard: "x > y" = more
            a --> b : go [x <= y]
            a --> c : go [x > y]
            a --> d : on [n = 0]
            a --> c : on [n ≠ 0 || m < 1]
            a --> c : off [n > 0]
            a --> b : off [valid, k < 3]
            a --> d : off [valid, k >= 3]
            state e <<choice>>
            c --> b : wrong [tries < 3]
            b --> e
            e --> c : [tries >= 3]
            e --> a
            """
        )
        #expect(
            chart.root.children[0].transitions.map(\.condition) == [
                .guard("x <= y"), .guard("x > y"), .guard("n = 0"), .any([.not(.guard("n = 0")), .guard("m < 1")]),
                .guard("n > 0"), .guard("valid, k < 3"), .guard("valid, k >= 3"),
            ]
        )
        // A transition without an event is taken after the actions, which may change the value.
        let checked = chart.root.children.first { $0.id == "b" }?.transitions.map(\.condition)
        #expect(checked == [.guard("tries >= 3"), nil])
    }

    @Test func `an event whose parameters have other types has the name of its words`() throws {
        let chart = try MermaidReader.read("stateDiagram-v2\n[*] --> a\na --> b : play card(card: Card, from: Hand)")
        let writer = try MachineWriter(chart, module: "Sketch")
        #expect(
            writer.namingNotes.first?.hasSuffix(
                "is called `playCard` and has no parameters, because their types are not Int, Double, String or Bool"
            ) == true
        )
        let text = try code("[*] --> a", "a --> b : play(card: Card)", "b --> a : play")
        #expect(text.contains("case playCardCard") && text.contains("case play\n"), "\(text)")
    }

    @Test func `parameters with known types are kept beside others`() throws {
        let chart = try MermaidReader.read("stateDiagram-v2\n[*] --> a\na --> b : play(card: Card, times: Int)")
        let writer = try MachineWriter(chart, module: "Sketch")
        #expect(
            writer.namingNotes == [
                "note: the event “play(card: Card, times: Int)” is called `play` without the parameter `card`, "
                    + "because its type is not Int, Double, String or Bool"
            ]
        )
        #expect(try code("[*] --> a", "a --> b : play(card: Card, times: Int)").contains("case play(times: Int)"))
        let named = try MermaidReader.read(
            "stateDiagram-v2\n%% event: \"play(card: Card)\" = deal\n[*] --> a\na --> b : play(card: Card)"
        )
        #expect(try MachineWriter(named, module: "Sketch").namingNotes.count == 1)
    }

    @Test func `the end of a composite state is called end, unless a state has this name`() throws {
        let end = try code("[*] --> On", "state On {", "[*] --> a", "a --> [*] : go", "}", "On --> Off")
        #expect(end.contains("case end\n") && end.contains("(.a, .go): self = .end"), "\(end)")
        let other = try code("[*] --> On", "state On {", "[*] --> end", "end --> [*] : go", "}", "On --> Off")
        #expect(other.contains("case end\n") && other.contains("case onEnd\n"), "\(other)")
    }

    @Test func `a guard with the name of a parameter of type Bool is this parameter`() throws {
        let text = try code(
            "[*] --> off",
            "off --> on : toggle(by: String, isOn: Bool) [isOn]",
            "off --> broken : toggle(by: String, isOn: Bool) [else]",
            "on --> off : push [isOn]",
            "on --> on : wait(by: Bool)"
        )
        #expect(text.contains("case toggle(by: String, isOn: Bool)\n"), "\(text)")
        #expect(text.contains("case push(isOn: Bool)\n"))
        #expect(text.contains("case (.off, .toggle(_, let isOn)):\n            if isOn {"), "\(text)")
        #expect(text.contains(".toggle(by: \"\", isOn: true), .toggle(by: \"\", isOn: false), .push(isOn: true)"))
        // A parameter that no guard reads has one sample.
        #expect(text.contains("case wait(by: Bool)") && !text.contains(".wait(by: true)"))
        // A name of another type stays apart.
        #expect(try code("[*] --> a", "a --> b : go(x: Int) [x]").contains("case go(x: Int, x_: Bool)"))
    }

    @Test func `a note says that a guard is not computed from a parameter`() throws {
        let chart = try MermaidReader.read("stateDiagram-v2\n[*] --> a\na --> b : pay(sum: Int) [sum > 3]")
        #expect(
            try MachineWriter(chart, module: "Sketch").guardNotes == [
                "note: `pay` has a separate value `sumAbove3` for the guard “sum > 3”; "
                    + "to decide by `sum`, replace the value with a comparison"
            ]
        )
    }

    @Test func `a note says where a machine begins if no arrow shows it`() throws {
        func notes(_ text: String) throws -> [String] {
            try MachineWriter(MermaidReader.read("stateDiagram-v2\n\(text)"), module: "Sketch").tree.beginningNotes
        }
        let arrows = "a --> b : go\n"
        #expect(
            try notes(arrows) == [
                "note: the machine begins in “a”, its first state, because no arrow from [*] shows where it begins"
            ]
        )
        #expect(try notes("[*] --> a\n\(arrows)").isEmpty)
        let inner = "[*] --> a\nstate b {\n c --> d : x\n}\n"
        #expect(try notes(inner + arrows).count == 1)
        // Nothing enters the state itself.
        #expect(try notes(inner + "a --> d : go").isEmpty)
        let regions = "[*] --> a\nstate b {\n c --> d : x\n --\n [*] --> e\n e --> f : y\n}\n"
        #expect(try notes(regions + arrows).map { $0.hasPrefix("note: region 1 of “b” begins in “c”") } == [true])
    }

    @Test func `the last of several guards that cover every case is not asked`() throws {
        let text = try code(
            "[*] --> a",
            "a --> b : go [valid]",
            "a --> c : go [!valid && known]",
            "a --> d : go [!valid && !known]"
        )
        #expect(
            text.contains(
                "} else if !valid && known {\n                self = .c\n            } else {\n                self = .d"
            ),
            "\(text)"
        )
    }

    @Test func `names that are equal in Swift are refused with a comment that chooses one`() {
        let error = refusal("[*] --> a", "a --> b : go-on", "b --> a : go on")
        #expect(error.contains("a comment can choose a name: event: \"go on\" = anotherName"), "\(error)")
    }
}
