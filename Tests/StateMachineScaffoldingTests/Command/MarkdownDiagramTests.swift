import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct MarkdownDiagramTests {
    private static let page = """
        # Door

        ```mermaid
        flowchart LR
            a --> b
        ```

        ## The lock & key

        ~~~~ mermaid
        stateDiagram-v2
            [*] --> Shut
            Shut --> Open : open
        ~~~~

        ```swift
        let digraph = "digraph"
        ```

        1. In a list:
           ```dot
           digraph { a -> b [label=go] }
           ```
        """

    private func states(_ part: String?, in text: String = page) throws -> [String] {
        try DiagramLanguage.read(text, named: "README.md", part: part).root.children.map(\.id)
    }

    @Test func `a diagram is chosen by its number, its heading or its anchor`() throws {
        #expect(try states("1") == ["Shut", "Open"])
        #expect(try states("2") == ["a", "b"])
        let apart = Self.page.replacing("1. In a list:", with: "### Two, in a list")
        for part in ["the-lock--key", "The lock & key"] { #expect(try states(part, in: apart) == ["Shut", "Open"]) }
        for part in ["two-in-a-list", "Two, in a list"] { #expect(try states(part, in: apart) == ["a", "b"]) }
        #expect(try states(nil, in: "```mermaid\nstateDiagram\na --> b : go\n```") == ["a", "b"])
    }

    @Test(arguments: [
        (
            nil,
            "the file contains 2 state diagrams; expected README.md#1 (line 10, “The lock & key”) or README.md#2 (line 21"
        ),
        ("3", "“3” names 0 of the file's state diagrams"), ("0", "“0” names 0 of the file's state diagrams"),
        ("the-lock--key", "“the-lock--key” names 2 of the file's state diagrams"),
    ])
    func `an open choice lists the diagrams`(part: String?, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try states(part) }
        #expect(error.description.contains(message), "\(error)")
    }

    @Test func `an error has the line of the Markdown file`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try states(nil, in: "# Door\n\n```mermaid\nstateDiagram-v2\na --> b : [x\n```\n")
        }
        #expect(error.position.line == 5, "\(error)")
        let none = try #require(throws: ChartError.self) { _ = try states(nil, in: "# Door") }
        #expect(none.problem == "the file contains no state diagram")
    }

    @Test func `a machine has the name of the file or of the heading`() {
        #expect(DiagramFile.title(of: "docs/README.md") == "README")
        #expect(DiagramFile.title(of: "docs/README.md#The door") == "The door")
        #expect(DiagramFile.title(of: "docs/Door.md#2") == "Door")
        #expect(DiagramFile.title(of: "Door.mmd") == "Door")
    }

    @Test func `a part of a file with one diagram is refused`() throws {
        let error = try #require(throws: ChartError.self) {
            try DiagramLanguage.read("stateDiagram-v2\n[*] --> a", named: "a.mmd", part: "2")
        }
        #expect(error.problem == "the file contains only one diagram, so it has no part “#2”")
    }

    @Test func `a block in PlantUML needs no first and last line`() throws {
        let chart = try DiagramLanguage.read("# Door\n\n```plantuml\n[*] --> a\na --> b : go\n```", named: "a.md")
        #expect(chart.root.children.map(\.id) == ["a", "b"])
    }

    @Test func `another kind of diagram does not count, even with a star in brackets`() throws {
        let text = "```mermaid\nflowchart LR\nA[*] --> B\n```\n\n```mermaid\nstateDiagram-v2\n[*] --> a\n```\n"
        #expect(try DiagramLanguage.read(text, named: "a.md").root.children.map(\.id) == ["a"])
    }
}
