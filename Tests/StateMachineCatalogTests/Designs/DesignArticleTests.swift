import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// The machine of the article about pages.
private enum Oven: FiniteStateDefinition {
    case off
    case baking(minutes: Int)
    case done

    enum Event {
        case start(minutes: Int)
        case tick
        case open
    }

    static var initialStates: [Oven] { [.off] }

    var sampleEvents: [Event] { [.start(minutes: 2), .tick, .open] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .start(let minutes)), (.done, .start(let minutes)): self = .baking(minutes: minutes)
        case (.baking(let minutes), .tick): self = minutes > 1 ? .baking(minutes: minutes - 1) : .done
        case (.baking, .open), (.done, .open): self = .off
        case (.baking, .start), (.off, .tick), (.done, .tick), (.off, .open): throw .invalid
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .computing) struct DesignArticleTests {
    /// Returns the block after a comment in the article.
    private func block(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/StateMachineCatalog/StateMachineCatalog.docc/Articles/Designs.md")
        let article = try String(contentsOf: file, encoding: .utf8)
        let parts = article.split(separator: "<!-- not compiled: \(name) -->\n```text\n")
        let block = try #require(parts.last)
        return try String(#require(block.split(separator: "\n```").first))
    }

    @Test func `the article shows the differences of the oven, and its picture has the colors of the article`() throws {
        let code = NamedGraph.Source(of: MachineDescription(of: try StateGraph(exploring: Oven.self)))
        let chart = try DiagramLanguage.read(block("oven.mmd"), named: "oven.mmd")
        let graphs = try MatchedGraphs(design: chart, code: code)
        let report = DesignReport(graphs, machine: "Oven", path: "oven.mmd")
        #expect(try report.text == block("output"), "\(report.text)")

        let picture = DifferencePicture(of: graphs, report.differences)
        let marks = Dictionary(uniqueKeysWithValues: picture.nodes.map { ($0.title, $0.mark) })
        #expect(marks == ["off": nil, "baking": nil, "done": nil, "Paused": .missing])
        let marked = picture.arrows.filter { $0.mark != nil }.map { arrow in
            "\(picture.nodes[arrow.source].title) \(arrow.labels) \(picture.nodes[arrow.target].title)"
        }
        #expect(
            Set(marked) == [
                "baking [\"open\"] off", "baking [\"open\"] Paused", "Paused [\"close\"] baking",
                "done [\"start\"] baking",
            ]
        )
        #expect(picture.graphviz.contains("label=\"− close\" color=\"#c0392b\" fontcolor=\"#c0392b\" style=dashed"))
        #expect(picture.mermaid.contains("-->|\"≠ open\"|") && picture.mermaid.contains("-->|\"+ start\"|"))
    }

    @Test func `an accepted design can contain names that Mermaid or the library uses`() throws {
        let code = RandomSystem(edges: [
            ("stateful", "go: now", "end"), ("end", "classDef", "über alles"), ("über alles", "state", "stateful"),
        ])
        let text = try DesignText(of: code.system, named: "Machine", diagram: "").text
        #expect(text.contains("  state stateful\n") && text.contains("  state \"end\" as end_\n"), "\(text)")
    }

    @Test func `an accepted design names the targets of an event that leads to several states`() throws {
        let code = NamedGraph.Source(of: MachineDescription(of: try StateGraph(exploring: Oven.self)))
        let text = try DesignText(of: code, named: "Oven", diagram: "").text
        #expect(
            text == """
                stateDiagram-v2
                  %% labels: event [guard] / action, one per line
                  state off
                  state baking
                  state done
                  [*] --> off
                  off --> baking : start
                  baking --> off : open
                  baking --> baking : tick [to baking]
                  baking --> done : tick [to done]
                  done --> off : open
                  done --> baking : start

                """
        )
    }
}
