import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Machines in TypeScript and JavaScript, and what XState did with events.
///
/// `Tests/Fixtures/XState/scripts` contains the machines, and `scripts.json` the recordings.
@Suite(.timeLimit(.minutes(1)), .computing) struct XStateScriptWalkTests {
    private struct Recording: Decodable {
        let file: String
        let walks: [XStateWalkTests.Recording.Walk]
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/XState")

    static func script(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: "scripts/\(name)"), encoding: .utf8)
    }

    @Test func `a machine in a script does what XState does`() throws {
        let data = try Data(contentsOf: Self.fixtures.appending(path: "scripts.json"))
        let recordings = try JSONDecoder().decode([Recording].self, from: data)
        #expect(recordings.count == 12)
        for recording in recordings {
            let chart = try DiagramLanguage.read(Self.script(recording.file), named: recording.file)
            #expect(try XStateWalkTests.compare(recording.walks, chart, recording.file) > 10, "\(recording.file)")
            #expect(try MachineWriter(chart, module: "Sample").unreachedStates == [], "\(recording.file)")
        }
    }
}
