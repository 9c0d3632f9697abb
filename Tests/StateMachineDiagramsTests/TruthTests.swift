import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineDiagrams

/// What diagrams and tables must not claim.
@Suite(.timeLimit(.minutes(5)), .computing) struct TruthTests {
    @Test func `an empty collection and an optional without a value are no output in diagrams and tables`() throws {
        let lists = MachineDescription(of: try StateGraph(exploring: Answering<ListAnswer>.self))
        #expect(labels(of: lists) == ["ask", "tell / 1"])
        #expect(TransitionTable(of: lists).transitions.map(\.output) == [nil, "1"])
        let optionals = MachineDescription(of: try StateGraph(exploring: Answering<OptionalAnswer>.self))
        #expect(labels(of: optionals) == ["ask", "tell / 1"])
        // Programs are told all.
        #expect(lists.text(in: .json).contains("\"output\" : \"[]\""))
    }

    @Test func `an event that changes a payload is not said to leave the machine as it is`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Shop.self))
        let chart = DrawnChart(of: machine)
        #expect(chart.ignored.map(\.description) == ["ring"])
        #expect(chart.updating.map(\.description) == ["add [order.count: e.g. 0 or 1]"])
        for format in [DiagramFormat.dot, .plantuml, .mermaid] {
            let text = machine.text(in: format).replacing("#58;", with: ":")
            #expect(text.contains("no change: ring") && text.contains("only payloads change: add"))
        }
    }

    @Test func `a state of a region that nothing leads out of is an end, though other regions go on`() throws {
        let room = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Room.self)))
        #expect(room.allStates.filter(\.isEnd).map(\.name) == ["broken"])
        #expect(room.dot.split(separator: "\n").contains { $0.contains("broken") && $0.contains("peripheries=2") })
        // The payload of an open order goes on changing, and the door has but one state.
        let shop = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Shop.self)))
        #expect(shop.allStates.filter(\.isEnd).map(\.name) == [])
    }

    @Test func `values that were tried are marked as samples, and what has no other values is not`() throws {
        let asking = MachineDescription(of: try StateGraph(exploring: Asking.self))
        #expect(TransitionTable(of: asking).transitions.map(\.event) == ["ask(not \" \")"])
        let room = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Room.self)))
        #expect(room.arrows.flatMap(\.labels).contains { $0.description == "switchOn [door is not closed]" })
        let flag = TransitionTable(of: MachineDescription(of: try StateGraph(exploring: Flagged.self)))
        #expect(flag.transitions.map(\.event) == ["set(to: true)", "go(not right)", "set(to: false)", "go(not left)"])
        let page = MarkdownPage(asking).text
        #expect(page.contains("“e.g.” gives sample values that produced the result"))
    }

    @Test func `the name of a region is not repeated inside it, unless something else would read the same`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Desk.self))
        let chart = DrawnChart(of: machine)
        #expect(chart.regions.map(\.name) == ["editor", "panel"])
        let names = Dictionary(uniqueKeysWithValues: chart.allStates.map { ($0.id, $0.name) })
        let labels = Dictionary(grouping: chart.arrows) { names[$0.target, default: ""] }
            .mapValues { $0.flatMap(\.labels).map(\.description) }
        #expect(labels["open"] == ["open"] && labels["idle"] == ["editor.close"])
        #expect(labels["shown"] == ["close [editor is not open]"] && labels["hidden"]?.contains("editor.open") == true)
        #expect(chart.allStates.flatMap(\.activities) == ["cursor"])
        let page = MarkdownPage(machine).text
        #expect(page.contains("| editor.editor.open | editor.cursor |"))
    }

    @Test func `the name of a region stays where an event that moves no region would read the same`() {
        func chart(levels: String...) -> DrawnChart {
            let states = levels.flatMap { level in
                ["open", "shut"].map { regional(["editor": leaf($0), "lamp": leaf("lit", level)]) }
            }
            // Closing the whole leaves all as it is, or takes the lamp to its next level.
            let steps: [(Int, ValueName, Int?)] = states.indices.flatMap { state in
                [
                    (state, outer("editor", leaf("close")), state.isMultiple(of: 2) ? state + 1 : nil),
                    (state, leaf("close"), (state + 2) % states.count),
                ]
            }
            return DrawnChart(of: MachineDescription(states, steps))
        }
        for (chart, ignored, updating) in [
            (chart(levels: "1"), ["close"], []), (chart(levels: "1", "2"), [], ["close"]),
        ] {
            #expect(labels(of: chart) == ["editor.close"])
            #expect(chart.ignored.map(\.description) == ignored && chart.updating.map(\.description) == updating)
        }
    }

    @Test func `activities in the table of states are those of the diagram: none that another region has`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Desk.self))
        #expect(MarkdownPage(machine).text.contains("| panel.shown |  |\n"))
    }

    @Test func `captions have lines that a picture has room for, and no event is cut short that fits into one`() throws
    {
        let machine = MachineDescription(of: try StateGraph(exploring: Busy.self))
        let lines = machine.text(in: .dot).split(separator: "\n").first { $0.contains("labelloc=b") }
        let caption = try #require(lines?.firstMatch(of: /label="(.*)\\l"/)?.1)
        let texts = caption.split(separator: "\\l")
        #expect(texts.count > 2 && texts.allSatisfy { $0.count <= 100 })
        #expect(texts.joined(separator: " ").hasSuffix("aRatherLongNameOfAnEvent11, aRatherLongNameOfAnEvent12"))
        #expect(machine.text(in: .mermaid).contains("aRatherLongNameOfAnEvent12"))
        #expect(machine.text(in: .plantuml).contains("aRatherLongNameOfAnEvent12"))
    }

    @Test func `a condition in a caption has several lines where it does not fit into one`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: FormValidation.self))
        let chart = DrawnChart(of: machine)
        let texts = chart.ignored.map(\.description)
        try #require(texts.contains { $0.count > 60 })
        let lines = chart.captions(width: 60)
        #expect(lines.allSatisfy { $0.count <= 60 && !$0.contains("…") })
        #expect(lines.joined(separator: " ") == "no change: " + texts.joined(separator: ", "))
    }

    private func labels(of machine: MachineDescription) -> [String] { labels(of: DrawnChart(of: machine)) }

    private func labels(of chart: DrawnChart) -> [String] { chart.arrows.flatMap(\.labels).map(\.description) }
}
