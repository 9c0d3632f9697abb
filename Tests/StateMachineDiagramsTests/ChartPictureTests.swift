import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineDiagrams

/// How charts are drawn that are written by hand here.
@Suite(.timeLimit(.minutes(1)), .computing) struct ChartPictureTests {
    private func state(_ id: Int, _ name: String, _ regions: [[DrawnChart.State]] = []) -> DrawnChart.State {
        DrawnChart.State(
            id: id,
            name: name,
            type: "",
            isFailure: DrawnChart.isFailure(name),
            regions: regions.map { .init(states: $0) }
        )
    }

    private func chart(
        _ states: [DrawnChart.State],
        arrows: [(source: Int, target: Int)] = [],
        ignored: [String] = []
    ) -> DrawnChart {
        func label(_ event: String) -> DrawnChart.Label { .init(event: event, condition: .always) }
        let arrows = arrows.enumerated().map { id, arrow in
            DrawnChart.Arrow(id: id, source: arrow.source, target: arrow.target, labels: [label("go")], steps: [])
        }
        return DrawnChart(
            name: "chart",
            regions: [.init(states: states)],
            arrows: arrows,
            ignored: ignored.map(label),
            updating: [],
            positions: []
        )
    }

    private func line(_ beginning: String, of text: String) throws -> Substring {
        try #require(text.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(beginning) })
    }

    @Test func `names of failures have the word for one`() {
        for name in ["error", "loadingFailed", "Failure", "invalid", "invalidInput"] {
            #expect(DrawnChart.isFailure(name))
        }
        for name in ["idle", "valid", "fallen", ""] { #expect(!DrawnChart.isFailure(name)) }
    }

    @Test func `an arrow to a failure has its color, and not one that stays there`() throws {
        let dot = chart([state(0, "idle"), state(1, "failed")], arrows: [(0, 1), (1, 1), (1, 0)]).dot
        let color = DiagramColors.light.failureLine
        #expect(try line("s0 -> s1", of: dot).contains(color))
        #expect(try !line("s1 -> s1", of: dot).contains(color))
        #expect(try !line("s1 -> s0", of: dot).contains(color))
    }

    @Test func `the end of a part has two lines around it, and the end of all leads to a point`() throws {
        var (end, final) = (state(0, "end"), state(1, "final"))
        end.isEnd = true
        final.isFinal = true
        let dot = chart([end, final]).dot
        #expect(try line("s0 [", of: dot).contains("peripheries=2"))
        #expect(try !line("s1 [", of: dot).contains("peripheries=2"))
        #expect(dot.contains("s1 -> \"final\"") && !dot.contains("s0 -> "))
    }

    @Test func `a machine begins where its first frame begins`() {
        var (outer, inner) = (state(0, "outer", [[state(1, "inner"), state(2, "other")]]), state(1, "inner"))
        outer.isInitial = true
        #expect(chart([outer]).dot.contains("\"initial0\" -> s1 [lhead=\"cluster_state0\"]"))
        inner.isInitial = true
        outer.regions[0].states[0] = inner
        let dot = chart([outer]).dot
        #expect(dot.contains("\"initial0\" -> \"initial0_0\" [lhead=\"cluster_state0\"]"))
        #expect(dot.contains("\"initial0_0\" -> s1\n"))
    }

    @Test func `an arrow leaves a frame if it leaves all of its states, and those are several`() {
        func sources(_ states: [ValueName], _ steps: [(Int, String, Int?)]) -> [String] {
            let chart = DrawnChart(of: MachineDescription(states, steps))
            return chart.arrows.map { arrow in chart.allStates.first { $0.id == arrow.source }?.name ?? "" }
        }
        let (one, two) = (outer("frame", leaf("one")), outer("frame", leaf("two")))
        #expect(sources([one, leaf("away")], [(0, "leave", 1)]) == ["one"])
        #expect(sources([one, two, leaf("away")], [(0, "leave", 2), (1, "leave", 2)]) == ["frame"])
        #expect(sources([one, two, leaf("away")], [(0, "leave", 2), (1, "leave", nil)]) == ["one"])
    }

    @Test func `states of one name are different if one of them is final`() {
        for isFinal in [true, false] {
            var machine = MachineDescription([leaf("end", "1"), leaf("end", "2")], [(Int, String, Int?)]())
            machine.states[1].isFinal = isFinal
            for isExact in [true, false] {
                #expect(BisimulationClasses(of: machine, isExact: isExact).numbers == (isFinal ? [0, 1] : [0, 0]))
            }
        }
    }

    /// A value that reads like any other of its type.
    private struct Twin: Hashable, CustomStringConvertible {
        let id: Int
        var description: String { "twin" }
    }

    private enum Seat: FiniteStateDefinition {
        case free
        case taken(Twin)

        enum Event: Hashable { case sit(Twin) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.free, .sit(let twin)): self = .taken(twin)
            case (.taken, .sit): throw .invalid
            }
        }

        static var initialStates: [Seat] { [.free] }
        var sampleEvents: [Event] { [.sit(Twin(id: 1)), .sit(Twin(id: 2))] }
    }

    @Test func `events that read alike are told apart by their order`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Seat.self))
        #expect(machine.events.map(\.description) == ["sit(twin)", "sit(twin)"])
        #expect(machine.steps.map(\.event) == [0, 1, 0, 1, 0, 1])
    }

    @Test func `a failure is filled, and not one with states in it`() {
        #expect(chart([state(0, "failed")]).mermaid.contains("class failed failure"))
        #expect(!chart([state(0, "failed", [[state(1, "idle")]])]).mermaid.contains("failure"))
    }

    @Test func `Mermaid draws no arrow from elsewhere to a frame in a region`() {
        let frame = state(1, "frame", [[state(2, "in")]])
        let states = [state(0, "outer", [[frame, state(3, "beside")], [state(4, "other")]])]
        for (source, isDrawn) in [(1, true), (2, false), (3, false)] {
            #expect(chart(states, arrows: [(source, 1)]).isDrawnByMermaid == isDrawn)
        }
        #expect(chart(states, arrows: [(1, 3)]).isDrawnByMermaid)
    }

    /// The title has ten characters.
    @Test func `a caption is as wide as it may be, and no wider`() {
        func captions(_ events: String...) -> [String] { chart([], ignored: events).captions(width: 30) }
        let long = String(repeating: "x", count: 60)
        #expect(captions("of18letters_xxxxxx", "y") == ["no change: of18letters_xxxxxx,", "y"])
        #expect(captions("of19letters_xxxxxxx", "y") == ["no change:", "of19letters_xxxxxxx, y"])
        #expect(captions("of19letters_xxxxxxx") == ["no change: of19letters_xxxxxxx"])
        #expect(captions(long, long) == ["no change:", long.prefix(28) + "…,", long.prefix(28) + "…"])
        #expect(captions() == [])
    }
}
