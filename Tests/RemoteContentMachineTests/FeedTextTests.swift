import Foundation
@testable import RemoteContentMachine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct FeedTextTests {
    private static let title = "Zürich – café"

    @Test(arguments: [
        ("utf-8", String.Encoding.utf8), ("iso-8859-1", .isoLatin1), ("windows-1252", .windowsCP1252),
        ("UTF-16LE", .utf16LittleEndian), ("utf-16", .utf16BigEndian),
    ])
    func `an encoding that the server or the document names is used`(name: String, encoding: String.Encoding) throws {
        let title = encoding == .isoLatin1 ? "Zürich" : Self.title
        let text = "<?xml version='1.0' encoding='\(name)'?><rss><channel><title>\(title)</title></channel></rss>"
        let data = try #require(text.data(using: encoding))
        let address = try #require(URL(string: "http://example.com/"))
        for type in ["application/rss+xml; charset=\"\(name)\"", "text/xml", nil] {
            #expect(try FeedDocument.read(data, contentType: type, from: address).title == title)
        }
        let wrong = text.replacing("encoding='\(name)'", with: "encoding='us-ascii'")
        let wrongData = try #require(wrong.data(using: encoding))
        #expect(try FeedDocument.read(wrongData, contentType: "text/xml;Charset=\(name)", from: address).title == title)
    }

    @Test func `a byte order mark decides, whatever else is said`() throws {
        let marks: [([UInt8], String.Encoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
            ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ]
        for (mark, encoding) in marks {
            let data = try #require(Self.title.data(using: encoding))
            #expect(try FeedText.decode(mark + data, charset: "iso-8859-1") == Self.title)
        }
    }

    @Test func `text in an unknown encoding, or not in its own, is an error that names it`() {
        let bytes = Data([0x7B, 0xFF, 0xFE, 0x7D])
        #expect(throws: FeedError.undecodable(encoding: "utf-8")) { try FeedText.decode(bytes, charset: nil) }
        #expect(throws: FeedError.undecodable(encoding: "klingon")) { try FeedText.decode(bytes, charset: "Klingon") }
        #expect(throws: FeedError.undecodable(encoding: "us-ascii")) { try FeedText.decode(bytes, charset: "US-ASCII") }
        let declared = Data("<?xml version='1.0' encoding='utf-7'?>".utf8)
        #expect(throws: FeedError.undecodable(encoding: "utf-7")) { try FeedText.decode(declared, charset: nil) }
    }

    @Test(arguments: [
        ("a < b && c > d", "a < b && c > d"),
        ("<p>One</p><p>two <b>th</b>ree<br>four</p>", "One two three four"),
        ("a<script>if (1 < 2) { '</p>' }</script>b<STYLE>x</STYLE >c", "a b c"),
        ("a<!-- <b> -->b", "a b"),
        ("&lt;&amp;&#65;&#x42;&nbsp;&mdash;&unknown;&#0;&#xD800;&", "<&AB —&unknown;&#0;&#xD800;&"),
        ("&amp;lt;", "&lt;"),
        ("a <b", "a"),
        ("<script>never ends", ""),
        ("  much \n\t space  ", "much space"),
    ])
    func `markup is taken out of HTML`(html: String, text: String) {
        #expect(html.plainText == text)
    }

    @Test(arguments: [
        ("Sat, 07 Sep 2002 00:00:01 GMT", 1_031_356_801), ("7 Sep 2002 00:00 EST", 1_031_374_800),
        ("Sat, 07 September 02 00:00:01 -0130", 1_031_362_201), ("07-Sep-2002 00:00:01 +02:00", 1_031_349_601),
        ("01 Jan 70 00:00:00 Z", 0), ("2002-09-07T00:00:01Z", 1_031_356_801),
        ("2002-09-07t02:00:01.9+02:00", 1_031_356_801),
        (" 2002-09-07 ", 1_031_356_800), ("2016-12-31T23:59:60Z", 1_483_228_799), ("2002-09-07T00:00", 1_031_356_800),
    ])
    func `dates are read in the forms that feeds have`(text: String, seconds: Int) {
        #expect(FeedDate.read(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", "soon", "2002-13-01", "2002-02-30T00:00:00Z", "32 Jan 2002 00:00:00 GMT", "1 Foo 2002 00:00 GMT",
        "2002-09-07T25:00:00Z", "2002-09-07T00:00:00+99:00", "2002-09-07T00:61:00Z", "99999-01-01",
        String(repeating: "1", count: 100_000),
    ])
    func `anything else is no date`(text: String) {
        #expect(FeedDate.read(text) == nil)
    }
}
