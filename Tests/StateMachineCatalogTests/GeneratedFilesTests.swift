import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
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
            #expect(error?.description == "Cannot write \(folder.path)/c.md: a folder with this name exists.")
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

    @Test func `an outdated picture belongs to its machine, unlike a picture of a machine that is gone`() throws {
        try inTemporaryFolder { folder in
            for name in ["Door.svg", "Gone.svg"] {
                try Data("<!-- \(GeneratedFiles.mark) -->".utf8).write(to: folder.appending(path: name))
            }
            let files = GeneratedFiles([:], outdated: ["Door.svg"], isComplete: true)
            #expect(
                files.differences(from: folder.path) == [
                    "\(folder.path)/Door.svg is missing or out of date.",
                    "\(folder.path)/Gone.svg does not belong to any machine in the catalog.",
                ]
            )
        }
    }

    @Test func `the index of all pages counts the properties that hold, and leaves out a column without any`() throws {
        func index(_ refutations: [[String?]]) throws -> String {
            let machines = refutations.enumerated().map { number, refutations in
                var machine = MachineDescription(
                    name: "Door\(number)",
                    states: [.init(name: ValueName(caseName: "shut"), isInitial: true)],
                    events: [ValueName(caseName: "kick")],
                    steps: [.init(source: 0, event: 0, reaction: nil)]
                )
                machine.properties = refutations.map {
                    .init(name: "it is shut", kind: "always", refutation: $0, isDecided: true)
                }
                return machine
            }
            let files = try DocumentationPages(machines: machines, isComplete: true)
                .files(in: "/does not exist", isLayingOut: false)
            return try #require(files.contents["README.md"])
        }
        let all = try index([[nil, nil], [nil, "It opens.", nil], []])
        #expect(all.contains("\n| machine | description | states × events | properties |\n| --- | --- |"))
        #expect(all.contains("\n| [Door0](Door0.md) |  | 1&nbsp;×&nbsp;1 | 2 hold |\n"))
        #expect(all.contains("\n| [Door1](Door1.md) |  | 1&nbsp;×&nbsp;1 | **2 of 3 hold** |\n"))
        #expect(all.contains("\n| [Door2](Door2.md) |  | 1&nbsp;×&nbsp;1 |  |\n"))
        let none = try index([[], []])
        #expect(none.contains("\n| machine | description | states × events |\n| --- | --- | --- |\n"))
        #expect(none.contains("\n| [Door1](Door1.md) |  | 1&nbsp;×&nbsp;1 |\n"))
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
