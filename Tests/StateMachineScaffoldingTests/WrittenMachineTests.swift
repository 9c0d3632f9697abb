import StateMachineGraphs
import TestSupport
import Testing

@testable import StateMachineScaffolding

/// What is written in Swift does what the recommendation's algorithm does, as far as `WrittenMachine` reads Swift.
///
/// `.ci/check-scaffold` compares the two again, with a compiler.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct WrittenMachineTests {
    /// Sends events to a written machine and to the interpreter of its chart.
    static func compare(_ chart: Chart, _ walks: [[(name: String, guards: [String])]], _ title: String) throws {
        let writer = try MachineWriter(chart, module: "Written")
        let labels = RandomChart.guards.map { ($0, $0 == "hasMoved" ? "hasMoved_" : $0) }
        let written = try WrittenMachine(files: writer.sources().values, name: writer.name)
        for walk in walks {
            var interpreter = ChartInterpreter(chart)
            let machine = try written.restarted()
            #expect(machine.leaves(of: chart) == interpreter.leaves, "\(title): the beginning")
            if machine.declarations[writer.name]?.staticFunctions["initialActions"] != nil {
                let actions = try machine.property("initialActions", isStatic: true).names
                #expect(actions == interpreter.initialOutput.map(swiftName), "\(title): the beginning")
            } else {
                #expect(interpreter.initialOutput == [], "\(title): the beginning")
            }
            var sent = ""
            for (event, guards) in walk {
                sent += " \(event)\(guards)"
                let valuation = Dictionary(uniqueKeysWithValues: guards.map { ($0, true) })
                let output = interpreter.handle(event, guards: valuation)
                let isKnown = machine.declarations["Event"]?.cases[event] != nil
                let given = labels.filter { guards.contains($0.0) }.map(\.1)
                let actions = try machine.handle(isKnown ? event : "other", guards: Set(given))
                try #require(actions == output?.map(swiftName), "\(title):\(sent)")
                try #require(machine.leaves(of: chart) == interpreter.leaves, "\(title):\(sent)")
            }
            if machine.declarations[writer.name]?.functions["isFinal"] != nil {
                guard case .bool(let isFinal) = try machine.property("isFinal") else { continue }
                #expect(isFinal == !interpreter.isRunning, "\(title):\(sent)")
            }
        }
    }

    private static func swiftName(_ action: String) -> String { SwiftName.lower(action, kind: "action") }

    @Test(arguments: 0..<6) func `a random chart is written as a machine that does the same`(part: Int) throws {
        for seed in UInt64(part * 20)..<UInt64(part * 20 + 20) {
            let chart = RandomChart.chart(seed: seed).chart
            var generator = SeededGenerator(seed: seed &+ 77)
            try Self.compare(chart, (0..<5).map { _ in RandomChartTests.walk(with: &generator) }, "seed \(seed)")
        }
    }

    @Test(arguments: RecommendationTests.examples)
    func `an example of the recommendation is written as a machine that does the same`(
        example: RecommendationTests.Example
    ) throws {
        let initial = example.initial.map { " initial='\($0)'" } ?? ""
        var chart = try SCXMLReader.read("<scxml\(initial)>\(example.states)</scxml>")
        func telling(_ state: Chart.State) -> Chart.State {
            var state = state
            state.children = state.children.map(telling)
            if case .history = state.kind { return state }
            state.entryActions.append("enter \(state.id)")
            if state.kind != .final { state.exitActions.append("exit \(state.id)") }
            return state
        }
        chart.root.children = chart.root.children.map(telling)
        let events = example.events.split(separator: " ").map { (name: String($0), guards: [String]()) }
        do throws(ChartError) {
            _ = try MachineWriter(chart, module: "Written")
        } catch {
            return #expect(Self.refusals.contains { "\(error)".contains($0) }, "\(error)")
        }
        try Self.compare(chart, [events], example.rule)
        try Self.compare(try SCXMLReader.read("<scxml\(initial)>\(example.states)</scxml>"), [events], example.rule)
    }

    /// Why some examples are not written.
    private static let refusals = ["no transition has an event", "leads to its own history"]
}
