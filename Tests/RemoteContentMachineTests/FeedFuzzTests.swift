import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

/// Damaged feeds are errors or other feeds, and end no process.
@Suite(.timeLimit(.minutes(5)), .longComputing, .serialized) struct FeedFuzzTests {
    @Test(arguments: samples)
    func `damage anywhere is an error or another feed`(sample: String) throws {
        let address = try #require(URL(string: "http://example.com/feed"))
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var counts = (read: 0, refused: 0)
        for _ in 0..<ProcessEnvironment.runs(500) {
            let data = Self.damaged(sample, with: &generator)
            do throws(FeedError) {
                _ = try FeedDocument.read(data, contentType: "text/xml", from: address)
                counts.read += 1
            } catch {
                counts.refused += 1
            }
        }
        #expect(counts.read > 0 && counts.refused > 0, "\(counts), seed \(seed)")
    }

    static let samples = [
        """
        <?xml version="1.0"?>
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>News &amp; more</title>
        <item><title>One</title><link> one.html </link><guid isPermaLink="false">1</guid>
        <pubDate>Sat, 07 Sep 2002 00:00:01 +0200</pubDate>
        <content:encoded><![CDATA[<h1>Long</h1> text]]></content:encoded></item>
        <item><guid>http://example.com/2</guid><dc:date>2002-09-07</dc:date><itunes:summary>undeclared</itunes:summary></item>
        </channel></rss>
        """,
        """
        <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="http://example.com/">
        <a:title type="html">&lt;b&gt;News&lt;/b&gt;</a:title>
        <a:entry><a:id>urn:1</a:id><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One &#x26; <b>two</b></div></a:title>
        <a:link rel="alternate" href="1.html"/><a:updated>2003-12-13T18:30:02Z</a:updated><a:summary>Text</a:summary></a:entry>
        </a:feed>
        """,
    ]

    private static let pieces = [
        "<", ">", "&", ";", "\"", "'", "/", "=", ":", "xmlns", "xmlns:a=\"\"", "<!--", "-->", "<![CDATA[", "]]>", "<?x",
        "?>", "&#0;",
        "&#x110000;", "&nbsp;", "\u{0}", "\u{FEFF}", "<a:b>", "</a:b>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "é",
        "\r", "xml:base=\"x\"",
    ]

    private static func damaged(_ text: String, with generator: inout SeededGenerator) -> Data {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, index + Int.random(in: 0...30, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.removeSubrange(index..<end)
            case 1: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: index)
            case 2: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            case 3: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 4: bytes.replaceSubrange(index..<end, with: (pieces.randomElement(using: &generator) ?? "").utf8)
            default: bytes.removeSubrange(index...)
            }
        }
        return Data(bytes)
    }
}
