import Foundation
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct XMLFeedTests {
    private func read(_ text: String, base: String = "http://example.com/news/feed") throws -> Feed {
        let address = try #require(URL(string: base))
        return try FeedDocument.read(Data(text.utf8), contentType: "text/xml", from: address)
    }

    @Test func `RSS is read with what its extensions add`() throws {
        let feed = try read(
            """
            <?xml version="1.0"?>
            <!DOCTYPE rss PUBLIC "-//Netscape > Communications//DTD RSS 0.91//EN" "file:///etc/hostname">
            <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
                 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel>
            <title>News &amp; more</title>
            <image><title>Not this</title></image>
            <atom:link href="http://example.com/feed" rel="self"/>
            <item>
              <title>One</title><link> one.html </link><guid isPermaLink="false">1</guid>
              <media:title>Not this</media:title><media:group><title>Nor this</title></media:group>
              <pubDate>Sat, 07 Sep 2002 00:00:01 +0200</pubDate>
              <content:encoded><![CDATA[<h1>Long</h1> text]]></content:encoded>
            </item>
            <item>
              <guid>http://example.com/2</guid><dc:date>2002-09-07</dc:date>
              <description>AT&amp;amp;T <b>says</b> &lt;i&gt;yes</description>
              <itunes:summary>undeclared</itunes:summary>
            </item>
            </channel>
            </rss>
            """
        )
        #expect(feed.title == "News & more")
        #expect(
            feed.items == [
                FeedItem(
                    id: "1",
                    title: "One",
                    link: URL(string: "http://example.com/news/one.html"),
                    date: Date(timeIntervalSince1970: 1_031_349_601),
                    summary: "Long text"
                ),
                FeedItem(
                    id: "http://example.com/2",
                    title: "AT&amp;T says <i>yes",
                    link: URL(string: "http://example.com/2"),
                    date: Date(timeIntervalSince1970: 1_031_356_800),
                    summary: "AT&amp;T says <i>yes"
                ),
            ]
        )
    }

    @Test(arguments: [
        "<?x?><title>a</title>", "<title>a<?x?></title>", "<title>a</title><?x?><?y?>\n<?z ?>",
        "<title>a</title><!-- <?x?> -->", "<title>a</title><?x\u{301}?>\u{301}", "<title>a</title><?x y?z?>",
    ])
    func `an instruction without content is read like any other`(content: String) throws {
        #expect(try read("<rss version='2.0'><channel>\(content)</channel></rss>").title == "a")
    }

    /// No `<` in an attribute (XML 1.0, section 3.1), and instructions with a name, space after it
    /// and an end (section 2.6).
    @Test(arguments: [
        "<title x='<!--'>a</title><?x?>", "<title x='<![CDATA['>a</title><?x?>", "<title>a</title><??>",
        "<title>a</title><?>", "<title>a</title><?x\u{301}>", "<title>a</title><?<?x?>", "<title>a</title><?x??>",
    ])
    func `an instruction that breaks the rules ends no process`(content: String) throws {
        #expect(throws: FeedError.malformed(line: 1)) {
            try read("<rss version='2.0'><channel>\(content)</channel></rss>")
        }
    }

    @Test func `text that looks like an instruction keeps its characters`() throws {
        let feed = try read(
            "<rss version='2.0'><channel><title><![CDATA[a <?x y?> <?z?> ? > b]]></title></channel></rss>"
        )
        #expect(feed.title.filter { $0 != " " } == "a<?xy?><?z?>?>b")
        let other = try read("<rss version='2.0'><channel><title><![CDATA[a <?> b]]></title></channel></rss>")
        #expect(other.title == "a <?> b")
    }

    /// Programs that join files leave the mark of each.
    @Test(arguments: [
        "\u{FEFF}<?xml version='1.0'?>", "\u{FEFF}\u{FEFF}", "\u{FEFF}\u{FEFF}\u{FEFF}<?xml version='1.0'?>\n",
        "<?xml version='1.0'?>\u{FEFF}", "<?xml version='1.0'?>\n\u{FEFF}\n\u{FEFF}<!-- x -->",
    ])
    func `byte order marks before the first element are no text`(prolog: String) throws {
        let text = prolog + "<rss><channel><title>é</title></channel></rss>"
        let address = try #require(URL(string: "http://example.com/"))
        for (encoding, charset) in [(String.Encoding.utf8, "utf-8"), (.utf16LittleEndian, "utf-16le")] {
            let data = try #require(text.data(using: encoding))
            #expect(try FeedDocument.read(data, contentType: "text/xml;charset=\(charset)", from: address).title == "é")
        }
    }

    @Test func `Atom is read with its types of text, under any prefix`() throws {
        let feed = try read(
            """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:o="urn:other">
            <a:title type="text">Less: &lt;</a:title>
            <a:entry>
              <a:title type="html">&lt;em&gt;Big&lt;/em&gt; &amp;amp; small</a:title><o:title>Not this</o:title>
              <a:link rel="enclosure" href="/x.mp3"/><a:link href="/1"/><a:link rel="alternate" href="/2"/>
              <a:id>1</a:id><a:updated>2003-12-13T18:30:02.25+01:00</a:updated><a:source><a:title>Nor this</a:title></a:source>
              <a:content type="xhtml"><h:div><h:p>One</h:p><h:p>two &lt;b&gt;</h:p><h:script>no</h:script></h:div></a:content>
            </a:entry>
            <a:entry><a:title>&lt;em&gt;</a:title><a:id>2</a:id><a:published>2003-12-13T18:30Z</a:published>
              <a:updated>2004-01-01T00:00:00Z</a:updated><a:summary>short</a:summary><a:content>long</a:content></a:entry>
            </a:feed>
            """
        )
        #expect(feed.title == "Less: <")
        #expect(feed.items.map(\.title) == ["Big & small", "<em>"])
        #expect(feed.items.map(\.link?.path) == ["/1", nil])
        #expect(feed.items.map(\.summary) == ["One two <b>", "short"])
        #expect(feed.items.map { $0.date?.timeIntervalSince1970 } == [1_071_336_602, 1_071_340_200])
    }

    @Test func `an entry that is not directly in an Atom feed is not one of its entries`() throws {
        let entry = "<entry><title>Not this</title></entry>"
        let feed = try read(
            "<feed xmlns='http://www.w3.org/2005/Atom'><group>\(entry)</group><entry><title>One</title></entry></feed>"
        )
        #expect(feed.items.map(\.title) == ["One"])
    }

    @Test func `entities are not expanded and no file is read, in whatever encoding they are declared`() throws {
        let secret = FileManager.default.temporaryDirectory.appending(path: "secret \(UUID())")
        try "the secret".write(to: secret, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: secret) }
        let address = try #require(URL(string: "http://example.com/"))
        for declaration in [
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(secret.absoluteString)'>]>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM '\(secret.absoluteString)'> %p;]>",
            "<!-- <!DOCTYPE html> --><?x y?>\n<!DOCTYPE r PUBLIC ']' \"'>\" [<!ENTITY e 'x'>]>",
        ] {
            let text = declaration + "<rss><channel><item><title>&e;</title></item></channel></rss>"
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf16, .utf32] {
                let data = try #require(text.data(using: encoding))
                #expect(throws: FeedError.declaresEntities, "\(declaration) \(encoding)") {
                    try FeedDocument.read(
                        data,
                        contentType: encoding == .utf32 ? "text/xml; charset=utf-32le" : nil,
                        from: address
                    )
                }
            }
        }
        let external =
            "<!DOCTYPE rss SYSTEM '\(secret.absoluteString)'><rss><channel><title>&e;</title></channel></rss>"
        #expect(throws: FeedError.malformed(line: 1)) { try read(external) }
    }

    @Test func `a declaration in the text of an entry is text`() throws {
        let feed = try read(
            "<rss><channel><item><title><![CDATA[<!DOCTYPE x [<!ENTITY]]></title></item></channel></rss>"
        )
        #expect(feed.items.map(\.title) == ["<!DOCTYPE x [<!ENTITY"])
    }

    @Test func `a document with many levels is read, or is malformed where the parser has a limit`() throws {
        func nested(_ count: Int, isClosed: Bool = true) -> String {
            let (start, end) = (String(repeating: "<a>", count: count), String(repeating: "</a>", count: count))
            return "<rss><channel><item><title>t</title>\(start)\(isClosed ? end : "")</item></channel></rss>"
        }
        #expect(try read(nested(100)).items.map(\.title) == ["t"])
        #expect(throws: FeedError.malformed(line: 1)) { try read(nested(100_000, isClosed: false)) }
        #if canImport(FoundationXML)
        #expect(try read(nested(100_000)).items.map(\.title) == ["t"])
        #else
        #expect(throws: FeedError.malformed(line: 1)) { try read(nested(100_000)) }
        #endif
    }

    @Test func `large documents take a time that grows with their length alone`() throws {
        let pieces = ["<", "<script>", "<!--", "&amp", "&#x", "<a ", "]]>", "</script "]
        let text = pieces.map { String(repeating: $0, count: 5_000) }.joined()
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let item = "<item><title>t</title><description>\(escaped)</description></item>"
        let feed = try read("<rss><channel>\(item)</channel></rss>")
        #expect(feed.items.count == 1)
    }
}
