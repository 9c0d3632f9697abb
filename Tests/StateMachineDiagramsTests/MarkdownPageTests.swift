import StateMachineDiagrams
import StateMachineGraphs
import StateMachines
import StreamMachine
import TestSupport
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct MarkdownPageTests {
    private let picture = MarkdownPage.Picture(light: "a.svg", dark: "b.svg")

    @Test("a page has what it is about first, and folds what is long")
    func order() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: StreamState.self))
        let page = MarkdownPage(machine, picture: picture).text
        let parts = ["# StreamState", "<picture>", "|  | start |", "## States", "## Events", "<details>", "```mermaid"]
        let places = try parts.map { try #require(page.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(page.ranges(of: "<details>").count == 2 && page.ranges(of: "</details>").count == 2)
        #expect(!page.contains("## Findings") && !page.contains("## Properties"))
    }

    @Test("a machine of regions has their matrices first, and folds the combinations of states")
    func regions() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: StreamSession.self))
        let page = MarkdownPage(machine, picture: picture).text
        let parts = [
            "| stream |", "| layout |", "| pictureInPicture |", "<picture>", "<details>",
            "| idle, portrait, inactive |",
        ]
        let places = try parts.map { try #require(page.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(page.contains("· decided by the other regions; \\[…\\] only while this is so."))
        #expect(page.contains("Handled, with nothing changed in any region: willEnterForeground."))
    }

    @Test("a page without a picture shows the Mermaid diagram in its place")
    func noPicture() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: StreamState.self))).text
        let diagram = try #require(page.firstRange(of: "```mermaid"))
        #expect(diagram.lowerBound < (try #require(page.firstRange(of: "|  | start |"))).lowerBound)
        #expect(page.ranges(of: "```mermaid").count == 1)
    }

    @Test("a matrix that is too wide for a page has the events in its rows")
    func wide() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: VideoState.self))).text
        #expect(page.contains("|  | willDownload | downloading | playing | failed | paused |"))
        #expect(page.contains("| didFailDownload | – | failed | – | – | – |"))
    }

    @Test("a chart that Mermaid cannot draw is on no page")
    func mermaid() {
        #expect(MarkdownPage(nested(hasArrow: false), picture: picture).text.contains("```mermaid"))
        let page = MarkdownPage(nested(hasArrow: true), picture: picture).text
        #expect(page.contains("<picture>") && !page.contains("```mermaid"))
    }

    /// A state with two regions, in one of which there is a state with two regions again, with an
    /// arrow to it or without one.
    private func nested(hasArrow: Bool) -> MachineDescription {
        func leaf(_ name: String) -> ValueName { ValueName(caseName: name) }
        let inner = ValueName(
            caseName: "inner",
            regions: [.init(label: "p", name: leaf("one")), .init(label: "q", name: leaf("two"))]
        )
        let states = [leaf("begin"), inner].map { name in
            ValueName(
                caseName: "outer",
                regions: [.init(label: "x", name: name), .init(label: "y", name: leaf("still"))]
            )
        }
        return MachineDescription(
            name: "nested",
            states: states.enumerated().map { .init(name: $1, isInitial: $0 == 0 || !hasArrow) },
            events: [leaf("go")],
            steps: states.indices.map {
                .init(source: $0, event: 0, reaction: hasArrow && $0 == 0 ? .init(target: 1) : nil)
            }
        )
    }
}
