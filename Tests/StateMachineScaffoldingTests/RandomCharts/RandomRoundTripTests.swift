import Foundation
import StateMachineDiagrams
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Charts made at random, written in Swift, run, exported in a format, read again and written in
/// Swift again: the second machine does what the first one does.
///
/// `ROUND_TRIP_CHARTS` tries more charts, and `ROUND_TRIP_FORMAT` only one format.
@Suite(.timeLimit(.minutes(20)), .longComputing, .serialized) struct RandomRoundTripTests {
    static let formats = [DiagramFormat.json, .scxml, .xstate, .mermaid, .plantuml].filter { format in
        ProcessInfo.processInfo.environment["ROUND_TRIP_FORMAT"].map { $0 == format.rawValue } ?? true
    }

    @Test(arguments: formats) func `a random machine that is exported and read is the same machine`(
        format: DiagramFormat
    ) throws {
        let count = ProcessEnvironment.integer("ROUND_TRIP_CHARTS") ?? 2
        let begin = UInt64(ProcessEnvironment.integer("ROUND_TRIP_SEED") ?? 1)
        var outcomes: [String: Int] = [:]
        var seed = begin
        var compared = 0
        // A picture does not show every machine.
        while compared < count, seed < begin + UInt64(count * 20) {
            defer { seed += 1 }
            let chart = RandomChart.chart(seed: seed).chart
            let writer = try MachineWriter(chart, module: "First")
            let first: WrittenGraph
            do {
                first = try WrittenGraph(WrittenMachine(files: writer.sources().values, name: writer.name))
            } catch let problem as SwiftSyntax.Problem {
                Issue.record("seed \(seed): \(problem.text)")
                continue
            }
            guard let machine = first.description else {
                outcomes["more than \(WrittenGraph.limit) states", default: 0] += 1
                continue
            }
            let second: Chart
            do throws(ChartError) {
                second = try DiagramLanguage.read(machine.text(in: format), named: "a.\(format.fileExtension)")
                _ = try MachineWriter(second, module: "Second")
            } catch {
                let reason = error.problem.replacing(#/“[^”]*”/#, with: "“…”")
                outcomes["refused: \(reason)", default: 0] += 1
                let isKnown = Self.limits(of: format).contains { error.problem.contains($0) }
                #expect(isKnown, "seed \(seed): \(error)\n\(machine.text(in: format))")
                continue
            }
            let isPicture = format == .mermaid || format == .plantuml
            if isPicture, second.root.hasConditions {
                outcomes["conditions in words", default: 0] += 1
                continue
            }
            // The graph of a picture has the states of each region, and not their combinations.
            if isPicture, second.root.hasRegions {
                outcomes["regions", default: 0] += 1
                continue
            }
            let json = Data(machine.text(in: .json).utf8)
            let graph = isPicture ? try ExportedGraph(ofPicture: json) : try ExportedGraph(of: json)
            let title = "seed \(seed): \(machine.text(in: format))"
            do {
                try compare(graph, second, title)
            } catch let problem as SwiftSyntax.Problem {
                Issue.record("\(problem.text) in \(title)")
            }
            compared += 1
        }
        print(format.rawValue, "compared \(compared)", outcomes.sorted { $0.value > $1.value })
        #expect(compared == count)
    }

    /// What a format cannot express, as the readers say it.
    private static func limits(of format: DiagramFormat) -> [String] {
        let everywhere = ["no transition has an event", "would both be"]
        return switch format {
        case .mermaid, .plantuml:
            everywhere + [
                "initial state", "guards", "never takes this transition", "begins at the final state", "brackets",
                "is not final because", "is used", "more than", "the label", "arrows leave", "[*]",
                "the chart contains no states",
            ]
        default: everywhere
        }
    }

    /// The actions of an output: a list, or in a picture words with semicolons between them.
    private static func actions(_ output: String) -> [String] {
        output.hasPrefix("[") ? ExportedOutput.actions(output) : output.components(separatedBy: "; ")
    }

    /// Follows the graph, the chart and the Swift of the chart at the same time.
    private func compare(_ graph: ExportedGraph, _ chart: Chart, _ title: String) throws {
        let writer = try MachineWriter(chart, module: "Second")
        let machine = try WrittenMachine(files: writer.sources().values, name: writer.name)
        let names = Dictionary(uniqueKeysWithValues: writer.machine.events.map { ($0.diagram, $0.name) })
        let start = try #require(graph.beginnings.first)
        var waiting = [(state: start, place: ChartInterpreter(chart), value: machine.state)]
        var places = [start: waiting[0].place.leaves]
        while let (state, place, value) = waiting.popLast() {
            for event in graph.events {
                var next = place
                let actions = next.handle(event)
                let written = try machine.placed(in: value)
                let output = try names[event].flatMap { try written.handle($0) }
                let step = graph.steps[state][event]
                try #require((actions == nil) == (step == nil), "\(place.leaves), \(event): \(title)")
                #expect(
                    output == actions?.map { SwiftName.lower($0, kind: "action") },
                    "\(place.leaves), \(event): \(title)"
                )
                guard let step, let actions else { continue }
                try #require(actions == step.output.map(Self.actions) ?? [], "\(place.leaves), \(event): \(title)")
                if let known = places.updateValue(next.leaves, forKey: step.target) {
                    try #require(known == next.leaves, "\(place.leaves), \(event): \(title)")
                } else {
                    waiting.append((step.target, next, written.state))
                }
            }
        }
    }
}

extension Chart.State {
    fileprivate var hasRegions: Bool { kind == .parallel || children.contains(where: \.hasRegions) }

    fileprivate var hasConditions: Bool {
        transitions.contains { $0.condition != nil } || children.contains(where: \.hasConditions)
    }
}
