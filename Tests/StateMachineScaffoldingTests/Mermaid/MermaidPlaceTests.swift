import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidPlaceTests {
    /// The states inside others, by the state around them.
    private func places(_ text: String) throws -> [String: [String]] {
        let tree = try ChartTree(MermaidReader.read("stateDiagram-v2\n" + text))
        let inside = tree.nodes.dropFirst().filter { $0.parent != .root }
        return Dictionary(grouping: inside) { tree.nodes[$0.parent ?? .root].state.id }.mapValues { $0.map(\.state.id) }
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

    @Test func `a state that leads on in outer braces is there, as Mermaid draws it`() throws {
        let text =
            "state Paid {\n [*] --> Packing\n state Shipping {\n p --> Lost : lose\n }\n Lost --> Packing : again\n}"
        #expect(try places(text) == ["Paid": ["Packing", "Shipping", "Lost"], "Shipping": ["p"]])
    }

    @Test(arguments: [
        (
            "state A {\n a --> x : go\n}\nstate B {\n x --> b : go\n}",
            "line 6, column 2: “x” is used in “A” (line 3) and in “B”; add the line “state x” where “x” belongs"
        ),
        (
            "state A {\n a --> x : go\n --\n b --> x : go\n}",
            "line 5, column 2: “x” is used in region 1 of “A” (line 3) and in region 2 of “A”; add the line “state "
        ),
        (
            "state A {\n B --> x : go\n state B {\n p --> x : go\n }\n}",
            "line 5, column 2: “x” is used in “A” (line 3) and in “B”; add the line “state x” where “x” belongs"
        ),
        (
            "[*] --> Idle\nIdle --> A : start\nstate A {\n [*] --> b\n b --> Idle : cancel\n}",
            "line 6, column 2: “Idle” is used outside all states (line 2) and in “A”; add the line “state Idle” where “Idle” belongs"
        ),
        (
            "a --> Error : x\nError --> a : y\nstate A {\n b --> Error : crash\n}",
            "line 5, column 2: “Error” is used outside all states (line 3) and in “A”; add the line “state "
        ),
        (
            // The last of several places is named. The inner braces lead on from it, too.
            "state A {\n state B {\n x --> p : go\n }\n x --> B : back\n x --> B : again\n}",
            "line 7, column 2: “x” is used in “B” (line 4) and in “A”; add the line “state "
        ),
        (
            "state x\nstate A {\n state x {\n }\n}",
            "line 4, column 2: “x” is declared outside all states (line 2) and in “A”; keep one declaration"
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
        #expect("\(error)".hasPrefix("line 25, column 2: “a1” is used in “A” (line 3) and in “B”"), "\(error)")
    }
}
