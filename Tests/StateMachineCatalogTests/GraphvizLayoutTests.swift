import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

extension Trait where Self == ConditionTrait {
    /// Skips a test on a computer without Graphviz.
    static var needsGraphviz: Self {
        .enabled(if: (try? ProgramCall.find("dot")) != nil, "pictures are laid out by Graphviz, which is not here")
    }
}

@Suite(.timeLimit(.minutes(5)), .outside) struct GraphvizLayoutTests {
    /// Returns the JSON of a text of a width of 40 whose lower left corner is at (x, y - 2).
    private func text(_ x: Int, _ y: Int, _ text: String = "label") -> String {
        """
        "_ldraw_": [{"op": "F", "size": 10, "face": "Arial"},
            {"op": "T", "pt": [\(x + 20), \(y)], "align": "c", "width": 40, "text": "\(text)"}]
        """
    }

    /// Lays out a frame with a heading, a state in it at (100, 100), and arrows at the state.
    private func layout(_ arrows: String...) -> GraphvizLayout {
        let arrows = arrows.enumerated().map { "{\"_gvid\": \($0), \"tail\": 0, \"head\": 0, \($1)}" }
        return GraphvizLayout(
            output: """
                <svg></svg>
                {"objects": [{"name": "cluster_a", "bb": "50,50,250,150", "nodes": [0], \(text(60, 140, "heading"))},
                    {"name": "s0", "pos": "100,100", "width": "0.5", "height": "0.5", \(text(80, 98, "state"))}],
                "edges": [\(arrows.joined(separator: ","))]}
                """
        )
    }

    /// Returns the JSON of a straight arrow.
    private func arrow(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) -> String {
        let points = [0, 1, 2, 3].map {
            "[\(start.x + (end.x - start.x) * $0 / 3), \(start.y + (end.y - start.y) * $0 / 3)]"
        }
        return "\"_draw_\": [{\"op\": \"b\", \"points\": [\(points.joined(separator: ","))]}]"
    }

    @Test func `nothing overlaps where there is space`() {
        let layout = layout(text(150, 100), text(150, 112), text(150, 60) + "," + arrow(from: (150, 64), to: (190, 64)))
        #expect(layout.svg == "<svg></svg>\n" && layout.overlaps == 0)
    }

    @Test func `a label on another label, a state or a heading, or across a frame, is an overlap`() {
        #expect(layout(text(150, 100), text(185, 104)).hiddenLabels == 1)
        #expect(layout(text(150, 100), text(189, 104)).hiddenLabels == 0)
        #expect(layout(text(110, 100)).hiddenLabels == 1)
        #expect(layout(text(70, 134)).hiddenLabels == 1)
        for (x, y) in [(30, 70), (230, 70), (150, 46), (150, 146)] { #expect(layout(text(x, y)).hiddenLabels == 1) }
        #expect(layout(text(0, 0)).hiddenLabels == 0)
    }

    @Test func `an arrow through the label of another arrow is an overlap, and the heading in its way is named`() {
        let arrows = [((140, 103), (200, 103)), ((170, 80), (170, 120)), ((140, 85), (200, 125))]
        for (start, end) in arrows {
            #expect(layout(text(150, 100), arrow(from: start, to: end)).hiddenLabels == 1)
        }
        #expect(layout(text(150, 100), arrow(from: (140, 112), to: (200, 112))).overlaps == 0)
        let crossing = layout(arrow(from: (80, 160), to: (80, 120)))
        #expect(crossing.crossedHeadings == ["cluster_a"] && crossing.overlaps == 1)
        #expect(layout(arrow(from: (120, 160), to: (120, 120))).overlaps == 0)
    }

    @Test func `control characters, and output without a layout, are no obstacle`() {
        #expect(layout(text(110, 100, "a\u{1}b")).overlaps == 1)
        #expect(GraphvizLayout(output: "<svg></svg>\n").overlaps == 0)
        #expect(GraphvizLayout(output: "nothing").svg == "nothing")
    }

    @Test(.needsGraphviz) func `a heading leaves the way of an arrow`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Titled.self))
        let first = DrawnChart(of: machine).graphviz(pointing: .down)
        #expect(try GraphvizLayout(of: first, timeLimit: nil).crossedHeadings.count == 1)
        #expect(try Picture(of: machine).layout().overlaps == 0)
    }
}

/// A machine with a state whose heading is as wide as its frame.
private enum Titled: FiniteStateDefinition {
    case idle
    case downloadingAndDisplayingInformation(Inner)

    enum Inner: StateDefinition, Hashable {
        case a

        enum Event: Hashable { case none }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    enum Event: Hashable, CaseIterable { case start }

    static var initialStates: [Titled] { [.idle] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .idle: self = .downloadingAndDisplayingInformation(.a)
        case .downloadingAndDisplayingInformation: throw .invalid
        }
    }
}
