import Foundation
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

/// Tables of the parts of an entry that a feed may have, in every combination.
@Suite(.timeLimit(.minutes(5)), .computing) struct FeedFieldTests {
    private func item(_ document: String) throws -> FeedItem? {
        let address = try #require(URL(string: "http://example.com/news/feed"))
        return try FeedDocument.read(Data(document.utf8), contentType: nil, from: address).items.first
    }

    /// An entry in JSON with these parts and a title.
    private func json(_ parts: [(name: String, value: String)]) throws -> FeedItem? {
        try item("[{\(([("title", "t")] + parts).map { #""\#($0.0)": "\#($0.1)""# }.joined(separator: ", "))}]")
    }

    private func rss(_ content: String) throws -> FeedItem? {
        let spaces = #"xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/""#
        return try item("<rss version='2.0' \(spaces)><channel><item>\(content)</item></channel></rss>")
    }

    private func atom(_ content: String) throws -> FeedItem? {
        try item("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(content)</entry></feed>")
    }

    /// Every choice of one value for each of so many places.
    private static func choices<Value>(_ values: [Value], count: Int) -> [[Value]] {
        (0..<count).reduce([[]]) { lists, _ in lists.flatMap { list in values.map { list + [$0] } } }
    }

    private enum Presence: CaseIterable {
        case absent, blank, unreadable, readable
    }

    private func text(_ presence: Presence, year: Int) -> String? {
        switch presence {
        case .absent: nil
        case .blank: ""
        case .unreadable: "soon"
        case .readable: "\(year)-01-01T00:00:00Z"
        }
    }

    private func year(_ item: FeedItem?) -> Int? {
        item?.date.map { 1970 + Int($0.timeIntervalSince1970 / 86_400 / 365.2425 + 0.1) }
    }

    @Test func `the date of a JSON entry is the first that can be read: published, changed, other`() throws {
        let names = ["date_published", "date_modified", "date"]
        for presences in Self.choices(Presence.allCases, count: 3) {
            // The order in the document does not count.
            let parts = zip(names, presences.indices.map { text(presences[$0], year: 2001 + $0) })
                .compactMap { name, text in text.map { (name, $0) } }
            let expected = presences.firstIndex(of: .readable).map { 2001 + $0 }
            #expect(year(try json(parts)) == expected, "\(presences)")
            #expect(year(try json(parts.reversed())) == expected, "\(presences)")
        }
    }

    @Test(arguments: [["pubDate", "dc:date"], ["published", "updated"]])
    func `the date of an XML entry is when it was published, or else changed`(names: [String]) throws {
        for presences in Self.choices(Presence.allCases, count: 2) {
            let parts = zip(names, presences.indices.map { text(presences[$0], year: 2001 + $0) })
                .compactMap { name, text in text.map { "<\(name)>\($0)</\(name)>" } }
            for content in [parts.joined(), parts.reversed().joined()] {
                let document = "<title>t</title>\(content)"
                let item = names[0] == "pubDate" ? try rss(document) : try atom(document)
                #expect(year(item) == presences.firstIndex(of: .readable).map { 2001 + $0 }, "\(content)")
            }
        }
    }

    @Test func `the link of a JSON entry is its own page, then the page that it is about, then any other`() throws {
        let names = ["url", "external_url", "link"]
        for isThere in Self.choices([false, true], count: 3) {
            let parts = zip(names, isThere).filter(\.1).map { ($0.0, "/\($0.0)") }
            let path = zip(names, isThere).first { $0.1 }.map { "/\($0.0)" }
            #expect(try json(parts.reversed())?.link?.path == path, "\(parts)")
        }
    }

    @Test func `the text of a JSON entry is its summary, then plain text, then HTML, then its description`() throws {
        let names = ["summary", "content_text", "content_html", "description"]
        for presences in Self.choices([nil, " ", "x"] as [String?], count: 4) {
            let parts = zip(names, presences).compactMap { name, text in
                text.map { (name, $0 == " " ? $0 : "<b>\(name)</b>") }
            }
            let first = parts.first { $0.1 != " " }
            let isHTML = first?.0 == "content_html" || first?.0 == "description"
            #expect(try json(parts.reversed())?.summary == (isHTML ? first?.0 : first?.1) ?? "", "\(parts)")
        }
    }

    @Test(arguments: [["description", "c:encoded"], ["summary", "content"]])
    func `the text of an XML entry is the short one, or else the whole one`(names: [String]) throws {
        for presences in Self.choices([nil, "", "x"] as [String?], count: 2) {
            let parts = zip(names, presences).compactMap { name, text in
                text.map { "<\(name)>\($0)\(name)</\(name)>" }
            }
            let content = "<title>t</title>" + parts.reversed().joined()
            let item = names[0] == "description" ? try rss(content) : try atom(content)
            let expected = zip(names, presences).first { $0.1 != nil }.map { ($0.1 ?? "") + $0.0 }
            #expect(item?.summary == expected ?? "", "\(parts)")
        }
    }

    @Test(arguments: [nil, "", "true", "false"] as [String?], [nil, "", "/link"] as [String?])
    func `an RSS entry without a link has its permanent identifier`(isPermanent: String?, link: String?) throws {
        let attribute = isPermanent.map { $0.isEmpty ? "" : " isPermaLink='\($0)'" }
        let guid = attribute.map { "<guid\($0)>/guid</guid>" } ?? ""
        let item = try rss("<title>t</title>" + guid + (link.map { "<link>\($0)</link>" } ?? ""))
        let other = isPermanent == nil || isPermanent == "false" ? nil : "/guid"
        #expect(item?.link?.path == (link == "/link" ? "/link" : other))
        #expect(item?.id == (isPermanent != nil ? "/guid" : link == "/link" ? "http://example.com/link" : "t"))
    }

    @Test(arguments: [nil, "alternate", "self", "enclosure", "related", "via", "Alternate"] as [String?])
    func `the link of an Atom entry is the first alternate one`(relation: String?) throws {
        let attribute = relation.map { " rel='\($0)'" } ?? ""
        let isAlternate = relation == nil || relation == "alternate"
        let links = "<link\(attribute)/><link\(attribute) href='/1'/><link href='/2'/><link rel='alternate' href='/3'/>"
        #expect(try atom("<title>t</title>\(links)")?.link?.path == (isAlternate ? "/1" : "/2"))
        let others = "<category href='/4'/><o:link xmlns:o='urn:other' href='/5'/>"
        #expect(try atom("<title>t</title>\(others)\(links)")?.link?.path == (isAlternate ? "/1" : "/2"))
    }

    @Test(arguments: [
        ("text", "a &lt;b&gt;x&lt;/b&gt;", "a <b>x</b>"), ("html", "a &lt;b&gt;x&lt;/b&gt;", "a x"),
        ("text/html", "a &lt;b&gt;x&lt;/b&gt;", "a x"), ("HTML", "a &lt;b&gt;x&lt;/b&gt;", "a x"),
        ("xhtml", "<div>a <b>x</b> &lt;</div>", "a x <"),
        ("xhtml", "<div><p>a</p>b<script>c</script>d</div>", "a b d"), ("other", "a &lt;b&gt;", "a <b>"),
        ("html", "a &amp;amp; b", "a & b"), ("xhtml", "<div>a &amp;amp; b</div>", "a &amp; b"),
        // Without the element that has to be around it.
        ("xhtml", "a &amp;amp; b &lt;i&gt;", "a &amp; b <i>"),
    ])
    func `the type of an Atom text decides whether it has markup`(type: String, content: String, text: String) throws {
        let item = try atom("<title type='\(type)'>\(content)</title><summary type='\(type)'>\(content)</summary>")
        #expect(item?.title == text && item?.summary == text)
    }

    @Test(arguments: ["title", "link", "guid", "pubDate", "description", "dc:date"])
    func `only the direct parts of an entry with no other namespace belong to it`(name: String) throws {
        let other = "<o:\(name) xmlns:o='urn:other'>x</o:\(name)>".replacing("o:dc:", with: "o:")
        let inner = "<group><\(name)>x</\(name)></group>"
        let item = try rss("<title>t</title>\(other)\(inner)")
        #expect(item == FeedItem(id: "t", title: "t"))
    }

    @Test(
        arguments: [
            ("page", "http://example.com/news/page"), ("/page", "http://example.com/page"),
            ("//other.org/page", "http://other.org/page"), ("HTTPS://other.org/", "HTTPS://other.org/"),
            ("?q", "http://example.com/news/feed?q"), ("#part", "http://example.com/news/feed#part"),
            ("ftp://example.com/", nil), ("file://example.com/x", nil), ("http:", nil), ("javascript:x", nil),
            ("http:///x", nil),
        ] as [(String, String?)]
    )
    func `a link is relative to the address of the feed, and leads to a page`(link: String, address: String?) throws {
        #expect(try json([("url", link)])?.link?.absoluteString == address)
    }

    @Test(arguments: [(79, false), (80, false), (81, true)])
    func `a headline from a text has at most 80 characters`(count: Int, isShortened: Bool) throws {
        let text = String(repeating: "é", count: count)
        let title = try item(#"[{"summary": "\#(text)"}]"#)?.title
        #expect(title == (isShortened ? String(repeating: "é", count: 80) + "…" : text))
    }

    @Test func `an identifier is a number or a text`() throws {
        #expect(try item(#"[{"id": 7, "title": "t"}]"#)?.id == "7")
        #expect(try item(#"[{"id": " a ", "title": "t"}]"#)?.id == "a")
        #expect(throws: FeedError.malformed(line: nil)) { try item(#"[{"id": [], "title": "t"}]"#) }
    }

    @Test(arguments: [
        (#"{"version": "https://jsonfeed.org/version/1.1"}"#, true), (#"{"items": []}"#, true),
        (#"{"version": "1.1"}"#, false), ("{}", false),
    ])
    func `JSON is a feed if it has its version or entries`(text: String, isFeed: Bool) {
        if isFeed {
            #expect(throws: Never.self) { try item(text) }
        } else {
            #expect(throws: FeedError.notAFeed("JSON that is not a feed")) { try item(text) }
        }
    }

    @Test(arguments: [
        (#"["]"#, FeedError.truncated), (#"["\"]"#, .truncated), (#"[{"a": "}]"#, .truncated),
        (#"[{"a": 1]"#, .truncated), (#"{"items": [{}"#, .truncated), (#"["\\", 1]"#, .malformed(line: nil)),
        (#"[{"a": "["} 1]"#, .malformed(line: nil)), (#"["{", "[", "\"["]"#, .malformed(line: nil)),
        ("[] \"x", .truncated), ("[}", .malformed(line: nil)), ("[]]", .malformed(line: nil)),
        (#"[\]"#, .malformed(line: nil)),
    ])
    func `JSON that is not a feed is truncated if something in it does not end`(text: String, error: FeedError) {
        #expect(throws: error) { try item(text) }
    }
}
