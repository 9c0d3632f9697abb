import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidFenceTests {
    @Test func `a fence around the diagram is skipped`() throws {
        for fence in ["```", "```mermaid", "``` mermaid", "````mermaid"] {
            let end = fence.prefix { $0 == "`" }
            let chart = try MermaidReader.read("\n\(fence)\nstateDiagram-v2\n a --> b : go\n\(end)\n\n")
            #expect(chart.root.children[0].position == Position(line: 4, column: 2))
        }
    }

    @Test(arguments: [
        (
            "\n\n```mermaid\nstateDiagram-v2\na --> b : x",
            "line 3, column 1: the code fence is not closed; expected ```"
        ),
        ("---\n```\n---\nstateDiagram-v2\na --> b : x", "line 2, column 1: a code fence is inside the diagram"),
    ])
    func `a fence around a diagram is closed, and stands around all of it`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read(text) }
        #expect("\(error)".hasPrefix(message), "\(error)")
    }

    @Test(arguments: [
        ("```mermaid\nstateDiagram-v2\na --> b : go", "line 1, column 1: the code fence is not closed; expected ```"),
        ("```\n```", "the file contains no diagram"),
        (
            "```\nstateDiagram-v2\na --> b : go\n```\nb --> a : x",
            "line 5, column 1: text follows the closing code fence; expected one diagram in the file"
        ),
    ])
    func `a fence holds one diagram`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
