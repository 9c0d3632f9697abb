import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

private func read(_ text: String, _ type: String? = nil) throws(FeedError) -> Feed {
    try FeedDocument.read(Data(text.utf8), contentType: type, from: home)
}

private let home = URL(string: "http://example.com/news/feed") ?? URL(filePath: "/")

@Suite(.timeLimit(.minutes(5)), .computing) struct FeedDocumentTests {
    @Test(arguments: FeedFormat.allCases)
    func `what a writer wrote is read back, however hostile it is`(format: FeedFormat) throws {
        for seed in 0..<UInt64(ProcessEnvironment.runs(50)) {
            var generator = SeededGenerator(seed: seed)
            let entries = (0..<3).map { FeedEntry.hostile($0, as: format, using: &generator) }
            let feed = try read(FeedWriter.document(entries, title: entries[0].title, as: format))
            #expect(feed.title == (format == .list ? "" : entries[0].title), "seed \(seed)")
            #expect(feed.items.map(\.title) == entries.map(\.title), "seed \(seed)")
            #expect(feed.items.map(\.date) == entries.map(\.date), "seed \(seed)")
            #expect(feed.items.map(\.link?.absoluteString) == entries.map(\.link), "seed \(seed)")
            #expect(feed.items.map(\.summary) == ["0", "1", "2"], "seed \(seed)")
            if format != .list { #expect(feed.items.map(\.id) == entries.map(\.id), "seed \(seed)") }
        }
    }

    @Test(arguments: FeedFormat.allCases)
    func `a document that breaks off anywhere is an error that says so, and never half a feed`(format: FeedFormat) {
        let bytes = Array(FeedWriter.document(FeedEdition.bundled[0], title: "t", as: format).utf8)
        let step = ProcessEnvironment.runsFactor == 1 ? 7 : 1
        for length in Array(stride(from: 1, to: bytes.count, by: step)) + Array(bytes.count - 10..<bytes.count) {
            let cut = Data(bytes.prefix(length))
            #expect("\(length) bytes") {
                _ = try FeedDocument.read(cut, contentType: nil, from: home)
            } throws: { error in
                // Cut inside a character, it is no text any more.
                error as? FeedError == .truncated || error as? FeedError == .undecodable(encoding: "utf-8")
            }
        }
    }

    @Test(arguments: FeedFormat.allCases)
    func `a document with wrong bytes is a feed or an error, and never a trap`(format: FeedFormat) {
        let original = Array(FeedWriter.document(FeedEdition.bundled[1], title: "t", as: format).utf8)
        var outcomes: Set<Bool> = []
        for seed in 0..<UInt64(ProcessEnvironment.runs(250)) {
            var generator = SeededGenerator(seed: seed)
            var bytes = original
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                case _: bytes.insert(Array("<>&;[]{}\"'!/".utf8).randomElement(using: &generator) ?? 0, at: index)
                }
            }
            do throws(FeedError) {
                _ = try FeedDocument.read(Data(bytes), contentType: nil, from: home)
                outcomes.insert(true)
            } catch {
                #expect(!"\(error)".isEmpty)
                outcomes.insert(false)
            }
        }
        #expect(outcomes == [true, false])
    }

    @Test(arguments: [
        "<rss version='2.0'><channel><title>t</title></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title></feed>",
        #"{"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": []}"#,
        " [ ] ", "\u{FEFF}\u{FEFF} [ ] ",
    ])
    func `a feed may be empty`(text: String) throws {
        let feed = try read(text)
        #expect(feed.items.isEmpty)
        #expect(feed.title == (text.contains("[ ]") ? "" : "t"))
    }

    @Test(arguments: [
        ("", FeedError.notAFeed("an empty response")),
        ("  \n", .notAFeed("an empty response")),
        ("Hello", .notAFeed("text of another kind")),
        ("<!DOCTYPE html><p>Hello", .notAFeed("a web page")),
        ("\n<!-- x --><HTML><body/></HTML>", .notAFeed("a web page")),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", .notAFeed("XML that begins with <svg>")),
        ("<feed/>", .notAFeed("XML that begins with <feed>")),
        (#"{"error": "none"}"#, .notAFeed("JSON that is not a feed")),
        ("[1, 2]", .malformed(line: nil)),
        (#"[{"title": 7}]"#, .malformed(line: nil)),
        (#"{"items": {}}"#, .malformed(line: nil)),
        ("<rss><channel>\n<title>&nbsp;</title></channel></rss>", .malformed(line: 2)),
        ("<?xml version='1.0'?>\n\n<rss><channel>\n<item></channel></rss>", .malformed(line: 4)),
        ("<rss><channel>\n<item></channel></rss> \n ", .malformed(line: 2)),
        ("<rss>\n<a:b:c/>\n<a:b:c/></rss>", .malformed(line: 2)),
        ("<rss>\u{1}</rss>", .malformed(line: 1)),
        ("<rss/><rss/>", .malformed(line: 1)),
        ("<rss></rss>x</rss>", .malformed(line: 1)),
        ("<rss><channel>", .truncated),
        ("<?xml version='1.0'", .truncated),
        ("<!-- <rss/>", .truncated),
    ])
    func `anything else is an error that says what it is`(text: String, error: FeedError) {
        #expect(throws: error) { try read(text) }
    }

    @Test(arguments: ["image/png", "video/mp4; x=y", "application/PDF"])
    func `a type that cannot be text is believed, and no other`(type: String) throws {
        #expect(throws: FeedError.notAFeed(type.lowercased().components(separatedBy: ";")[0])) { try read("[]", type) }
        for type in ["text/html", "application/octet-stream", "x", ";"] {
            #expect(throws: Never.self) { try read("[]", type) }
        }
    }

    @Test func `of entries with the same identifier the first is kept`() throws {
        let feed = try read(#"[{"id": 1, "title": "a"}, {"id": "1", "title": "b"}, {"id": 2, "title": "c"}]"#)
        #expect(feed.items.map(\.title) == ["a", "c"])
    }

    @Test func `an entry shows what it has, and one that has nothing is left out`() throws {
        let long = String(repeating: "x", count: 100)
        let feed = try read(
            #"[{"content_text": "\#(long)"}, {"url": "/a"}, {"title": " "}, {"title": "t", "date": "soon"}]"#
        )
        #expect(feed.items.map(\.title) == [long.prefix(80) + "…", "http://example.com/a", "t"])
        #expect(feed.items.map(\.date) == [nil, nil, nil])
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "mailto:a@b", "http://", ""])
    func `a link that leads to no page is no link`(link: String) throws {
        #expect(try read(#"[{"title": "t", "url": "\#(link)"}]"#).items.map(\.link) == [nil])
    }
}
