import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct PlayablePageTests {
    @Test func `names, comments and payloads with markup, braces and line ends stay text`() throws {
        var machine = MachineDescription(
            of: try StateGraph(exploring: HostileText.self),
            name: "</script>{{script}}<b>&\""
        )
        machine.findings = ["</script><script>alert(1)</script>", "{{style}}"]
        let page = PlayablePage(machine: machine, picture: .none(reason: "<i>{{machine}}")).html
        #expect(page.matches(of: #/<script/#).count == 2)
        #expect(page.matches(of: #/</script>/#).count == 2)
        #expect(page.matches(of: #/<style>/#).count == 1)
        #expect(page.contains("<title>&lt;/script&gt;{{script}}&lt;b&gt;&amp;&quot;</title>"))
        #expect(page.contains("This page has no diagram of the whole machine: &lt;i&gt;{{machine}}"))
        let json = try #require(page.firstMatch(of: #/<script type="application/json" id="machine">([^<]*)</#)?.1)
        #expect(String(json) == machine.text(in: .json))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
    }

    @Test func `the policy allows the script and the style sheet of the page, and no request`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: HostileText.self), name: "Hostile")
        let page = PlayablePage(machine: machine, picture: .none(reason: "")).html
        let policy = try #require(page.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#)?.1)
        let style = try #require(page.firstMatch(of: #/<style>([\s\S]*?)</style>/#)?.1)
        let script = try #require(page.firstMatch(of: #/<script type="module">([\s\S]*?)</script>/#)?.1)
        for (kind, text) in [("style-src", style), ("script-src", script)] {
            let hash = Data(SHA256(of: text.utf8).bytes).base64EncodedString()
            #expect(policy.contains("\(kind) 'sha256-\(hash)'"))
        }
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("connect-src 'none'") && !policy.contains("unsafe"))
    }

    @Test func `scripts and styles have at most 200 KB, 220 KB if live, without imports, exports or line comments`() {
        let script = PageResources.script
        #expect(script.utf8.count + PageResources.style.utf8.count <= 200_000)
        #expect(PageResources.liveScript.utf8.count + PageResources.liveStyle.utf8.count <= 220_000)
        #expect(script.matches(of: #/(?m)^(import|export|//|/\*) /#).isEmpty)
        #expect(!PageResources.style.contains("/*"))
    }

    @Test func `the program contains each file of the pages`() throws {
        let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let folder = package.appending(path: "Sources/StateMachineCatalog/PlayablePage/Resources")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.contains("page.js"))
        for file in files {
            let contents = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(PageResources.text(file) == contents, "\(file)")
        }
    }

    @Test(arguments: [
        PageResources.script, PageResources.liveScript, PageResources.frontScript, PageResources.togetherScript,
    ])
    func `each module of a script comes after the modules that it imports`(script: String) {
        var known: Set<Substring> = []
        for name in script.matches(of: #/m\["([^"]*)"\](?<value> = )?/#) {
            if name.value == nil { #expect(known.contains(name.1)) } else { known.insert(name.1) }
        }
        #expect(known.count > 2)
    }

    @Test
    func `a page that is served has the script and the style sheet for live machines too, and any other has neither`()
        throws
    {
        let machine = MachineDescription(of: try StateGraph(exploring: ManyStates.self), name: "Many")
        let pages = [
            PlayablePage(machine: machine, picture: try PagePicture(of: machine)).html,
            try ServedPages.Page(of: machine).html,
        ]
        #expect(pages.map { $0.contains("connect-src 'self'") } == [false, true])
        // What begins each, and a part of what comes last.
        for text in ["<script type=\"module\">const m = {};\nm[\"elements\"] =", "<style>:root{", "m[\"page\"] ="] {
            #expect(pages.map { $0.contains(text) } == [true, true], "\(text)")
        }
        for text in ["m[\"live-panel\"] =", "#spans{", "id=\"live-panel\""] {
            #expect(pages.map { $0.contains(text) } == [false, true], "\(text)")
        }
        let script = PageResources.frontScript
        #expect(script.hasPrefix("const m = {};\n") && script.contains("m[\"front-page\"] ="))
        // The hash of nothing: `printf '' | openssl sha256 -binary | base64`
        let noScript = "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
        for index in [PageIndex(of: [machine]), PageIndex(items: [], isLive: true)] {
            #expect(index.html.contains(noScript) == !index.isLive)
        }
    }

    @Test func `braces that close without having been opened are text`() {
        #expect("a}}b{{x}}c}}{{y}}{{z".filled(["a": "A", "x": "X"]) == "a}}bXc}}z")
    }

    @Test func `the style sheet gives each colour of a picture another one, so that a picture fits both themes`() {
        let colours = Mirror(reflecting: DiagramColors.light).children.compactMap { $0.value as? String }
        #expect(colours.count == 9)
        let rules = PageResources.style.matches(of: /\[(fill|stroke)="([^"]*)"\]\s*\{\s*(fill|stroke):\s*([^;}]*)/)
        for colour in colours {
            let others = rules.filter { $0.2 == colour && $0.1 == $0.3 }.map(\.4)
            #expect(!others.isEmpty && !others.contains { $0 == colour }, "\(colour)")
        }
    }

    @Test func `without Graphviz, a picture in the folder of pages that is up to date is taken as it is`() throws {
        try inTemporaryFolder { folder in
            let machine = MachineDescription(of: try StateGraph(exploring: HostileText.self), name: "Hostile")
            let file = folder.appending(path: "Hostile.svg")
            func page() throws -> String {
                let picture = try PagePicture(of: machine, in: folder.path) { _ in
                    throw Picture.GraphvizNotFound(cause: ProgramCall.NotFound(name: "dot"))
                }
                return PlayablePage(machine: machine, picture: picture).html
            }
            for (digest, isShown) in [(Picture(of: machine).digest, true), ("another", false)] {
                let picture = "<?xml version=\"1.0\"?><!-- Source: \(digest) --><svg>drawn before</svg>"
                try Data(picture.utf8).write(to: file)
                #expect(try page().contains("><svg>drawn before</svg></div>") == isShown)
                #expect(try page().contains("Graphviz draws the pictures.") != isShown)
            }
        }
    }

    @Test func `a chart of more than 150 states has no picture, and the page says why`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: ManyStates.self), name: "Many")
        let page = PlayablePage(machine: machine, picture: try PagePicture(of: machine)).html
        #expect(page.contains("This page has no diagram of the whole machine: 151 states are too many for a diagram."))
        #expect(!page.contains("<svg "))
    }

    @Test func `all pages are written with an index that links to each, and files of others are left alone`() throws {
        try inTemporaryFolder { folder in
            let catalog = MachineCatalog(.machine(ManyStates.self), .machine(ManyStates.self, name: "a \"b\" #<c>"))
            #expect(catalog.run(["--format", "html", "--output", folder.path]) == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.sorted() == ["ManyStates.html", "a \"b\" #<c>.html", "index.html", "side-by-side.html"])
            let index = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
            #expect(
                index.contains(
                    "<a href=\"ManyStates.html\">ManyStates</a> <small>A machine with more states than a picture shows.</small>"
                )
            )
            #expect(index.contains("<a href=\"a%20%22b%22%20%23%3Cc%3E.html\">a &quot;b&quot; #&lt;c&gt;</a>"))
            #expect(index.contains("<a href=\"side-by-side.html\">Machines side by side</a>"))
            let together = try String(contentsOf: folder.appending(path: "side-by-side.html"), encoding: .utf8)
            #expect(together.contains("connect-src 'none'") && together.contains("href=\"index.html\""))
            #expect(together.contains("{\"isLive\":false,") && together.contains("ManyStates\":\"ManyStates.html\""))

            try Data("mine".utf8).write(to: folder.appending(path: "index.html"))
            #expect(catalog.run(["--format", "html", "--output", folder.path]) == 1)
            let mine = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
            #expect(mine == "mine")
        }
    }

    @Test func `the page of one machine is written without an index`() throws {
        try inTemporaryFolder { folder in
            let catalog = MachineCatalog(.machine(ManyStates.self), .machine(ManyStates.self, name: "Other"))
            #expect(catalog.run(["--machine", "Other", "--format", "html", "--output", folder.path]) == 0)
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["Other.html"])
        }
    }

    @Test func `a program that exceeds its time limit is ended, and the error says so`() {
        let error = #expect(throws: ProgramCall.TimeLimitExceeded.self) {
            try ProgramCall.run("sleep", ["60"], timeLimit: 1)
        }
        #expect(error?.description == "sleep did not finish within 1 s.")
    }
}

/// Texts that would end a script, fill a part of the page, or break a line.
private enum HostileText: FiniteStateDefinition {
    case text(String)

    enum Event: Sendable {
        case say(String)
    }

    static let texts = ["</script><script>alert(1)</script>", "<!--", "{{script}}", "a\u{2028}b\"|`"]
    static var initialStates: [HostileText] { [.text(texts[0])] }
    var sampleEvents: [Event] { Self.texts.map(Event.say) }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .say(let text): self = .text(text)
        }
    }
}

/// A machine with more states than a picture shows.
struct ManyStates: FiniteStateDefinition, CustomStringConvertible {
    var index = 0
    var description: String { "state \(index)" }

    enum Event: CaseIterable, Sendable {
        case next
    }

    static var initialStates: [ManyStates] { [ManyStates()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .next: index = (index + 1) % 151
        }
    }
}
