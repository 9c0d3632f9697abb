import Foundation
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// The files that are written for each diagram in `Tests/Fixtures/Diagrams`, as they are in
/// `Tests/Fixtures/Scaffolded`.
///
/// `.ci/check-scaffold` compiles the files of the same diagrams and runs their tests.
@Suite(.timeLimit(.minutes(1)), .outside) struct WrittenFilesTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Fixtures")

    static let diagrams: [String] = {
        let folder = fixtures.appending(path: "Diagrams").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }()

    private func writer(_ diagram: String) throws -> MachineWriter {
        let url = Self.fixtures.appending(path: "Diagrams/\(diagram)")
        let chart = try DiagramLanguage.read(String(contentsOf: url, encoding: .utf8), named: diagram)
        return try MachineWriter(chart, module: url.deletingPathExtension().lastPathComponent.capitalized)
    }

    @Test func `there are diagrams in each language`() {
        #expect(Set(Self.diagrams.map { $0.split(separator: ".").last }) == ["scxml", "mmd", "json", "puml", "dot"])
        #expect(Self.diagrams.count >= 14)
    }

    /// The beginning and the end of a long file, such as that of all pairs, and how long it is.
    private static func excerpt(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 320 else { return text }
        return (lines.prefix(200) + ["… \(lines.count) lines …"] + lines.suffix(80)).joined(separator: "\n")
    }

    /// `SCAFFOLD_FIXTURES=update swift test --filter WrittenFilesTests` writes the files again.
    @Test(arguments: diagrams) func `the written files of a diagram are those of the fixtures`(diagram: String) throws {
        let writer = try writer(diagram)
        let folder = Self.fixtures.appending(path: "Scaffolded/\(writer.name)")
        let files = writer.sources().merging(writer.tests()) { $1 }.mapValues(Self.excerpt)
        if ProcessInfo.processInfo.environment["SCAFFOLD_FIXTURES"] == "update" {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name + ".txt")) }
        }
        let present = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(present) == Set(files.keys.map { $0 + ".txt" }))
        for (name, text) in files {
            let expected = try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
            let (lines, known) = (text.split(separator: "\n"), expected.split(separator: "\n"))
            let change = zip(lines, known).first { $0 != $1 }
            #expect(text == expected, "\(name): \(change?.0 ?? "its length") instead of \(change?.1 ?? "")")
        }
    }
}
