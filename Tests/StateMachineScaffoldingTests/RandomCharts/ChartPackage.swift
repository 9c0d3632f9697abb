import Foundation
import StateMachineScaffolding

/// A program of machines that were written for charts, with events for them and the outcomes that
/// are expected.
struct ChartPackage {
    /// A machine of the package.
    struct Machine {
        let name: String
        let chart: Chart
    }

    private var machines: [Machine] = []
    private var sources: [String: String] = [:]
    private var script = ""
    private var expected = ""

    /// Writes a machine for a chart.
    mutating func add(_ chart: Chart, module: String) throws(ChartError) -> Machine {
        let writer = try MachineWriter(chart, module: module)
        let machine = Machine(name: writer.name, chart: chart)
        let files = writer.sources()
        let diagram = writer.tests()["\(machine.name)+Diagram.swift"] ?? ""
        sources.merge(files) { $1 }
        sources["\(machine.name)+Diagram.swift"] = diagram.replacing("@testable import \(module)\n", with: "")
        let hasActions = files["\(machine.name).swift"]?.contains("public enum Action:") == true
        let hasGuards = diagram.contains("guards: Set<String>")
        sources["\(machine.name)+Scaffolded.swift"] = """
            import StateMachines
            extension \(machine.name): Scaffolded {
                static func event(_ name: String, _ guards: Set<String>) -> Event? {
                    Event(diagramEvent: name\(hasGuards ? ", guards: guards" : ""))
                }
                static func names(_ output: Output) -> [String] { \(hasActions ? "output.map(\\.diagramAction)" : "[]") }
            }

            """
        machines.append(machine)
        return machine
    }

    /// Begins a machine, sends it events, and expects what the recommendation's algorithm makes of
    /// them.
    ///
    /// - Parameter beginning: The number of the beginning.
    mutating func play(_ machine: Machine, from beginning: Int = 0, _ events: [(name: String, guards: [String])]) {
        let initial = beginning == 0 ? nil : machine.chart.otherBeginnings[beginning - 1]
        var interpreter = ChartInterpreter(machine.chart, from: initial)
        script += "begin\t\(machine.name)\t\(beginning)\n"
        expected += "\(machine.name): \(interpreter.leaves.joined(separator: " "))\n"
        for (event, guards) in events {
            script += "\((["send", event] + guards).joined(separator: "\t"))\n"
            let output = interpreter.handle(event, guards: Dictionary(uniqueKeysWithValues: guards.map { ($0, true) }))
            let outcome = output.map { $0.joined(separator: ", ") } ?? "rejected"
            expected += "\(event) \(guards): \(outcome) → \(interpreter.leaves.joined(separator: " "))\n"
        }
    }

    /// Explores a machine, and expects so many states and transitions.
    mutating func explore(_ machine: Machine, states: Int, transitions: Int) {
        script += "explore\t\(machine.name)\n"
        expected += "\(machine.name): \(states) states, \(transitions) transitions\n"
    }

    /// Writes the sources of the program, `script.txt` for its input, and `expected.txt` for its
    /// output.
    func write(to folder: URL) throws {
        let charts = folder.appending(path: "Sources/charts")
        try FileManager.default.createDirectory(at: charts, withIntermediateDirectories: true)
        for (name, text) in sources { try Data(text.utf8).write(to: charts.appending(path: name)) }
        try Data(main.utf8).write(to: charts.appending(path: "main.swift"))
        try Data(script.utf8).write(to: folder.appending(path: "script.txt"))
        try Data(expected.utf8).write(to: folder.appending(path: "expected.txt"))
    }

    private var main: String {
        """
        import StateMachineGraphs
        import StateMachines

        protocol Scaffolded: FiniteStateDefinition {
            var diagramStates: [String] { get }
            static func event(_ name: String, _ guards: Set<String>) -> Event?
            static func names(_ output: Output) -> [String]
        }

        /// Runs the script up to the next machine.
        func run<Machine: Scaffolded>(_ type: Machine.Type, _ name: String, from beginning: Int) -> String? {
            var machine = Machine.initialStates[beginning]
            print("\\(name): \\(machine.diagramStates.joined(separator: " "))")
            while let line = readLine() {
                guard line.hasPrefix("send") else { return line }
                let words = line.split(separator: "\\t").map(String.init)
                let guards = Array(words.dropFirst(2))
                var outcome = "rejected"
                if let event = Machine.event(words[1], Set(guards)) {
                    do throws(Machine.Rejection) {
                        outcome = Machine.names(try machine.handleEvent(event)).joined(separator: ", ")
                    } catch {}
                }
                print("\\(words[1]) \\(guards): \\(outcome) → \\(machine.diagramStates.joined(separator: " "))")
            }
            return nil
        }

        func explore<Machine: Scaffolded>(_ type: Machine.Type, _ name: String) {
            guard let graph = try? StateGraph(exploring: type) else { return print("\\(name): not explored") }
            print("\\(name): \\(graph.nodes.count) states, \\(graph.edges.count(where: { $0.isHandled })) transitions")
        }

        let machines: [String: any Scaffolded.Type] = [
        \(machines.map { "    \"\($0.name)\": \($0.name).self," }.joined(separator: "\n"))
        ]
        var next = readLine()
        while let words = next?.split(separator: "\\t").map(String.init), let type = machines[words[1]] {
            if words[0] == "explore" {
                explore(type, words[1])
                next = readLine()
            } else {
                next = run(type, words[1], from: Int(words[2]) ?? 0)
            }
        }

        """
    }
}
