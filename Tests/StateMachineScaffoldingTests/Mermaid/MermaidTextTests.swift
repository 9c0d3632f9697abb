import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Entities, lines and labels of Mermaid diagrams.
@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidTextTests {
    @Test(arguments: [
        ("#58;", ":"), ("#quot;", "\""), ("#amp;", "&"), ("#lt;", "<"), ("#gt;", ">"), ("#semi;", ";"),
        ("#colon;", ":"), ("a#nbsp;b", "a b"),
        ("#128512;", "😀"), ("#35;58;", "#58;"), ("a #58; b", "a : b"), ("#", "#"), ("#;", "#;"), ("#58", "#58"),
        ("#58 ;", "#58 ;"), ("#x3A;", "#x3A;"),
        ("#unknown;", "#unknown;"), ("##58;", "#:"), ("#58;#59;", ":;"), ("#55296;", "#55296;"),
        ("#123456789;", "#123456789;"), ("  a b  ", "a b"), ("", ""),
    ])
    func `an entity is the character that it names, and other signs stay`(text: String, expected: String) {
        #expect(MermaidText.plain(text) == expected)
    }

    @Test func `a line ends at each kind of break`() {
        #expect(MermaidText.lines("a<br>b<br/>c<br />d\\ne") == ["a", "b", "c", "d", "e"])
        #expect(MermaidText.lines("<br> a <br><br>b") == ["a", "b"] && MermaidText.lines("") == [])
    }

    @Test func `an entity in a line becomes its character once, after the line is split`() {
        #expect(MermaidText.lines("a#lt;br#gt;b<br>#35;58;") == ["a<br>b", "#58;"])
    }

    private static let labels: [(text: String, event: String?, actions: [String])] = [
        ("go", "go", []), ("go / x", "go", ["x"]), ("go/x;y ; z;", "go", ["x", "y", "z"]), ("/ x", nil, ["x"]),
        ("go /", "go", []),
        ("at(1/2) / x", "at(1/2)", ["x"]), ("go [a/b] / c/d", "go", ["c/d"]), ("f) / x", "f)", ["x"]),
        ("set(a) [g]", "set(a)", []),
        ("items[0] changed", "items[0] changed", []), ("a)b [x]", "a)b", []), ("", nil, []),
    ]

    @Test(arguments: labels)
    func `a label is an event, a guard and actions`(text: String, event: String?, actions: [String]) throws {
        let label = try TransitionLabel(text, at: Position(line: 1, column: 1))
        #expect(label.event == event && label.actions == actions)
    }

    @Test(arguments: [("```", true), ("````", true), ("``", false), ("```mermaid", false), ("``` x", false)])
    func `a fence ends at one that is at least as long, and has nothing behind it`(end: String, isRead: Bool) {
        let error: ChartError?
        do throws(ChartError) {
            _ = try MermaidReader.read("```mermaid\nstateDiagram-v2\na --> b : go\n\(end)")
            error = nil
        } catch let problem {
            error = problem
        }
        #expect((error == nil) == isRead)
        #expect(throws: ChartError.self) { _ = try MermaidReader.read("````\nstateDiagram-v2\na --> b : go\n```") }
    }

    @Test func `places are in the order of their lines, and then of their columns`() {
        let places = [(1, 1), (1, 2), (2, 1)].map { Position(line: $0.0, column: $0.1) }
        for (index, first) in places.enumerated() {
            for (other, second) in places.enumerated() { #expect((first < second) == (index < other)) }
        }
    }
}
