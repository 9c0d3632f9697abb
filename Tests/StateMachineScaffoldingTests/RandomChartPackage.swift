import Foundation
import StateMachineGraphs
import StateMachineScaffolding

/// A program of machines that were written for random charts, with events for them and the outcomes that are expected.
struct RandomChartPackage {
    private var sources: [String: String] = [:]
    private var script = ""
    private var expected = ""
    /// How often charts were refused, by reason.
    private(set) var refusals: [String: Int] = [:]

    init(seeds: Range<Int>) {
        var machines: [String] = []
        for seed in seeds {
            let (chart, refusals) = RandomChart.chart(seed: UInt64(seed))
            for refusal in refusals {
                let reason = refusal.replacing(#/“[^”]*”/#, with: "“…”")
                self.refusals[reason, default: 0] += 1
            }
            let module = "M\(seed)"
            guard let writer = try? MachineWriter(chart, module: module) else { continue }
            let name = writer.name
            machines.append(name)
            for (file, text) in writer.sources() { sources[file] = text }
            sources["\(name)+Diagram.swift"] = writer.tests()["\(name)+Diagram.swift"]?.replacing(
                "@testable import \(module)\n",
                with: ""
            )
            let hasActions = sources["\(name).swift"]?.contains("public enum Action:") == true
            let hasGuards = sources["\(name)+Diagram.swift"]?.contains("guards: Set<String>") == true
            sources["\(name)+Scaffolded.swift"] = """
                import StateMachines
                extension \(name): Scaffolded {
                    static func event(_ name: String, _ guards: Set<String>) -> Event? {
                        Event(diagramEvent: name\(hasGuards ? ", guards: guards" : ""))
                    }
                    static func names(_ output: Output) -> [String] { \(hasActions ? "output.map(\\.diagramAction)" : "[]") }
                }

                """
            run(chart, name, seed)
        }
        sources["main.swift"] = Self.main(machines)
    }

    /// Random walks through the interpreter.
    private mutating func run(_ chart: Chart, _ name: String, _ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 77)
        for _ in 0..<20 {
            var interpreter = ChartInterpreter(chart)
            script += "\(name)\n"
            expected += "\(name): \(interpreter.leaves.joined(separator: " "))\n"
            for _ in 0..<25 {
                let event = (RandomChart.events + ["z"]).randomElement(using: &generator) ?? "a"
                let guards = ["g", "h"].filter { _ in Bool.random(using: &generator) }
                script += "\(([event] + guards).joined(separator: " "))\n"
                let output = interpreter.handle(
                    event,
                    guards: Dictionary(uniqueKeysWithValues: guards.map { ($0, true) })
                )
                let outcome = output.map { $0.joined(separator: ", ") } ?? "rejected"
                expected += "\(event) \(guards): \(outcome) → \(interpreter.leaves.joined(separator: " "))\n"
            }
        }
    }

    func write(to folder: URL) throws {
        let charts = folder.appending(path: "Sources/charts")
        try FileManager.default.createDirectory(at: charts, withIntermediateDirectories: true)
        for (name, text) in sources { try Data(text.utf8).write(to: charts.appending(path: name)) }
        try Data(script.utf8).write(to: folder.appending(path: "script.txt"))
        try Data(expected.utf8).write(to: folder.appending(path: "expected.txt"))
    }

    private static func main(_ machines: [String]) -> String {
        """
        import StateMachines

        protocol Scaffolded: FiniteStateDefinition {
            var diagramStates: [String] { get }
            static func event(_ name: String, _ guards: Set<String>) -> Event?
            static func names(_ output: Output) -> [String]
        }

        /// Runs one script, up to the name of the next machine.
        func run<Machine: Scaffolded>(_ type: Machine.Type, _ name: String) -> String? {
            var machine = Machine.initialStates[0]
            print("\\(name): \\(machine.diagramStates.joined(separator: " "))")
            while let line = readLine() {
                let words = line.split(separator: " ").map(String.init)
                guard words[0].count == 1 else { return line }
                let guards = Array(words.dropFirst())
                var outcome = "rejected"
                if let event = Machine.event(words[0], Set(guards)) {
                    do throws(TransitionError) {
                        outcome = Machine.names(try machine.handleEvent(event)).joined(separator: ", ")
                    } catch {}
                }
                print("\\(words[0]) \\(guards): \\(outcome) → \\(machine.diagramStates.joined(separator: " "))")
            }
            return nil
        }

        let machines: [String: any Scaffolded.Type] = [
        \(machines.map { "    \"\($0)\": \($0).self," }.joined(separator: "\n"))
        ]
        var next = readLine()
        while let name = next, let type = machines[name] { next = run(type, name) }

        """
    }
}
