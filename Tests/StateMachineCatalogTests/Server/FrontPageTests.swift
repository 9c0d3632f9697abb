import Foundation
import StateMachineDiagrams
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The front page has names that anybody may have given.
@Suite(.timeLimit(.minutes(5)), .outside) struct FrontPageTests {
    /// The markup of an address and of a text, by the rules of HTML for attributes in double quotes
    /// and for text.
    static let names: [(name: String, address: String, text: String)] = [
        ("Door", "Door", "Door"), ("a b", "a%20b", "a b"), ("", "", ""),
        (
            "<script>alert(1)</script>", "%3Cscript%3Ealert%281%29%3C%2Fscript%3E",
            "&lt;script&gt;alert(1)&lt;/script&gt;"
        ),
        (
            "\"><img src=x onerror=a>", "%22%3E%3Cimg%20src%3Dx%20onerror%3Da%3E",
            "&quot;&gt;&lt;img src=x onerror=a&gt;"
        ),
        ("a&amp;b", "a%26amp%3Bb", "a&amp;amp;b"), ("../x?y#z", "..%2Fx%3Fy%23z", "../x?y#z"),
        ("{{script}}", "%7B%7Bscript%7D%7D", "{{script}}"), ("<\u{301}", "%3C%CC%81", "&lt;\u{301}"),
        ("\u{202E}\u{0}", "%E2%80%AE%00", "\\u{202E}\\u{0}"),
        ("é👩‍👩‍👧", "%C3%A9%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7", "é👩‍👩‍👧"),
    ]

    private func index(_ names: [String]) async throws -> String {
        try await answers(of: ServedPages(names) { throw Problem($0) }, to: "/")[0]
    }

    /// What a server of these pages answers, one request after the other.
    private func answers(of pages: ServedPages, to paths: String...) async throws -> [String] {
        let token = "0123456789abcdef0123456789abcdef"
        let server = try InspectionServer(token: token, pages: pages) { .zero }
        defer { server.stop() }
        var answers: [String] = []
        for path in paths {
            let client = try RawClient(port: server.port)
            let head = "Host: localhost:\(server.port)\r\nMachine-Inspector-Token: \(token)\r\n\r\n"
            client.send("GET \(path) HTTP/1.0\r\n\(head)")
            answers.append(await client.read().text)
        }
        return answers
    }

    @Test func `the page with all machines knows the page of each type, whatever the type is called`() async throws {
        let types = ["Shop.Cart", "</script><b>", "{{script}}"]
        let pages = ServedPages(["Cart", "a b", "x"], types: types) { throw Problem($0) }
        let page = try await answers(of: pages, to: "/together")[0]
        let json = try #require(page.firstMatch(of: /<script type="application\/json" id="pages">(.*?)<\/script>/)?.1)
        struct Contents: Decodable {
            let pages: [String: String]
            let isLive: Bool
        }
        let contents = try JSONDecoder().decode(Contents.self, from: Data(json.utf8))
        #expect(contents.isLive)
        #expect(contents.pages == [types[0]: "/machines/Cart", types[1]: "/machines/a%20b", types[2]: "/machines/x"])
        // The page and the server of an inspector are the only sources.
        #expect(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"))
        #expect(page.contains("connect-src 'self'"))
        let parts = page.matches(of: /<style>(.*?)<\/style>|<script type="module">(.*?)<\/script>/.dotMatchesNewlines())
        #expect(parts.count == 2 && parts.reduce(0) { $0 + $1.0.utf8.count } < 140_000)
    }

    @Test func `a machine has a page and its JSON, made once, and a problem with it is the answer`() async throws {
        let made = Journal<String>()
        let pages = ServedPages(["Door", "Odd"]) { name in
            made.note(name)
            if name == "Odd" { throw Problem("It is odd.") }
            return ServedPages.Page(html: "<p>", json: "{}")
        }
        let answers = try await answers(
            of: pages,
            to: "/machines/Door",
            "/machines/Door.json",
            "/machines/Odd",
            "/machines/Odd.json",
            "/machines/Lamp",
            "/machines/Lamp.json"
        )
        let first = answers.map { String($0.prefix { $0 != "\r\n" }) }
        let bodies = answers.map { String($0.components(separatedBy: "\r\n\r\n").last ?? "") }
        #expect(
            first.map { $0.dropFirst("HTTP/1.1 ".count).prefix(3) } == ["200", "200", "500", "500", "404", "404"]
        )
        let nobody = "This machine does not exist.\n"
        #expect(bodies == ["<p>", "{}", "It is odd.\n", "It is odd.\n", nobody, nobody])
        #expect(answers[0].contains("Content-Type: text/html;"))
        #expect(answers[1].contains("Content-Type: application/json;"))
        #expect(made.entries == ["Door", "Odd"])
    }

    @Test func `the served page has each machine's name as text, with a link to its page`() async throws {
        let page = try await index(Self.names.map(\.name))
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
        let items = page.split(separator: "\n").filter { $0.hasPrefix("<li>") }
        let expected = Self.names.map { "<li><a href=\"/machines/\($0.address)\">\($0.text)</a> <small></small></li>" }
        #expect(items.map(String.init) == expected)
        #expect(page.contains("<script type=\"module\">") && page.contains("connect-src 'self'"))
    }

    @Test func `a page that lies beside others has their addresses and what they are for`() {
        let items = Self.names.map {
            PageIndex.Item(name: $0.name, address: "\($0.address).html", summary: "`\($0.name)`")
        }
        let page = PageIndex(items: items).html
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("<li>") }
        let expected = Self.names.map {
            "<li><a href=\"\($0.address).html\">\($0.text)</a> <small>\($0.text)</small></li>"
        }
        #expect(lines.map(String.init) == expected)
        #expect(!page.contains("<script type=\"module\">") && page.contains("connect-src 'none'"))
    }

    @Test func `machines that lie beside others are found by their names`() {
        let machine = MachineDescription(name: "a/b", states: [], events: [], steps: [])
        #expect(PageIndex(of: [machine]).items.map(\.address) == ["a%2Fb.html", "side-by-side.html"])
    }

    @Test func `the list of apps has the address of the page of each machine's type, for the first hundred`() {
        let pages = ServedPages(["Door <1>", "Lamp"], types: ["App.Door", "App.Door"]) { throw Problem($0) }
        let machines = (0..<101).map { number in
            InspectedApp.Machine(number: number, name: "m\(number)", type: number == 1 ? "App.Other" : "App.Door")
        }
        let summary = InspectedApp.Summary(session: "s", app: "<app>", process: 7, status: .silent, machines: machines)
        let app = ListedApp(summary, pages: pages)
        #expect(app.app == "<app>" && app.process == 7 && app.session == "s" && app.status == .silent)
        #expect(app.count == 101 && app.machines.map(\.number) == Array(0..<100))
        #expect(app.machines.prefix(3).map(\.page) == ["/machines/Door%20%3C1%3E", nil, "/machines/Door%20%3C1%3E"])
        #expect(app.machines[1].name == "m1" && app.machines[1].type == "App.Other")
    }
}
