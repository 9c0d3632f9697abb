import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct MachineJSONReaderTests {
    static func document(_ states: String, _ transitions: String, version: Int = 2) -> String {
        """
        {"version": \(version), "name": "Lamp", "states": [\(states)],
         "events": [{"id": "go", "name": "go(\\u0022x\\u0022)", "path": ["go"]}],
         "transitions": [\(transitions)]}
        """
    }

    static func state(_ id: String, _ path: String, isInitial: Bool = false, isFinal: Bool = false) -> String {
        """
        {"id": "\(id)", "name": "\(id)", "path": [\(path)], "isInitial": \(isInitial), "isFinal": \(isFinal), "isCut": false,
         "activities": ["light"]}
        """
    }

    @Test func `reads states inside others, and transitions`() throws {
        let states = [
            Self.state("off", "\"off\"", isInitial: true), Self.state("on_dim", "\"on\", \"dim\""),
            Self.state("end", "\"end\"", isFinal: true),
        ]
        let transitions =
            "{\"source\": 0, \"event\": 0, \"target\": 1, \"output\": \"click\"}, {\"source\": 1, \"event\": 0, \"target\": 2}"
        let chart = try MachineJSONReader.read(Self.document(states.joined(separator: ","), transitions))
        #expect(chart.name == "Lamp")
        #expect(chart.root.children.map(\.id) == ["off", "on", "end"])
        #expect(chart.root.children[1].children.map(\.id) == ["on_dim"])
        #expect(chart.root.children[0].transitions[0].targets == ["on_dim"])
        #expect(chart.root.children[0].transitions[0].actions == ["click"])
        #expect(chart.root.children[0].activities == ["light"])
        #expect(chart.root.children[2].kind == .final)
        #expect(try !MachineWriter(chart, module: "Lamp").sources().isEmpty)
    }

    @Test(arguments: [
        ("click", ["click"]), ("[]", []), ("[show, send(1, 2)]", ["show", "send(1, 2)"]),
        ("[say(\\\"a, b\\\")]", ["say(\"a, b\")"]), ("[\\\"a, b\\\", c]", ["\"a, b\"", "c"]),
        ("[[a, b], c]", ["[a, b]", "c"]), ("[x", ["[x"]), ("x]", ["x]"]), ("[ a , , b ]", ["a", "b"]),
    ])
    func `an output that is a list is as many actions`(output: String, actions: [String]) throws {
        let transitions = "{\"source\": 0, \"event\": 0, \"target\": 0, \"output\": \"\(output)\"}"
        let chart = try MachineJSONReader.read(
            Self.document(Self.state("a", "\"a\"", isInitial: true), transitions)
        )
        #expect(chart.root.children[0].transitions[0].actions == actions)
    }

    @Test func `a machine may begin in several states`() throws {
        let states = ["a", "b", "c"].map { Self.state($0, "\"\($0)\"", isInitial: $0 != "b") }
        let transitions = "{\"source\": 0, \"event\": 0, \"target\": 1}, {\"source\": 2, \"event\": 0, \"target\": 1}"
        let chart = try MachineJSONReader.read(Self.document(states.joined(separator: ","), transitions))
        #expect(chart.root.initial?.targets == ["a"] && chart.otherBeginnings.map(\.targets) == [["c"]])
        #expect(ChartInterpreter(chart, from: chart.otherBeginnings[0]).leaves == ["c"])
        let writer = try MachineWriter(chart, module: "Lamp")
        #expect(writer.sources()["LampState.swift"]?.contains("[LampState] { [.a, .c] }") == true)
        // The table has what is reached from either of them.
        #expect(writer.tests()["LampStateTests.swift"]?.contains("Pair(.c, .go, .b)") == true)
    }

    @Test(arguments: [
        (
            "",
            "line 1, column 1: a JSON value is required here; expected an object, a list, a string, a number, true, false or null"
        ),
        ("{\"version\" 2}", "line 1, column 12: an object member has no value; expected a colon and a value"),
        ("[1, 2", "line 1, column 6: the list is not closed"),
        ("{\n \"version\": 3}", "line 2, column 13: this version of the format is not supported; expected version 2"),
        (document("", "{\"source\": \"a\", \"event\": 0, \"target\": 0}"), "an index of “states” is required here"),
        (
            document(state("a", "").replacing("\"isCut\": false", with: "\"isCut\": true"), ""),
            "line 1, column 43: the exploration stopped at this state, so its transitions are missing; expected the JSON of a completely explored machine"
        ),
        (
            document(state("a", "").replacing("\"isCut\": false", with: "\"isCut\": 0"), ""),
            "a Boolean value is required here"
        ),
        (document(state("", ""), ""), "the id of a state is empty or longer than 200 bytes"),
        (document(state("a", "1, \"a\""), ""), "a string is required here"),
        (document("1", ""), "“id” is missing; expected an object that contains “id”"),
        (
            document("", "{\"source\": 0, \"event\": 0, \"target\": 0}"),
            "“states” has no element with the index 0; expected a list with at least one element"
        ),
        (
            document(state("a", ""), "{\"source\": 1, \"event\": 0, \"target\": 0}"),
            "“states” has no element with the index 1; expected a number from 0 to 0"
        ),
        (
            document(state("a", ""), "{\"source\": 0, \"event\": 1, \"target\": 0}"),
            "“events” has no element with the index 1"
        ),
        (
            document(state("a", ""), "{\"source\": 0, \"event\": 0, \"target\": 0.5}"),
            "an index of “states” is required here"
        ),
        (
            document(state("a", ""), "{\"source\": -1, \"event\": 0, \"target\": 0}"),
            "“states” has no element with the index -1"
        ),
        (
            document(state("a", "", isFinal: true), "{\"source\": 0, \"event\": 0, \"target\": 0}"),
            "a transition begins at a final state"
        ),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MachineJSONReader.read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `a state of a path whose name a state has gets another one, and one path is one state`() throws {
        let states = [
            Self.state("on", "\"on\", \"low\", \"x\"", isInitial: true), Self.state("b", "\"on\", \"low\", \"y\""),
            Self.state("low", "\"on\", \"high\", \"x\""), Self.state("d", "\"off\", \"low\", \"x\""),
        ]
        let root = try MachineJSONReader.read(Self.document(states.joined(separator: ","), "")).root
        #expect(root.children.map(\.id) == ["on_", "off"])
        #expect(root.children[0].children.map(\.id) == ["low_", "high"])
        #expect(root.children[0].children[0].children.map(\.id) == ["on", "b"])
        #expect(root.children[0].children[1].children.map(\.id) == ["low"])
        #expect(
            root.children[1].children.map(\.id) == ["low__"] && root.children[1].children[0].children.map(\.id) == ["d"]
        )
    }
}
