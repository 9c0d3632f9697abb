import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct MachinePageProgramTests {
    /// Writes files, runs `machine-page` with some of them, and returns the result and the page.
    private func makePage(
        of words: [String],
        _ files: [String: String]
    ) async throws -> (result: Example.Result, page: String?) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let page = folder.appending(path: "page.html")
        let paths = words.map { folder.appending(path: $0).path }
        let result = try await Example.run("machine-page", paths + ["--no-open", "--output", page.path])
        return (result, try? String(contentsOf: page, encoding: .utf8))
    }

    private func names(_ key: String, in page: String?, where condition: String? = nil) throws -> Set<String> {
        let text = try #require(
            page?.firstMatch(of: /<script type="application\/json"[^>]*>(.*?)<\/script>/.dotMatchesNewlines())
        )
        let json = try JSONSerialization.jsonObject(with: Data(text.output.1.utf8)) as? [String: Any]
        let items = (json?[key] as? [[String: Any]] ?? []).filter { item in
            condition.map { item[$0] as? Bool == true } ?? true
        }
        return Set(items.compactMap { $0["name"] as? String })
    }

    @Test func `a diagram becomes a page, with the notes about what was understood`() async throws {
        let (result, page) = try await makePage(
            of: ["door.mmd"],
            [
                "door.mmd":
                    "stateDiagram-v2\n[*] --> closed\nclosed --> open : open [not locked]\nopen --> closed : shut(it)\n"
            ]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("note: the event “shut(it)” is called `shutIt`"))
        #expect(try names("states", in: page) == ["closed", "open"])
        #expect(try names("events", in: page) == ["open(locked: true)", "open(locked: false)", "shutIt"])
    }

    @Test func `a definition without sample events is tried with values of each payload`() async throws {
        let definition = """
            import StateMachines

            public enum Press: Sendable { case `switch`(Lamp.Why), move(to: Lamp.Place), fail, repair, follow(Lamp.Plan) }
            public enum Lamp: StateDefinition {
                case off, on(Why), broken(count: Int, [String])
                public enum Why: Sendable { case tapped, timer(Int) }
                public struct Place: Sendable { var room: String; var floor: Int? }
                public indirect enum Plan: Sendable { case now, later([Step]) }
                public struct Step: Sendable { var plan: Plan }

                public mutating func handleEvent(_ event: Press) throws(TransitionError) {
                    switch (self, event) {
                    case (.off, .switch(let why)): self = .on(why)
                    case (.on, .switch): self = .off
                    case (.off, .fail), (.on, .fail): self = .broken(count: 1, [])
                    case (.broken(let count, let texts), .fail): self = .broken(count: count + 1, texts)
                    case (.broken, .repair): self = .off
                    case (.off, .move), (.on, .move), (.broken, .move), (_, .follow): break
                    case (.off, .repair), (.on, .repair), (.broken, .switch): throw .invalid
                    }
                }
            }
            """
        let (result, page) = try await makePage(of: ["Lamp.swift"], ["Lamp.swift": definition])
        #expect(result.status == 0, "\(result.errors)")
        let notes = result.output.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(notes.count == 2, "\(result.output)")
        #expect(notes.first?.contains("begins in off") == true)
        #expect(notes.last?.contains("states of one case as one state") == true)
        #expect(try names("states", in: page) == ["off", "on.tapped", "on.timer", "broken"])
        #expect(
            try names("events", in: page) == [
                "switch(tapped)", "switch(timer(1))", "move(to.room: \"a\", to.floor: 1)",
                "move(to.room: \"a\", to.floor: nil)", "fail", "repair",
                "follow(now)",
            ]
        )
    }

    @Test func `a machine in several files of a folder is found by the name of one`() async throws {
        let (result, page) = try await makePage(
            of: ["Door.swift#Door"],
            [
                "Door.swift": """
                import StateMachines
                enum Door: StateDefinition, Hashable {
                    case closed, open(Width)
                    enum Event { case open, close }
                    mutating func handleEvent(_ event: Event) throws(TransitionError) { self = next(event) }
                }
                struct Gate: StateDefinition {
                    var isOpen = false
                    enum Event { case toggle }
                    mutating func handleEvent(_ event: Event) throws(TransitionError) { isOpen.toggle() }
                }
                """,
                "Width.swift": "enum Width: Hashable { case narrow }",
                "Door+Next.swift": """
                extension Door {
                    func next(_ event: Event) -> Door { event == .open ? .open(.narrow) : .closed }
                }
                """,
                "Door+Samples.swift": """
                import StateMachines
                extension Door: FiniteStateDefinition {
                    static var initialStates: [Door] { [.open(.narrow)] }
                    var sampleEvents: [Event] { [.close, .open] }
                }
                """,
                "Broken.swift": "let width: Missing = 1",
            ]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("note: "))
        #expect(try names("states", in: page) == ["closed", "open.narrow"])
        #expect(try names("states", in: page, where: "isInitial") == ["open.narrow"])
    }

    @Test func `a conformance in another file, and what it needs, is found`() async throws {
        let files = [
            "Player.swift": "enum Player: Sendable { case idle, busy(Int); enum Event { case go, stop } }",
            "Player+Rules.swift": """
            import StateMachines
            extension Player: StateDefinition {
                mutating func handleEvent(_ event: Event) throws(TransitionError) {
                    self = event == .go ? .busy(limit) : start()
                }
            }
            """,
            "Limits.swift": "let limit = 3\nfunc start() -> Player { .idle }",
        ]
        for file in ["Player.swift", "Player+Rules.swift"].usually({ $0 == "Player.swift" }) {
            let (result, page) = try await makePage(of: [file], files)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try names("states", in: page) == ["idle", "busy"])
        }
    }

    @Test func `a machine is found in the code blocks of a Markdown file`() async throws {
        let text = """
            # Lamp

            ```swift
            /// Not the enum Lamp itself.
            let count: Missing = 0
            ```

            ```swift
            enum Lamp: StateDefinition {
                case off, on
                enum Event: CaseIterable { case toggle }
                mutating func handleEvent(_ event: Event) throws(TransitionError) { self = other }
            }
            ```
            And:
            ```swift
            extension Lamp { var other: Lamp { self == .on ? .off : .on } }
            ```
            """
        for text in [text, text.replacing("\n", with: "\r\n")].usually({ $0 != text }) {
            let (result, page) = try await makePage(of: ["lamp.md#Lamp"], ["lamp.md": text])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try names("states", in: page) == ["off", "on"])
        }
    }

    @Test(
        arguments: [
            (
                ["A.swift"],
                "does not contain a machine. A machine is an enum or a struct that conforms to StateDefinition and is not private."
            ),
            (["B.swift"], "contains several machines: One, Two. Choose one: "),
            (["B.swift#Three"], "does not contain a machine called Three. Its machines are: One, Two."),
            (["C.swift"], "The page needs events to try, but Error, Locker has no sample value."),
            (["D.swift"], "D.swift:2:11: error: cannot find type 'Nothing' in scope"),
            (["missing.swift"], "Cannot read "),
            (["missing.mmd"], "the file does not exist"),
            (["B.swift#One", "A.swift#Two"], "Choose one machine, not One and Two."),
            (["A.swift", "a.mmd"], "A page is about one machine."),
        ]
    ) func `what cannot become a page is explained`(words: [String], message: String) async throws {
        let rules = "mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }"
        let (result, page) = try await makePage(
            of: words,
            [
                "A.swift": "struct Door {}",
                "B.swift": """
                import StateMachines
                enum One: StateDefinition { case a; enum Event { case b }; \(rules) }
                enum Two: StateDefinition { case a; enum Event { case b }; \(rules) }
                """,
                "C.swift": """
                import StateMachines
                final class Locker: Sendable {}
                enum One: StateDefinition { case a; enum Event { case b(any Error), c(Locker) }; \(rules) }
                """,
                "D.swift": "import StateMachines\nfunc f(_: Nothing) {}",
            ]
        )
        #expect(result.status == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(page == nil)
    }

    @Test func `the command line is checked`() async throws {
        let help = try await Example.run("machine-page", ["--help"])
        #expect(help.status == 0 && help.output.hasPrefix("Usage: machine-page FILE..."))
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for (words, message) in [
            ([], "expected a Swift file or a diagram"), (["--open", "a.mmd"], "unknown option --open"),
            (["a.mmd", "--output", "a.svg"], "--output needs a path that ends with .html"),
        ] {
            let result = try await Example.run("machine-page", words)
            #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        }
    }
}
