import StateMachineGraphs
import StateMachineLocks
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// A reader makes a chart of a damaged file, or says what is wrong.
///
/// `FUZZ_RUNS` tries more files.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct ReaderFuzzTests {
    static let samples: [(name: String, text: String)] = [
        (
            "a.scxml",
            """
            <?xml version="1.0"?><!-- A comment, whose letters may be any others without another meaning of the chart --><scxml xmlns="http://www.w3.org/2005/07/scxml" initial="a" name="N">
             <state id="a"><transition event="e.* f" target="h" cond="In('b') &amp;&amp; !g"><log expr="'x'"/></transition>
             <onentry><send event="x" delay=".5s" id="t"/></onentry><onexit><cancel sendid="t"/></onexit></state>
             <parallel id="p"><state id="b"><final id="c"/></state><state id="d" initial="f"><state id="f"/></state>
              <history id="h" type="deep"><transition target="f"/></history><transition event="x" target="a"/></parallel>
            </scxml>
            """
        ),
        (
            "a.mmd",
            """
            stateDiagram-v2
              [*] --> a
              state "A b" as a
              state c <<choice>>
              a --> c : go [x] / y
              c --> b : [else]
              state b {
                [*] --> d
                d --> [*] : e
                --
                f --> f : do it
                f --> [*] : over
              }
              b --> a
              %% guard: "x" = isOld
              note right of a : #58; text
            """
        ),
        (
            "a.puml",
            """
            @startuml
            skinparam state {
              FontColor black
            }
            ' action: "ring the bell" = ring
            [*] -down-> a
            state "A b" as a #red
            state c <<choice>>
            a -[#blue]-> c : go(x: Int) / ring the bell
            c --> b : [else]
            c --> a : [x]
            state b {
              [*] --> d
              d --> [*] : e
              --
              f -> f : do<U+0020>it
              f --> [*] : over
            }
            a <-up- b
            note right of a : text
            @enduml
            """
        ),
        (
            "a.dot",
            """
            digraph "Door" { // a comment
              rankdir=LR; node [shape=box]; start [shape=point]
              start -> closed
              closed -> open [label="open [allowed] / ring"]
              open -> closed -> locked [label="next(count: Int)"];
              subgraph near { rank=same; open; closed:n }
              locked [label="Locked\\nup", shape=doublecircle]
            }
            """
        ),
        (
            "x.json",
            """
            {"id": "m", "initial": "a", "on": {"reset": {"target": ".a"}}, "after": {"100": ".b"},
             "states": {
              "a": {"entry": ["in", {"type": "log", "params": {"n": 1}}], "on": {"x": [{"guard": "ok && !In('#m.b')", "target": "b.c"},
                {"target": "#end"}], "*": {"actions": "any"}}, "invoke": {"src": "load", "onDone": "b"}},
              "b": {"type": "parallel", "exit": "out", "states": {"c": {"initial": "d", "states": {"d": {"on": {"x": "e"}},
                "e": {}, "h": {"history": "deep"}}}, "f": {"on": {"x": {"target": "c", "reenter": true}}}}},
              "end": {"id": "end", "type": "final"}}}
            """
        ),
        (
            "a.ts",
            """
            import { and, assign, not, setup } from "xstate"; // a comment
            enum State { a = "a", b = 'b' } const shared = { reset: { target: State.a } } as const;
            export const m = setup({ guards: { ok: () => /[/]"/.test("x") } }).createMachine({
              id: `m`, initial: State.a, context: { n: 1_0 }, states: {
                [State.a]: { entry: [assign({ n: ({ context }) => context.n + 1 }), "in"], on: { ...shared, x: [
                  { guard: and(["ok", not("late")]), target: "b.c" }, { target: "#end" }] },
                  invoke: { src: fromPromise<A<B>>(async (): Promise<void> => {}), onDone: "b" } },
                b: { type: "parallel", exit() {}, states: { c: { initial: "d", states: { d: { on: { x: "e" } },
                  e: {}, h: { history: "deep" } } }, f: { after: { 100: { target: ".", reenter: true } } } } },
                end: { id: "end", type: "final" } } });
            const view = () => <p title='x'>Don't {`a${m.id}`}</p>;
            """
        ),
        (
            "a.json",
            MachineJSONReaderTests.document(
                [
                    MachineJSONReaderTests.state("a", "\"a\"", isInitial: true),
                    MachineJSONReaderTests.state("b", "\"c\", \"b\""),
                ].joined(separator: ","),
                "{\"source\": 0, \"event\": 0, \"target\": 1, \"output\": \"x\"}, {\"source\": 1, \"event\": 0, \"target\": 0}"
            )
        ),
    ]

    @Test(arguments: samples.map(\.name))
    func `a damaged file is read or refused`(name: String) throws {
        let sample = try #require(Self.samples.first { $0.name == name }).text
        _ = try MachineWriter(DiagramLanguage.read(sample, named: name), module: "Sample").sources()
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var counts = (read: 0, refused: 0)
        for _ in 0..<(ProcessEnvironment.integer("FUZZ_RUNS") ?? ProcessEnvironment.runs(200)) {
            let text = Self.damaged(sample, &generator)
            do throws(ChartError) {
                _ = try MachineWriter(DiagramLanguage.read(text, named: name), module: "Sample").sources()
                counts.read += 1
            } catch {
                counts.refused += 1
                #expect(
                    error.position.line >= 1 && error.position.column >= 1 && !error.problem.isEmpty,
                    "seed \(seed): \(text)"
                )
            }
        }
        #expect(counts.read > 0 && counts.refused > 0, "\(counts), seed \(seed)")
    }

    /// The text with some characters, pieces or lines removed, doubled, moved or replaced; in one
    /// of three runs with another letter, so that some texts can be read.
    private static func damaged(_ text: String, _ generator: inout SeededGenerator) -> String {
        var characters = Array(text)
        if Int.random(in: 0..<3, using: &generator) == 0,
            let letter = characters.indices.filter({ characters[$0].isLetter }).randomElement(using: &generator)
        {
            characters[letter] = "q"
            return String(characters)
        }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            guard !characters.isEmpty else { break }
            let start = Int.random(in: 0..<characters.count, using: &generator)
            let end = min(characters.count, start + Int.random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: characters.removeSubrange(start..<end)
            case 1:
                characters.insert(
                    contentsOf: characters[start..<end],
                    at: Int.random(in: 0...characters.count, using: &generator)
                )
            case 2: characters[start] = "<>/&\"'{}[]-:;#*= \n\0é😀abc".randomElement(using: &generator) ?? "x"
            case 3: characters.removeSubrange(start...)
            default:
                let lines = String(characters).split(separator: "\n", omittingEmptySubsequences: false)
                characters = Array(lines.shuffled(using: &generator).joined(separator: "\n"))
            }
        }
        return String(characters)
    }

    @Test func `large and deep files are refused`() throws {
        let deep = String(repeating: "<state>", count: 5_000)
        #expect(throws: ChartError.self) { try SCXMLReader.read("<scxml>\(deep)") }
        #expect(throws: ChartError.self) {
            try SCXMLReader.read("<scxml>" + String(repeating: " ", count: 2_000_000) + "</scxml>")
        }
        #expect(throws: ChartError.self) {
            try MermaidReader.read("stateDiagram-v2\n" + (0..<5_000).map { "state s\($0) {\n" }.joined())
        }
        #expect(throws: ChartError.self) {
            try ChartTree(
                MermaidReader.read("stateDiagram-v2\n" + (0..<9_000).map { "s\($0) --> s\($0 + 1) : e\n" }.joined())
            )
        }
        let condition = String(repeating: "!(", count: 5_000)
        #expect(throws: ChartError.self) {
            try SCXMLReader.read("<scxml><state id='a'><transition event='e' cond=\"\(condition)\"/></state></scxml>")
        }
    }
}
