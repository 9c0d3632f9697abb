import Foundation
import StateMachineGraphs
import StateMachineScaffolding
import TestSupport
import Testing

/// Charts made at random, and what the recommendation's algorithm makes of them.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct RandomChartTests {
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
