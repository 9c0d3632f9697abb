import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineDiagrams

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Pictures without Graphviz, of charts made at random.
@Suite(.timeLimit(.minutes(5)), .computing) struct LayeredLayoutTests {
    private typealias Box = LayeredLayout.Box

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(60)))
    func `nothing covers anything else, and all of it is in the picture`(seed: UInt64) {
        let chart = randomChart(seed: seed)
        let layout = LayeredLayout(of: chart)
        let states = chart.allStates
        var (solid, labels): ([Box], [Box]) = ([], [])
        for state in states {
            guard let box = layout.boxes[state.elementID] else {
                Issue.record("\(state.name) has no place")
                continue
            }
            #expect(layout.size.contains(box))
            for inner in state.regions.flatMap(\.states) {
                #expect(
                    layout.boxes[inner.elementID].map(box.contains) == true,
                    "\(inner.name) is inside \(state.name)"
                )
            }
            if state.regions.isEmpty { solid.append(box) }
        }
        for arrow in chart.arrows {
            guard let route = layout.routes[arrow.id] else { continue }
            let width = arrow.lines.map(LayeredText.label.width).max() ?? 0
            let height = Double(arrow.lines.count) * LayeredText.label.lineHeight
            labels.append(Box(x: route.label.x, y: route.label.y, width: width, height: height))
            #expect(layout.size.contains(labels[labels.count - 1]), "the label of \(arrow.id)")
        }
        let all = solid + labels
        for (index, box) in all.enumerated() {
            for other in all[(index + 1)...] { #expect(!box.overlaps(other), "\(box) covers \(other)") }
        }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)))
    func `each part is in the picture once, and the picture is XML`(seed: UInt64) throws {
        let chart = randomChart(seed: seed)
        let svg = chart.layeredSVG()
        #expect(svg == chart.layeredSVG())
        for id in chart.allStates.map(\.elementID) + chart.arrows.map(\.elementID) {
            #expect(svg.ranges(of: "id=\"\(id)\"").count == 1, "\(id)")
        }
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test func `the rows follow the distance from the beginning, and arrows that skip rows have free places`() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 3), (4, 0)].enumerated().map {
            LayeredRegion.Edge(arrow: $0, source: $1.0, target: $1.1)
        }
        let region = LayeredRegion(count: 5, initial: [0], edges: Array(edges[...3]) + [edges[5]])
        #expect(region.rowOfState == [0, 1, 2, 3, 0])
        #expect(
            region.items(along: edges[3]) == [
                .state(3), .passing(arrow: 3, row: 2), .passing(arrow: 3, row: 1), .state(0),
            ]
        )
        #expect(LayeredRegion(count: 5, initial: [0], edges: edges).rowOfState == [0, 1, 2, 1, 0])
        #expect(LayeredRegion(count: 0, initial: [], edges: []).rows == [[]])
    }

    /// Returns a chart with up to twelve states, some of which have states or regions inside.
    private func randomChart(seed: UInt64) -> DrawnChart {
        var generator = SeededGenerator(seed: seed)
        var count = 0
        func region(_ depth: Int) -> DrawnChart.Region {
            let states = (0..<Int.random(in: 1...4, using: &generator)).map { index in
                count += 1
                var state = DrawnChart.State(id: count, name: "state \"\(count)\" <&>", type: "")
                state.isInitial = index == 0
                state.isFinal = generator.chance(1, in: 8)
                state.isEnd = state.isFinal
                if generator.chance(1, in: 3) { state.activities = ["work", "more work"] }
                if depth < 2, generator.chance(1, in: 4) {
                    state.regions = (0..<Int.random(in: 1...2, using: &generator)).map { _ in region(depth + 1) }
                }
                return state
            }
            return DrawnChart.Region(name: depth == 0 ? nil : "region \(count)", states: states)
        }
        let regions = (0..<(generator.chance(1, in: 4) ? 2 : 1)).map { _ in region(0) }
        let words = ["go", "stop it now", "didReceive [not every reminder is sent]"]
        let arrows = (0..<Int.random(in: 0...(2 * count), using: &generator)).map { id in
            let labels = words.prefix(Int.random(in: 1...3, using: &generator)).map {
                DrawnChart.Label(event: $0, condition: .always)
            }
            let ends = (0..<2).map { _ in Int.random(in: 1...count, using: &generator) }
            return DrawnChart.Arrow(id: id, source: ends[0], target: ends[1], labels: labels, steps: [])
        }
        return DrawnChart(name: "c", regions: regions, arrows: arrows, ignored: [], updating: [], positions: [])
    }
}

extension LayeredLayout.Box {
    fileprivate func contains(_ other: Self) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    fileprivate func overlaps(_ other: Self) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
