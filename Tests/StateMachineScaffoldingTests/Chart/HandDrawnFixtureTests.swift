import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Small diagrams as people draw them, in `Tests/Fixtures/HandDrawn`, each beside a text with its
/// right meaning in the format of ``Chart/lines``.
///
/// The line `notes: 2` contains the number of notes, and each line `note:` a part of one of them.
@Suite(.timeLimit(.minutes(1)), .computing) struct HandDrawnFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Fixtures/HandDrawn")

    static let diagrams: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { !$0.hasSuffix(".txt") }.sorted()
    }()

    @Test func `there are diagrams in each language`() {
        let counts = Dictionary(grouping: Self.diagrams) { $0.split(separator: ".").last ?? "" }.mapValues(\.count)
        #expect(counts.keys.sorted() == ["dot", "mmd", "puml"] && counts.values.allSatisfy { $0 >= 7 }, "\(counts)")
    }

    @Test(arguments: diagrams) func `a diagram drawn by hand has its right meaning`(diagram: String) throws {
        let url = Self.folder.appending(path: diagram)
        let chart = try DiagramLanguage.read(String(contentsOf: url, encoding: .utf8), named: diagram)
        let text = try String(contentsOf: url.deletingPathExtension().appendingPathExtension("txt"), encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        let notes = ChartNote.report(chart.notes)
        let meaning = chart.lines + ["notes: \(notes.count)"]
        #expect(meaning == lines.filter { !$0.hasPrefix("note: ") }, "\(meaning.joined(separator: "\n"))\n\(notes)")
        for line in lines where line.hasPrefix("note: ") {
            #expect(notes.contains { $0.contains(line.dropFirst("note: ".count)) }, "\(line) in \(notes)")
        }
        // Each name is one case of the written machine.
        _ = try MachineWriter(chart, module: "Sample").sources()
    }
}
