import Foundation
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Charts made at random, and what the recommendation's algorithm makes of them.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct RandomChartTests {
    /// The compiler would warn of the outer variable, which nothing uses.
    @Test(arguments: Array(0..<UInt64(ProcessEnvironment.runs(8))) + [4778])
    func `no condition is asked twice, one inside the other`(seed: UInt64) throws {
        let writer = try MachineWriter(RandomChart.chart(seed: seed).chart, module: "Machine")
        for (file, text) in writer.sources() {
            let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("if ") {
                #expect(line != next, "\(file)")
            }
        }
    }

    /// Writes a package for `.ci/check-scaffold`: the machines in Swift, events for them, and what
    /// is expected.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCAFFOLD_FOLDER"] != nil))
    func `writes random charts with events and what is expected`() throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["SCAFFOLD_FOLDER"]))
        let first = ProcessEnvironment.integer("SCAFFOLD_SEED") ?? 1
        var package = ChartPackage()
        var refusals: [String: Int] = [:]
        for seed in first..<first + (ProcessEnvironment.integer("SCAFFOLD_CHARTS") ?? 100) {
            let (chart, reasons) = RandomChart.chart(seed: UInt64(seed), isNested: seed.isMultiple(of: 2))
            for reason in reasons { refusals[reason.replacing(#/“[^”]*”/#, with: "“…”"), default: 0] += 1 }
            let machine = try package.add(chart, module: "M\(seed)")
            var generator = SeededGenerator(seed: UInt64(seed) &+ 77)
            for _ in 0..<20 { package.play(machine, Self.walk(with: &generator)) }
        }
        try package.write(to: folder)
        for (reason, count) in refusals.sorted(by: { $0.value > $1.value }).prefix(20) { print(count, reason) }
    }

    /// Events with guards at random, one of which no chart knows.
    static func walk(with generator: inout SeededGenerator) -> [(name: String, guards: [String])] {
        (0..<25).map { _ in
            let event = (RandomChart.events + ["z"]).randomElement(using: &generator) ?? "a"
            return (event, RandomChart.guards.filter { _ in Bool.random(using: &generator) })
        }
    }
}
