import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// What is at a bound is read, and what is one more is refused.
@Suite(.timeLimit(.minutes(1)), .computing) struct LimitTests {
    private func nested(_ depth: Int) -> String {
        (1...depth).map { "<state id='s\($0)'>" }.joined() + String(repeating: "</state>", count: depth)
    }

    @Test func `states are at most 50 deep`() throws {
        let tree = try ChartTree(SCXMLReader.read("<scxml>\(nested(50))</scxml>"))
        #expect(tree.ancestors(of: 50) == stride(from: 49, through: 0, by: -1).map { StateID($0) })
        let error = #expect(throws: ChartError.self) {
            _ = try ChartTree(SCXMLReader.read("<scxml>\(nested(51))</scxml>"))
        }
        #expect(error?.problem == "states are nested more than 50 levels deep")
    }

    @Test func `a chart has at most 2000 states, and the chart itself is one of them`() throws {
        func chart(_ count: Int) throws -> Chart {
            try SCXMLReader.read("<scxml>" + (0..<count).map { "<state id='s\($0)'/>" }.joined() + "</scxml>")
        }
        #expect(try ChartTree(chart(1_999)).nodes.count == 2_000)
        let error = #expect(throws: ChartError.self) { _ = try ChartTree(chart(2_000)) }
        #expect(error?.problem == "the chart has more than 2000 states")
    }

    @Test func `at most 500 transitions need no event`() throws {
        func chart(_ count: Int) throws -> Chart {
            let states = (0..<count).map { "<state id='s\($0)'><transition target='s\($0 + 1)'/></state>" }
            return try SCXMLReader.read("<scxml>\(states.joined())<state id='s\(count)'/></scxml>")
        }
        #expect(throws: Never.self) { _ = try ChartTree(chart(500)) }
        let error = #expect(throws: ChartError.self) { _ = try ChartTree(chart(501)) }
        #expect(error?.problem == "the chart has more than 500 transitions without an external event")
    }

    @Test func `braces of Mermaid are at most 50 deep, and a diagram has at most 2000 states`() throws {
        func braces(_ count: Int) -> String {
            "stateDiagram-v2\n" + (1...count).map { "state s\($0) {\n" }.joined()
                + String(repeating: "}\n", count: count)
        }
        #expect(throws: Never.self) { _ = try MermaidReader.read(braces(50)) }
        let deep = #expect(throws: ChartError.self) { _ = try MermaidReader.read(braces(51)) }
        #expect(
            deep?.problem == "states are nested more than 50 levels deep"
                && deep?.position == Position(line: 52, column: 1)
        )
        func states(_ count: Int) -> String { "stateDiagram-v2\n" + (1...count).map { "s\($0)\n" }.joined() }
        #expect(throws: Never.self) { _ = try MermaidReader.read(states(2_000)) }
        let many = #expect(throws: ChartError.self) { _ = try MermaidReader.read(states(2_001)) }
        #expect(
            many?.problem == "the diagram has more than 2000 states"
                && many?.position == Position(line: 2_002, column: 1)
        )
    }

    @Test func `values of JSON are at most 99 deep`() {
        func list(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { _ = try JSONReader.read(list(99)) }
        #expect(throws: ChartError.self) { _ = try JSONReader.read(list(100)) }
    }

    @Test func `states of exported machines are at most 20 deep, and deeper ones are side by side`() throws {
        func depth(of state: Chart.State) -> Int { (state.children.map(depth).max() ?? 0) + 1 }
        for (count, expected) in [(19, 20), (20, 21), (21, 21)] {
            let path = (0...count).map { "\"p\($0)\"" }.joined(separator: ", ")
            let text = MachineJSONReaderTests.document(MachineJSONReaderTests.state("a", path, isInitial: true), "")
            #expect(depth(of: try MachineJSONReader.read(text).root) == expected + 1)
        }
    }

    @Test func `an id has 1 to 200 bytes in every language but DOT`() throws {
        let (longest, longer) = (String(repeating: "x", count: 200), String(repeating: "é", count: 101))
        func isRead(_ read: () throws -> Chart) -> Bool { (try? read()) != nil }
        for (id, isAllowed) in [("a", true), (longest, true), (longer, false), ("", false)] {
            #expect(isRead { try SCXMLReader.read("<scxml><state id='\(id)'/></scxml>") } == isAllowed)
            #expect(isRead { try MermaidReader.read("stateDiagram-v2\n\(id) --> b : e") } == isAllowed)
            #expect(isRead { try PlantUMLReader.read("@startuml\n\(id) --> b : e\n@enduml\n") } == isAllowed)
            #expect(isRead { try XStateReader.read(#"{"initial": "\#(id)", "states": {"\#(id)": {}}}"#) } == isAllowed)
            let json = MachineJSONReaderTests.document(MachineJSONReaderTests.state(id, "\"p\"", isInitial: true), "")
            #expect(isRead { try MachineJSONReader.read(json) } == isAllowed)
        }
    }

    @Test func `an event carries at most 6 guards`() throws {
        func chart(_ count: Int) throws -> Chart {
            let guards = (0..<count).map { "g\($0)" }.joined(separator: " || ")
            return try SCXMLReader.read(
                "<scxml><state id='a'><transition event='e' cond='\(guards)' target='a'/></state></scxml>"
            )
        }
        let samples = try MachineWriter(chart(6), module: "Written").samples()
        #expect(samples.count == 64 && Set(samples).count == 64)
        let error = #expect(throws: ChartError.self) { _ = try MachineWriter(chart(7), module: "Written") }
        #expect(error?.problem == "the event “e” has 7 guards")
    }

    @Test func `a file has at most 1000000 bytes, and its name says the language`() throws {
        let mermaid = "stateDiagram-v2\na --> b : e\n"
        let full = mermaid + String(repeating: " ", count: 1_000_000 - mermaid.utf8.count)
        #expect(throws: Never.self) { _ = try DiagramLanguage.read(full, named: "a.mmd") }
        for name in ["a.mmd", "a.mermaid", "a.b.MMD"] {
            #expect(throws: Never.self) { _ = try DiagramLanguage.read(mermaid, named: name) }
        }
        let error = #expect(throws: ChartError.self) { _ = try DiagramLanguage.read(full + " ", named: "a.mmd") }
        #expect(error?.problem == "the file is larger than 1000000 bytes")
        let scxml = "<scxml><state id='a'/></scxml>"
        for name in ["a.scxml", "a.xml", "A.XML"] {
            #expect(throws: Never.self) { _ = try DiagramLanguage.read(scxml, named: name) }
        }
        for name in ["a.json", "a.mmd"] {
            #expect(throws: ChartError.self) { _ = try DiagramLanguage.read(scxml, named: name) }
        }
        for name in ["a", "mmd.txt", ""] {
            let error = #expect(throws: ChartError.self) { _ = try DiagramLanguage.read(mermaid, named: name) }
            #expect(error?.problem == "the file name “\(name)” does not show the format of the diagram")
        }
    }

    @Test func `a machine has at most 100000 pairs of a state and an event`() throws {
        func circle(_ states: Int) -> String {
            (0..<states).map { "s\($0) --> s\(($0 + 1) % states) : e\($0)\n" }.joined()
        }
        let error = #expect(throws: ChartError.self) {
            _ = try MachineWriter(MermaidReader.read("stateDiagram-v2\n" + circle(317)), module: "M")
        }
        #expect(
            error?.problem.hasPrefix("the machine would have 317 states and 317 events, and thus 100489 pairs") == true
        )
    }

    @Test func `a table has at most 400 pairs, and whole states`() throws {
        /// Each state handles ten of twenty events.
        func table(_ states: Int) throws -> String {
            let chart = (0..<states).map { state in
                (0..<10).map { "s\(state) --> s\((state + 1) % states) : e\(state % 2 * 10 + $0)\n" }.joined()
            }.joined()
            let writer = try MachineWriter(MermaidReader.read("stateDiagram-v2\n" + chart), module: "Written")
            #expect(writer.unreachedStates == [])
            return try #require(writer.tests()["WrittenStateTests.swift"])
        }
        for (states, comment) in [
            (40, "Every reachable state with every event that it handles."),
            (41, "The first 400 pairs of a reachable state and an event that it handles."),
        ] {
            let text = try table(states)
            #expect(text.split(separator: "\n").count { $0.contains(" Pair(.") } == 400)
            #expect(text.contains("/// \(comment)\n"))
            #expect(text.contains("for state in Set(WrittenState.initialStates + Self.pairs") == (states == 40))
            #expect(text.contains("for state in Set(Self.pairs.map(\\.before))") == (states == 41))
        }
    }

    @Test(.thorough) func `a table has all pairs of the first state, even if they are more than 400`() throws {
        let chart = (0..<401).map { "a --> b : e\($0)\n" }.joined() + "b --> a : back\n"
        let writer = try MachineWriter(MermaidReader.read("stateDiagram-v2\n" + chart), module: "Written")
        let text = try #require(writer.tests()["WrittenStateTests.swift"])
        let rows = text.split(separator: "\n").filter { $0.contains(" Pair(.") }
        #expect(rows.count == 401 && rows.allSatisfy { $0.contains(" Pair(.a,") })
        #expect(text.contains("/// The first 401 pairs of a reachable state and an event that it handles.\n"))
        #expect(writer.unreachedStates == [])
    }

    @Test func `one switch is over at most 80 pairs of states and events, or 40 with guards`() throws {
        func rules(_ states: Int, _ label: String) throws -> String {
            let chart = (0..<states).map { "s\($0) --> s\(($0 + 1) % states) : \(label)\n" }.joined()
            let writer = try MachineWriter(MermaidReader.read("stateDiagram-v2\n" + chart), module: "Written")
            return try #require(writer.sources()["WrittenState.swift"])
        }
        for (states, label, isOne) in [(80, "e", true), (81, "e", false), (40, "e [g]", true), (41, "e [g]", false)] {
            #expect(try rules(states, label).contains("switch (self, event) {") == isOne, "\(states) \(label)")
        }
    }
}
