import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
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

    @Test func `a machine of regions has their matrices first, and its combinations of states in one list`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: StreamSession.self))
        let page = MarkdownPage(machine, picture: picture).text
        let parts = [
            "| stream |", "| layout |", "| pictureInPicture |", "<picture>", "<details>",
            "| idle, portrait, inactive |",
        ]
        let places = try parts.map { try #require(page.firstRange(of: $0)).lowerBound }
        #expect(places == places.sorted())
        #expect(page.contains("“·” means that the event doesn't change this region"))
        // The list of transitions has them already.
        #expect(page.ranges(of: "\n|  | idle, portrait, inactive |").isEmpty)
        #expect(page.ranges(of: "\n| idle, portrait, inactive | stream.start |").count == 1)
        #expect(page.contains("Handled without changing anything: willEnterForeground."))
    }

    @Test func `an event that is rejected in each state of a machine of regions is said to be so below the matrices`() {
        func page(_ steps: [(Int, String, Int?)]) -> String {
            let states = ["shut", "open"].map { regional(["door": leaf($0), "lamp": leaf("off")]) }
            return MarkdownPage(MachineDescription(states, steps), picture: picture).text
        }
        let turn = [(0, "turn", 1), (1, "turn", 0)] as [(Int, String, Int?)]
        let text = page(turn + [(0, "kick", nil), (1, "kick", nil), (0, "shout", nil), (1, "shout", nil)])
        #expect(text.contains("\n\nRejected in every state: kick, shout.\n\n"))
        #expect(!page(turn).contains("Rejected in every state"))
    }

    /// A parcel that is tracked while it is far away.
    private enum Parcel: FiniteStateDefinition {
        case shipped(isFar: Bool)
        case delivered
        enum Event: CaseIterable { case approach, arrive }
        enum Activity: Hashable {
            case insurance
            case tracking(interval: Int)
        }

        static var initialStates: [Parcel] { [.shipped(isFar: true)] }

        var activities: [Activity] {
            switch self {
            case .shipped(let isFar): [.insurance] + (isFar ? [.tracking(interval: 60)] : [])
            case .delivered: []
            }
        }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.shipped, .approach): self = .shipped(isFar: false)
            case (.shipped, .arrive): self = .delivered
            case (.delivered, .approach), (.delivered, .arrive): throw .invalid
            }
        }
    }

    @Test func `an activity that depends on the payload is listed with the state`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: Parcel.self))).text
        #expect(page.contains("\n| shipped&nbsp;● | insurance<br>sometimes: tracking |\n"))
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
        #expect(page.hasPrefix("# written\n\nLeads into `House`.\n\nIt has a lock.\n\n```mermaid\n"))
        #expect(page.contains("\n| shut&nbsp;● | Nobody comes in.<br>Nobody comes out. |\n| open | Ajar. |\n"))
    }

    @Test(arguments: ["| a |", "```\na\n```", "- a", "* a", "1. a", "# a"])
    func `a comment ends where something else than words begins`(other: String) {
        var machine = MachineDescription([leaf("shut")], [(0, "turn", 0)])
        machine.documentation = SourceDocumentation(types: [
            "": .init(comment: "A house.\n\nIt has a lock.\n\n\(other)\n\nMore.", cases: [])
        ])
        #expect(MarkdownPage(machine).comment == ["A house.", "It has a lock."])
    }

    @Test func `the list of transitions speaks of activities only where there are some`() throws {
        let page = MarkdownPage(MachineDescription([leaf("shut"), leaf("open")], [(0, "turn", 1)])).text
        #expect(page.contains("<summary>All transitions</summary>"))
        let stream = MarkdownPage(MachineDescription(of: try StateGraph(exploring: StreamState.self))).text
        #expect(stream.contains("<summary>All transitions, with the activities that they exit and enter</summary>"))
    }

    @Test(arguments: [
        ("eventually", ["eventually"]), ("eventually always", ["eventually always"]), ("leads to", ["leads to"]),
        ("leads to, assuming an answer comes (weakly fair)", ["leads to", "assuming … (weakly fair)"]),
        ("always", ["always"]), ("always possible", ["always possible"]), ("at all times", ["at all times"]),
        ("every transition", ["every transition"]),
    ])
    func `a page explains the kinds of its properties, and what a check of the future assumes`(
        kind: String,
        words: [String]
    ) {
        var machine = MachineDescription([leaf("shut")], [(0, "turn", 0)])
        machine.properties = [.init(name: "it opens", kind: kind, refutation: nil, isDecided: true)]
        let text = MarkdownPage(machine).text
        let isPromise = kind.hasPrefix("eventually") || kind.hasPrefix("leads to")
        let note = "For “\(words[0])”, the check assumes that events keep arriving"
        #expect(text.contains(note) == isPromise && text.contains("the check assumes") == isPromise)
        let explained = MarkdownPage(machine).kinds?.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(explained == words.map { "- **\($0)**" })
    }

    @Test func `a sample that is rejected comes before the outcome of the others`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: Asking.self))).text
        #expect(page.contains("| silent | –, e.g. if the value is \" \"<br>otherwise answering |"))
        #expect(page.contains("“e.g.” gives sample values that produced the result"))
        #expect(!page.contains("e.g. if the value is not"))
    }

    @Test func `a condition that is too long for a cell is written out below the table`() {
        let names = ["firstGuardHolds", "secondGuardHolds", "thirdGuardHolds", "fourthGuardHolds", "fifthGuardHolds"]
        let events = (0..<32).map { number in
            let payload = names.indices.map {
                ValueName.Field(label: names[$0], value: "\(number >> $0 & 1 == 1)")
            }
            return ValueName(caseName: "go", payload: payload)
        }
        let steps = events.enumerated().map { (0, $1, $0 == 31 ? 1 : nil) }
        let machine = MachineDescription([leaf("idle"), leaf("busy")], steps)
        let page = MarkdownPage(machine).text
        let words = names.joined(separator: " and ")
        #expect(page.contains("| idle | busy if condition 1<br>otherwise – |\n"), "\(page)")
        #expect(page.contains("\n\n- Condition 1: \(words)\n\n"))
        #expect(page.contains("\n| idle | go, condition 1 | busy |\n"))
        #expect(page.contains("\n\n- Condition 1: go \\[\(words)\\]\n\n"))
        // A picture has a few lines for it, and a diagram in text has it in a comment.
        let lines = [
            " go ", "   [firstGuardHolds and secondGuardHolds and thirdGuardHolds ",
            "   and fourthGuardHolds and fifthGuardHolds] ",
        ]
        #expect(machine.text(in: .dot).contains("\"\(lines.joined(separator: #"\n"#))\""))
        #expect(machine.text(in: .mermaid).contains("\n  %% go [\(words)]\n  idle --> busy : go"))
        #expect(machine.text(in: .plantuml).contains("\n' go [\(words)]\nidle --> busy : go"))
    }

    @Test func `a cell of a region shows every outcome`() throws {
        let session = MarkdownPage(MachineDescription(of: try StateGraph(exploring: StreamSession.self))).text
        #expect(session.contains("| startPictureInPicture | active if stream is live<br>–&nbsp;notLive | – |"))
        let form = MarkdownPage(MachineDescription(of: try StateGraph(exploring: FormValidation.self))).text
        let otherwise = #"=, e.g. if the value is "Ada" and submission is editing<br>–&nbsp;locked<br>otherwise · |"#
        #expect(form.contains(otherwise))
    }

    @Test func `all matrices of a page have their states on the same side`() {
        let narrow = MarkdownTable(header: ["layout", "rotate"], rows: [["portrait", "="], ["landscape", "="]])
        let wide = MarkdownTable(
            header: ["player", String(repeating: "x", count: 60), String(repeating: "y", count: 60)],
            rows: [["idle", "–", "–"]]
        )
        #expect(MarkdownTable.fitting([narrow]).map(\.header) == [narrow.header])
        let both = MarkdownTable.fitting([narrow, wide]).map(\.header)
        #expect(both == [["layout", "portrait", "landscape"], ["player", "idle"]])
    }

    @Test func `a cell is one line, in which no bar begins another cell`() {
        #expect("a|b\r\nc\n\nd||".inTableCell == "a\\|b c d\\|\\|")
    }

    @Test func `a name in a cell is shortened before it is escaped, so that no escape is halved`() {
        let line = String(repeating: "x", count: 78)
        #expect(nameCell("\(line)|yz") == "\(line)\\|…")
        #expect(nameCell("\(line)||") == "\(line)\\|\\|")
    }

    @Test func `a cell is as wide as its longest line`() {
        let line = String(repeating: "x", count: 50)
        let table = MarkdownTable(header: ["", ""], rows: [["\(line)<br>\(line)", line]])
        #expect(table.fitting.rows == table.rows)
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

    @Test func `a matrix that is too wide has parts, without the events that all states of a part reject`() {
        let states = (1...12).map { "state" + String(repeating: "x", count: 10) + "\($0)" }
        let events = (1...12).map { "event" + String(repeating: "y", count: 10) + "\($0)" }
        // Each state handles the event of its number, except for the last one.
        let rows = states.indices.map { state in
            [states[state]] + events.indices.map { $0 == state && $0 < 11 ? "=" : "–" }
        }
        let parts = MarkdownTable(header: [""] + events, rows: rows).parts(leavingOut: "–")
        #expect(parts.count == 3)
        #expect(parts.flatMap { $0.header.dropFirst() } == states)
        // An event that every state rejects is in the first part.
        #expect(parts.map { $0.rows.count } == [5, 4, 3])
        let order = [0, 1, 2, 3, 11, 4, 5, 6, 7, 8, 9, 10]
        #expect(parts.flatMap(\.rows).map { $0[0] } == order.map { events[$0] })
        #expect(parts[1].rows[0] == [events[4], "=", "–", "–", "–"])
        // A narrow one stays as it is, and so does one that would have too many parts.
        let narrow = MarkdownTable(header: ["", "a"], rows: [["b", "–"]])
        #expect(narrow.parts(leavingOut: "–").map(\.text) == [narrow.text])
        let long = MarkdownTable(
            header: ["", String(repeating: "a", count: 50)],
            rows: (1...9).map { [String(repeating: "b", count: 60) + "\($0)", String(repeating: "c", count: 60)] }
        )
        #expect(long.parts(leavingOut: "–").count == 1)
    }

    @Test func `a page without a picture shows the Mermaid diagram in its place`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: StreamState.self))).text
        let diagram = try #require(page.firstRange(of: "```mermaid"))
        #expect(diagram.lowerBound < (try #require(page.firstRange(of: "|  | start |"))).lowerBound)
        #expect(page.ranges(of: "```mermaid").count == 1)
    }

    @Test func `a matrix that is too wide for a page has the events in its rows`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: VideoState.self))).text
        #expect(page.contains("|  | willDownload | downloading | playing | paused | failed |"))
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
