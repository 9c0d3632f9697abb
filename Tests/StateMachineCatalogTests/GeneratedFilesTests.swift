import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import TestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .outside) struct GeneratedFilesTests {
    private let names = ["c", "a", "e", "b", "d"]
    private var files: GeneratedFiles {
        GeneratedFiles(Dictionary(uniqueKeysWithValues: names.map { ("\($0).md", "text\n") }))
    }

    @Test func `what was written, or is missing, is told in the order of the names`() throws {
        try inTemporaryFolder { folder in
            let paths = names.sorted().map { "\(folder.path)/\($0).md" }
            #expect(files.differences(from: folder.path) == paths.map { "\($0) is missing." })
            let reports = (try files.write(to: folder.path), try files.write(to: folder.path))
            #expect(reports.0 == paths.map { "wrote \($0)" } && reports.1 == [])
            #expect(files.differences(from: folder.path) == [])
        }
    }

    @Test func `a folder where a file is to be is an error that says so`() throws {
        try inTemporaryFolder { folder in
            let taken = folder.appending(path: "c.md")
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
            let error = #expect(throws: Problem.self) { try files.write(to: folder.path) }
            #expect(error?.description == "Cannot write \(folder.path)/c.md: there is a folder of that name.")
        }
    }

    @Test func `the reason for a failure is that of the system, or the failure itself`() {
        func error(_ text: String, because reason: NSError? = nil) -> NSError {
            var information: [String: any Sendable] = [NSLocalizedDescriptionKey: text]
            information[NSUnderlyingErrorKey] = reason
            return NSError(domain: "tests", code: 1, userInfo: information)
        }
        let full = error("The disk is full.")
        #expect(GeneratedFiles.reason(for: full) == "The disk is full.")
        #expect(GeneratedFiles.reason(for: error("It did not work.", because: full)) == "The disk is full.")
    }

    @Test func `pages of some machines come without an index of all`() throws {
        try inTemporaryFolder { folder in
            let machine = MachineDescription(
                name: "Door",
                states: [.init(name: ValueName(caseName: "shut"), isInitial: true)],
                events: [],
                steps: []
            )
            for (isComplete, names) in [(false, ["Door.md"]), (true, ["Door.md", "README.md"])] {
                let files = try DocumentationPages(machines: [machine], isComplete: isComplete)
                    .files(in: folder.path, isLayingOut: false)
                #expect(files.contents.keys.sorted() == names)
                #expect(files.outdated == ["Door.svg", "Door.dark.svg"])
            }
        }
    }

    @Test(arguments: [
        // As wide as a page, half as wide, twice as wide, and without a size.
        ("width=\"711pt\" height=\"100pt\"", 100), ("width=\"355.5pt\" height=\"100.5pt\"", 100.5),
        ("width=\"1422pt\" height=\"100pt\"", 50), ("width=\"0pt\" height=\"100pt\"", .infinity), ("", .infinity),
    ])
    func `a picture that is wider than a page is as high as on the page`(size: String, height: Double) {
        #expect(Picture.height(of: "<svg \(size)>") == height)
    }
}
