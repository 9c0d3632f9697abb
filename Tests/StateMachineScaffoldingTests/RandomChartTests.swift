import Foundation
import StateMachineGraphs
import StateMachineScaffolding
import TestSupport
import Testing

/// Charts made at random, and what the recommendation's algorithm makes of them.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct RandomChartTests {
    /// The compiler would warn of the outer variable, which nothing uses.
    @Test(arguments: [4778])
    func `no condition is asked twice, one inside the other`(seed: UInt64) throws {
        let writer = try MachineWriter(RandomChart.chart(seed: seed).chart, module: "Machine")
        for (file, text) in writer.sources() {
            let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("if ") {
                #expect(line != next, "\(file)")
            }
        }
    }

    /// Writes a package for `.ci/check-scaffold`: the machines in Swift, events for them, and what is expected.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCAFFOLD_FOLDER"] != nil))
    func `writes random charts with events and what is expected`() throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["SCAFFOLD_FOLDER"]))
        let first = ProcessEnvironment.integer("SCAFFOLD_SEED") ?? 1
        let package = RandomChartPackage(seeds: first..<first + (ProcessEnvironment.integer("SCAFFOLD_CHARTS") ?? 100))
        try package.write(to: folder)
        for (reason, count) in package.refusals.sorted(by: { $0.value > $1.value }).prefix(20) { print(count, reason) }
    }
}
