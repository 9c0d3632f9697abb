import Foundation
import StateMachineDiagrams
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Each machine of this package, written in each format, read again, and compared with itself.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct RoundTripTests {
    @Test(arguments: ExportedMachine.all.usually(oneOf: 2))
    func `a machine that is exported and read has the same graph, or is refused`(exported: ExportedMachine) throws {
        if case .refused(let reason) = exported.limit {
            let error = try #require(throws: ChartError.self) { _ = try exported.chart() }
            #expect("\(error)".contains(reason))
            return
        }
        let chart = try exported.chart()
        #expect(try !MachineWriter(chart, module: "Machine").sources().isEmpty)
        if exported.limit == .conditionsAsGuards { return }
        try compare(exported.graph(), chart)
    }

    /// Follows both at the same time, to every pair of states that they reach together.
    private func compare(_ graph: ExportedGraph, _ chart: Chart) throws {
        let beginnings = [nil] + chart.otherBeginnings
        try #require(graph.beginnings.count == beginnings.count)
        var waiting = zip(graph.beginnings, beginnings).map { ($0, ChartInterpreter(chart, from: $1)) }
        var places = Dictionary(uniqueKeysWithValues: waiting.map { ($0, $1.leaves) })
        while let (state, place) = waiting.popLast() {
            for event in graph.events + ["unknown"] {
                var next = place
                let actions = next.handle(event)
                let step = graph.steps[state][event]
                #expect((actions == nil) == (step == nil), "\(place.leaves): \(event)")
                guard let step, let actions else { continue }
                #expect(actions == [step.output].compactMap(\.self), "\(place.leaves): \(event)")
                if let known = places.updateValue(next.leaves, forKey: step.target) {
                    #expect(known == next.leaves, "\(place.leaves): \(event)")
                } else {
                    waiting.append((step.target, next))
                }
            }
        }
        #expect(places.count == graph.steps.count)
        #expect(Set(places.values).count == places.count, "states that are one")
    }

    /// Writes a package for `.ci/check-scaffold`: the machines in Swift, and what they do for each
    /// event in each state.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["ROUND_TRIP_FOLDER"] != nil))
    func `writes the exported machines in Swift`() throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["ROUND_TRIP_FOLDER"]))
        var package = ChartPackage()
        for exported in ExportedMachine.all where exported.limit == nil || exported.limit == .firstBeginningOnly {
            let (chart, graph) = (try exported.chart(), try exported.graph())
            let module = exported.name + exported.format.rawValue.capitalized
            let machine = try package.add(chart, module: module)
            for state in graph.paths.keys.sorted() {
                guard let path = graph.paths[state] else { continue }
                for event in graph.events {
                    package.play(machine, from: path.beginning, (path.events + [event]).map { ($0, []) })
                }
            }
            package.explore(machine, states: graph.steps.count, transitions: graph.stepCount)
        }
        try package.write(to: folder)
    }
}
