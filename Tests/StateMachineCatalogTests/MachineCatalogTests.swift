import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// What is written of machines in the test's own process, where programs of the toolchain are
/// waited for.
@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct MachineCatalogTests {
    @Test
    func `a case that no sample has produced, and an event that is not offered somewhere, are errors that name them`()
        throws
    {
        let error = #expect(throws: Problem.self) { _ = try MachineCatalog(.machine(Incomplete.self)).described([]) }
        let text = try #require(error?.description)
        #expect(text.contains("no sample event produces the case nowhere of StateMachineCatalogTests.Incomplete"))
        #expect(
            text.contains("no sample event produces the case forgotten of StateMachineCatalogTests.Incomplete.Event")
        )
        #expect(
            text.contains("The event stay is missing from the sample events of there, although other states try it.")
        )
        // Each of them once, although the graph and the symbol graph both know of the cases.
        #expect(text.split(separator: "\n").count == 3, "\(text)")
    }

    @Test func `a name for a condition is on the page, and one that decides nothing is an error`() throws {
        func catalog(_ name: String, _ isTrue: @escaping @Sendable (Complete, Complete.Event) -> Bool) -> MachineCatalog
        {
            MachineCatalog(.machine(Complete.self, conditions: [.named(name, isTrue: isTrue)]))
        }
        let error = #expect(throws: Problem.self) { _ = try catalog("late") { _, _ in false }.described([]) }
        let words = "Add a sample for which it is true, or remove the condition."
        #expect(error?.description == "Complete: The condition “late” is false for every sample. \(words)")
    }

    @Test(arguments: ["", "../x", "a/b", "README", "Other"])
    func `names that are no names of files, and names that are taken, are refused`(name: String) throws {
        let catalog = MachineCatalog(.machine(Complete.self, name: "other"), .machine(Complete.self, name: name))
        let error = #expect(throws: Problem.self) { _ = try catalog.described([]) }
        #expect(try #require(error?.description).contains("name:"))
        #expect(throws: Problem.self) { _ = try MachineCatalog().described([]) }
    }

    @Test(arguments: [
        ("", "does not begin with a period, and does not contain a slash"),
        (".x", "does not begin with a period, and does not contain a slash"),
        ("../x", "does not begin with a period, and does not contain a slash"),
        ("a/b", "does not begin with a period, and does not contain a slash"),
        ("README", "because another page in the catalog has this name"),
        ("index", "because another page in the catalog has this name"),
        ("a.dark", #"because names that end in ".dark" are reserved for dark-mode pictures"#),
        ("a.DARK", #"because names that end in ".dark" are reserved for dark-mode pictures"#),
        ("Other", "Two machines are called Other"),
    ])
    func `a refused name is refused with the rule that it breaks`(name: String, rule: String) throws {
        let catalog = MachineCatalog(.machine(Complete.self, name: "other"), .machine(Complete.self, name: name))
        let error = #expect(throws: Problem.self) { _ = try catalog.described([]) }
        #expect(try #require(error?.description).contains(rule))
    }

    @Test func `types in extensions, in generic types and of odd names are found in the symbol graph`() throws {
        let machines = try MachineCatalog(
            .machine(Complete.self),
            .machine(Outer<Int>.Inner.self, name: "Inner"),
            .machine(String.Flag.self, name: "Flag")
        ).described([])
        #expect(machines.map(\.states.count) == [2, 2, 2])
        #expect(
            machines[0].documentation.comment(type: machines[0].states[1].name.type, caseName: "404 (not) found")
                == "It is gone."
        )
        // On one line in the source, or on several.
        let cases = machines[0].documentation.types.mapValues { $0.cases.map(\.name) }
        #expect(cases["StateMachineCatalogTests.Incomplete"] == ["here", "there", "nowhere"])
        #expect(cases["StateMachineCatalogTests.Incomplete.Event"] == ["go", "stay", "forgotten"])
        #expect(cases["StateMachineCatalogTests.Complete"] == ["found", "404 (not) found"])
    }

    @Test
    func `properties are on the page with their verdicts, and one that does not hold is an error with its refutation`()
        throws
    {
        let properties: [MachineProperty<Complete>] = [
            .reachable("it can be | gone") { $0 != Complete.initialStates[0] },
            .never("it is **gone**") { $0 != Complete.initialStates[0] },
            .atAllTimes("endless", remembering: { _ in 0 }) { count, _ in
                count += 1
                return true
            },
        ]
        let catalog = MachineCatalog(.machine(Complete.self, properties: properties))
        let page = MarkdownPage(try #require(try catalog.described([]).first)).text
        #expect(
            page.contains("| it can be &#124; gone | reachable | holds |")
                || page.contains("| it can be \\| gone | reachable | holds |")
        )
        #expect(page.contains("\\*\\*gone\\*\\* | never | **does not hold** |"))
        #expect(page.contains("    \"it is **gone**\" does not hold: "))
        #expect(page.contains("| endless | at all times | **undecided** |"))
        #expect(page.contains("    \"endless\" is undecided: "))
    }

    @Test func `a page with a property that does not hold is written all the same, with a failing status`() throws {
        let reachable = MachineProperty<Complete>.reachable("it can be gone") { $0 != Complete.initialStates[0] }
        let never = MachineProperty<Complete>.never("it is gone") { $0 != Complete.initialStates[0] }
        let catalog = MachineCatalog(.machine(Complete.self, properties: [reachable, never]))
        try inTemporaryFolder { folder in
            try writePictures(of: try #require(try catalog.described([]).first), to: folder)

            // What is written elsewhere than into `Docs/` leaves other files as they are.
            let readme = folder.appending(path: "readme.txt")
            let lines = "<!-- properties of Complete -->\nstale\n<!-- end of properties -->\n"
            try Data(lines.utf8).write(to: readme)
            let wrong = MachineCatalog(
                .machine(Complete.self, properties: [reachable, never], readme: readme.path)
            )
            #expect(wrong.run(["--output", folder.path]) == 1)
            #expect(try String(contentsOf: readme, encoding: .utf8) == lines)
            let page = try String(contentsOf: folder.appending(path: "Complete.md"), encoding: .utf8)
            #expect(page.contains("does not hold"))
            #expect(catalog.run(["--check", "--output", folder.path]) == 1)
            let right = MachineCatalog(.machine(Complete.self, properties: [reachable], readme: readme.path))
            #expect(right.run(["--output", folder.path]) == 0)
            #expect(right.run(["--check", "--output", folder.path]) == 0)
        }
    }

    @Test func `a finding or an endless machine does not block the files of the other machines`() throws {
        try inTemporaryFolder { folder in
            func names(endingWith end: String) throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(end) }.sorted()
            }
            let catalog = MachineCatalog(.machine(Incomplete.self), .machine(Endless.self), .machine(Complete.self))
            #expect(catalog.run(["--format", "mermaid", "--output", folder.path]) == 1)
            #expect(try names(endingWith: ".mmd") == ["Complete.mmd", "Incomplete.mmd"])

            let complete = MachineCatalog(.machine(Complete.self))
            try writePictures(of: try #require(try complete.described([]).first), to: folder)
            #expect(complete.run(["--output", folder.path]) == 0)
            let index = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
            try FileManager.default.removeItem(at: folder.appending(path: "Complete.md"))
            // The page of a machine that cannot be explored stays as it is, and so does the index.
            try Data("<!-- \(GeneratedFiles.mark) -->\n".utf8).write(to: folder.appending(path: "Endless.md"))
            #expect(
                MachineCatalog(.machine(Endless.self), .machine(Complete.self)).run(["--output", folder.path]) == 1
            )
            #expect(try names(endingWith: ".md") == ["Complete.md", "Endless.md", "README.md"])
            #expect(try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8) == index)
        }
    }

    /// Writes pictures of a machine, so that none has to be laid out, which the toolchain alone
    /// cannot do.
    private func writePictures(of machine: MachineDescription, to folder: URL) throws {
        for theme in Picture.Theme.allCases {
            let file = folder.appending(path: Picture.fileName(of: machine, theme: theme))
            let digest = Picture(of: machine, theme: theme).digest
            try Data("<svg/> <!-- Source: \(digest) -->".utf8).write(to: file)
        }
    }

    @Test(.needsGraphviz)
    func `pictures that are not there yet are laid out, for light pages and for dark ones`() throws {
        try inTemporaryFolder { folder in
            let catalog = MachineCatalog(.machine(Complete.self, name: "Two words"))
            #expect(catalog.run(["--output", folder.path]) == 0)
            #expect(catalog.run(["--check", "--output", folder.path]) == 0)
            let machine = try #require(try catalog.described([]).first)
            let light = try String(contentsOf: folder.appending(path: "Two words.svg"), encoding: .utf8)
            let dark = try String(contentsOf: folder.appending(path: "Two words.dark.svg"), encoding: .utf8)
            #expect(Picture(of: machine).isUpToDate(light) && !Picture(of: machine).isUpToDate(dark))
            #expect(Picture(of: machine, theme: .dark).isUpToDate(dark))
            // Without frames, it lies: that is lower.
            let size = try #require(light.firstMatch(of: /width="(\d+)pt" height="(\d+)pt"/))
            #expect(try #require(Int(size.1)) > #require(Int(size.2)))
            let page = try String(contentsOf: folder.appending(path: "Two words.md"), encoding: .utf8)
            #expect(page.contains(#"<source media="(prefers-color-scheme: dark)" srcset="Two%20words.dark.svg">"#))
            #expect(page.contains(#"<img src="Two%20words.svg""#))
        }
    }

    @Test func `a file that is written by hand shows properties between two lines`() throws {
        try inTemporaryFolder { folder in
            let file = folder.appending(path: "README.md")
            let catalog = MachineCatalog(
                .machine(Complete.self, properties: [.always("it is somewhere") { _ in true }])
            )
            let readme = PropertiesInReadme(path: file.path, machine: try #require(try catalog.described([]).first))

            #expect(throws: Problem.self) { try readme.write() }
            try Data("before\n".utf8).write(to: file)
            let error = #expect(throws: Problem.self) { try readme.write() }
            #expect(error?.description.contains("<!-- properties of Complete -->") == true)

            try Data("before\n<!-- properties of Complete -->\nstale\n<!-- end of properties -->\nafter\n".utf8).write(
                to: file
            )
            #expect(try readme.differences().first?.contains("- 3: stale") == true)
            #expect(try readme.write())
            #expect(try readme.differences().isEmpty)
            #expect(try !readme.write())
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.hasPrefix("before\n") && text.hasSuffix("\nafter\n") && !text.contains("stale"))
            #expect(text.contains("| it is somewhere | always | holds |"))

            let machine = try #require(try MachineCatalog(.machine(Complete.self)).described([]).first)
            #expect(try PropertiesInReadme(path: file.path, machine: machine).write())
            let lines = "before\n<!-- properties of Complete -->\n\nThis machine has no properties.\n\n"
            let bare = try String(contentsOf: file, encoding: .utf8)
            #expect(bare == lines + "<!-- end of properties -->\nafter\n")
        }
    }

    @Test func `a machine has its own file that is written by hand, if it has any`() {
        let catalog = MachineCatalog(
            .machine(Complete.self, name: "a", readme: "a.txt"),
            .machine(Complete.self, name: "b"),
            .machine(Complete.self, name: "c", readme: "c.txt")
        )
        func paths(_ names: String...) -> [String] {
            let machines = names.map { MachineDescription(name: $0, states: [], events: [], steps: []) }
            return catalog.readmes(of: machines).map { "\($0.machine.name): \($0.path)" }
        }
        #expect(paths("c", "b", "a") == ["c: c.txt", "a: a.txt"] && paths("b") == [])
    }

    @Test func `a machine without an end to its states is an error that names what grows`() throws {
        let error = #expect(throws: Problem.self) { _ = try MachineCatalog(.machine(Endless.self)).described([]) }
        #expect(
            try #require(error?.description).contains(
                "Endless: There are more than 10000 states. The payload of counting"
            )
        )
    }
}
