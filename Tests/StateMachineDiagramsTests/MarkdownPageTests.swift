import StateMachineGraphs
import StateMachines
import StreamMachine
import TestSupport
import Testing
import VideoMachine

@testable import StateMachineDiagrams

@Suite(.timeLimit(.minutes(5)), .computing) struct MarkdownPageTests {
    private let picture = MarkdownPage.Picture(light: "a.svg", dark: "b.svg")

    @Test func `a page has what it is about first, and folds what is long`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: StreamState.self))
        let page = MarkdownPage(machine, picture: picture).text
        let parts = ["# StreamState", "<picture>", "|  | start |", "## States", "## Events", "<details>", "```mermaid"]
        let places = try parts.map { try #require(page.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(page.ranges(of: "<details>").count == 2 && page.ranges(of: "</details>").count == 2)
        #expect(!page.contains("## Findings") && !page.contains("## Properties"))
    }

    @Test func `a machine of regions has their matrices first, and folds the combinations of states`() throws {
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

    @Test func `an event that is rejected in each state of a machine of regions is said to be so below the matrices`() {
        func page(_ steps: [(Int, String, Int?)]) -> String {
            let states = ["shut", "open"].map { regional(["door": leaf($0), "lamp": leaf("off")]) }
            return MarkdownPage(MachineDescription(states, steps), picture: picture).text
        }
        let turn = [(0, "turn", 1), (1, "turn", 0)] as [(Int, String, Int?)]
        let text = page(turn + [(0, "kick", nil), (1, "kick", nil), (0, "shout", nil), (1, "shout", nil)])
        #expect(text.contains("\n\nRejected in each state: kick, shout.\n\n"))
        #expect(!page(turn).contains("Rejected in each state"))
    }

    @Test func `comments are shown up to their first list or example`() {
        var machine = MachineDescription([leaf("shut"), leaf("open")], [(0, "turn", 1)])
        machine.documentation = SourceDocumentation(types: [
            "": .init(
                comment: "Leads into ``House``.\n\nIt has a lock.\n\n```swift\nlet door = 0\n```\n\nMore.",
                cases: [
                    .init(name: "shut", comment: "Nobody comes in.\n\nNobody\ncomes out.\n\n- not even a cat"),
                    .init(name: "open", comment: "Ajar.\n\n```\nlet door = 1\n```\n\nMore."),
                ]
            )
        ])
        let page = MarkdownPage(machine).text
        #expect(page.hasPrefix("# written\n\nLeads into `House`.\n\n"))
        #expect(page.contains("\n\nIt has a lock.\n\n## States\n\n"))
        #expect(page.contains("\n| shut&nbsp;● | Nobody comes in.<br>Nobody comes out. |\n| open | Ajar. |\n"))
    }

    @Test func `a table stays as it is up to the width of a page, and of two that are too wide the narrower is taken`()
    {
        /// A table of four columns, whose longest cells have so many characters in all.
        func table(_ count: Int) -> MarkdownTable {
            let texts = [1, 1, 1, count - 3].map { String(repeating: "x", count: $0) }
            return MarkdownTable(header: ["", "", "", ""], rows: [texts])
        }
        // A column has 27 pixels beside its text, and a character 8: 940 pixels in all.
        #expect(table(104).fitting.header == ["", "", "", ""])
        #expect(table(105).fitting.header == ["", "x"])
        // As wide, the other way around.
        let name = String(repeating: "y", count: 100)
        let square = MarkdownTable(header: ["", name], rows: [[String(repeating: "z", count: 100), ""]])
        #expect(square.fitting.header == ["", name])
    }

    @Test func `a page without a picture shows the Mermaid diagram in its place`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: StreamState.self))).text
        let diagram = try #require(page.firstRange(of: "```mermaid"))
        #expect(diagram.lowerBound < (try #require(page.firstRange(of: "|  | start |"))).lowerBound)
        #expect(page.ranges(of: "```mermaid").count == 1)
    }

    @Test func `a matrix that is too wide for a page has the events in its rows`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: VideoState.self))).text
        #expect(page.contains("|  | willDownload | downloading | playing | failed | paused |"))
        #expect(page.contains("| didFailDownload | – | failed | – | – | – |"))
    }

    @Test func `a chart that Mermaid cannot draw is on no page`() {
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
