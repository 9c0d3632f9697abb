import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Configurations made at random, and what XState 5.32.5 does with events, which was recorded in
/// `Tests/Fixtures/XState/walks.json`.
///
/// `XSTATE_WALKS` names a larger file.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct XStateWalkTests {
    struct Recording: Decodable {
        struct Moment: Decodable {
            let leaves: [String]
            let actions: [String]
        }

        struct Step: Decodable {
            let event: String
            let guards: [String]
            let handled: Bool
            let actions: [String]
            let leaves: [String]
            let done: Bool
        }

        struct Walk: Decodable {
            let start: Moment
            let steps: [Step]
        }

        let seed: Int
        let config: String
        let walks: [Walk]
    }

    private static func recordings() throws -> [Recording] {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Fixtures/XState/walks.json")
        let file = ProcessInfo.processInfo.environment["XSTATE_WALKS"].map { URL(filePath: $0) } ?? fixture
        return try JSONDecoder().decode([Recording].self, from: Data(contentsOf: file))
    }

    @Test func `a configuration does what XState does`() throws {
        var refusals: [String: Int] = [:]
        var steps = 0
        for recording in try Self.recordings() {
            let chart: Chart
            do throws(ChartError) {
                chart = try XStateReader.read(recording.config)
                _ = try MachineWriter(chart, module: "Machine")
            } catch {
                refusals[error.problem.replacing(#/“[^”]*”/#, with: "“…”").replacing(#/\d+/#, with: "0"), default: 0] +=
                    1
                continue
            }
            steps += try Self.compare(recording.walks, chart, "seed \(recording.seed): \(recording.config)")
        }
        if ProcessInfo.processInfo.environment["XSTATE_WALKS"] != nil {
            print(steps, "steps; refused:", refusals.sorted { $0.value > $1.value })
        }
        #expect(steps > 300)
    }
    /// Sends the events of walks to the interpreter of a chart, and compares it with XState.
    ///
    /// - Returns: The number of events.
    static func compare(_ walks: [Recording.Walk], _ chart: Chart, _ title: String) throws -> Int {
        var steps = 0
        for (number, walk) in walks.enumerated() {
            var interpreter = ChartInterpreter(chart)
            #expect(interpreter.leaves == walk.start.leaves, "\(title)")
            #expect(interpreter.initialOutput == walk.start.actions, "\(title)")
            for (index, step) in walk.steps.enumerated() {
                steps += 1
                let guards = Dictionary(uniqueKeysWithValues: step.guards.map { ($0, true) })
                let output = interpreter.handle(step.event, guards: guards)
                let words = "walk \(number), step \(index): \(step.event) \(step.guards), \(title)"
                try #require((output != nil) == step.handled, "\(words)")
                try #require(output ?? [] == step.actions, "\(words)")
                // A machine of regions ends in a state of its own.
                let ends = chart.root.children.filter { ($0.key ?? $0.id) == "done" }.map { [$0.id] }
                let leaves = ends.contains(interpreter.leaves) ? step.leaves : interpreter.leaves
                try #require(leaves == step.leaves, "\(words)")
                try #require(interpreter.isRunning != step.done, "\(words)")
            }
        }
        return steps
    }
}
