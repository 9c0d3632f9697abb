import Foundation
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

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

    /// A character beyond ASCII in each encoding, by the tables of its standard.
    private static let samples: [(names: [String], bytes: [UInt8], text: String)] = commonSamples + darwinSamples

    private static let commonSamples: [(names: [String], bytes: [UInt8], text: String)] = [
        (["utf-8", "utf8"], [0xC3, 0xA9, 0xE6, 0x97, 0xA5], "é日"), (["us-ascii", "ascii"], [0x41, 0x7E], "A~"),
        (["utf-16", "utf-16be"], [0x65, 0xE5, 0, 0x41], "日A"), (["utf-16le"], [0xE5, 0x65, 0x41, 0], "日A"),
        (["utf-32", "utf-32be"], [0, 1, 0xF6, 0], "😀"), (["utf-32le"], [0, 0xF6, 1, 0], "😀"),
        (["iso-8859-1", "latin1"], [0xE9, 0xB3, 0xA4], "é³¤"), (["iso-8859-2"], [0xE9, 0xB3, 0xB1], "éłą"),
        (["windows-1250"], [0x9C, 0xB3, 0xB9], "śłą"), (["windows-1251"], [0xC6, 0xE9], "Жй"),
        (["windows-1252"], [0x80, 0xE9], "€é"), (["windows-1253"], [0xE1, 0xC4], "αΔ"),
        (["windows-1254"], [0xFE, 0xDD], "şİ"), (["shift_jis"], [0x93, 0xFA, 0xB1], "日ｱ"),
    ]

    /// On Linux, Foundation decodes no byte of EUC-JP, and the error names the encoding.
    #if canImport(Darwin)
    private static let darwinSamples: [(names: [String], bytes: [UInt8], text: String)] = [
        (["euc-jp"], [0xC6, 0xFC, 0xA4, 0xA2], "日あ")
    ]
    #else
    private static let darwinSamples: [(names: [String], bytes: [UInt8], text: String)] = []
    #endif

    @Test(arguments: samples.indices)
    func `each encoding is known by its names, in upper and lower case`(index: Int) throws {
        let sample = Self.samples[index]
        for name in sample.names.flatMap({ [$0, $0.uppercased()] }) {
            #expect(try FeedText.decode(Data(sample.bytes), charset: name) == sample.text, "\(name)")
            // The declaration itself is readable in what contains ASCII.
            guard !name.lowercased().hasPrefix("utf-16"), !name.lowercased().hasPrefix("utf-32") else { continue }
            for declaration in ["<?xml version='1.0' encoding='\(name)'?>", " \n<?xml\tencoding = \"\(name)\" ?>"] {
                let data = Data(Array(declaration.utf8) + sample.bytes)
                #expect(try FeedText.decode(data, charset: nil) == declaration + sample.text, "\(declaration)")
            }
        }
    }

    @Test func `a declaration counts only in the first 200 bytes of an XML document`() throws {
        for (count, text) in [(200, "é"), (201, nil)] {
            let space = String(repeating: " ", count: count - "<?xml encoding='latin1'".count)
            let data = Data(Array("<?xml\(space) encoding='latin1'?>".utf8) + [0xE9])
            if let text {
                #expect(try FeedText.decode(data, charset: nil).hasSuffix(text))
            } else {
                #expect(throws: FeedError.undecodable(encoding: "utf-8")) { try FeedText.decode(data, charset: nil) }
            }
        }
        let other = Data(Array("<rss encoding='latin1'>".utf8) + [0xE9])
        #expect(throws: FeedError.undecodable(encoding: "utf-8")) { try FeedText.decode(other, charset: nil) }
    }

    @Test func `UTF-16 without a mark is recognized by the zero in its first character`() throws {
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let data = try #require("<é日>".data(using: encoding))
            #expect(try FeedText.decode(data, charset: nil) == "<é日>")
        }
        #expect(try FeedText.decode(Data("x".utf8), charset: nil) == "x")
        #expect(try FeedText.decode(Data(), charset: nil) == "")
        #expect(try FeedText.decode(Data([0]), charset: nil) == "\0")
        #expect(try FeedText.decode(Data([0x41, 0x42, 0]), charset: nil) == "AB\0")
    }

    @Test func `a byte order mark decides, whatever the server and the document name`() throws {
        let marks: [([UInt8], String.Encoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
            ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ]
        let text = "<?xml version='1.0' encoding='iso-8859-2'?>\(Self.title)"
        for (mark, encoding) in marks {
            let data = try #require(text.data(using: encoding))
            for charset in [nil, "iso-8859-1", "utf-8", "utf-16be", "klingon"] {
                #expect(try FeedText.decode(mark + data, charset: charset) == text)
            }
        }
    }

    @Test(
        arguments: [
            ("text/xml", "text/xml", nil), ("TEXT/XML", "text/xml", nil), (" text/xml ; q", "text/xml", nil),
            ("text/xml; charset=latin1", "text/xml", "latin1"), ("text/xml;charset=\"latin1\"", "text/xml", "latin1"),
            ("text/xml; Charset = latin1", "text/xml", "latin1"),
            ("text/xml; a=b; charset=latin1", "text/xml", "latin1"),
            ("text/xml; charset=latin1; charset=utf-8", "text/xml", "latin1"), ("text/xml; charset=", "text/xml", nil),
            ("text/xml; xcharset=latin1", "text/xml", nil), ("charset=latin1", "charset=latin1", nil),
            ("; charset=latin1", "charset=latin1", nil), ("", nil, nil), (";", nil, nil), (" ", nil, nil),
        ] as [(String, String?, String?)]
    )
    func `a content type has a name and a charset`(field: String, name: String?, charset: String?) {
        let type = ContentType(field)
        #expect(type?.name == name && type?.charset == charset, "\(String(describing: type))")
    }

    @Test func `the name of a content type is shortened for a message`() {
        #expect(ContentType(String(repeating: "x", count: 61))?.name == String(repeating: "x", count: 60))
        #expect(ContentType(nil) == nil)
    }

    @Test(arguments: [
        ("text/xml", true), ("text/html", true), ("application/atom+xml", true), ("application/json", true),
        ("application/octet-stream", true), ("imagex/png", true), ("application/pdfx", true), ("message/rfc822", true),
        ("image/svg+xml", false), ("audio/mpeg", false), ("video/mp4", false), ("font/woff2", false),
        ("model/stl", false), ("multipart/mixed", false), ("application/pdf", false), ("application/zip", false),
        ("application/gzip", false), ("IMAGE/PNG", false),
    ])
    func `only types that are never text are refused`(type: String, canBeText: Bool) {
        #expect(ContentType(type)?.canBeText == canBeText)
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
        ("one<p>two</p>three", "one two three"), ("one<u>two</u>three", "onetwothree"),
        ("one<u1>two", "one two"), ("one<style2>two", "one two"), ("a <é> b", "a <é> b"),
        ("&#x43;&#X43;&#67;", "CCC"), ("&#x0000000041;&#x00000000041;", "A&#x00000000041;"),
        ("&a &amp; b", "&a & b"),
        ("&lt;&amp;&#65;&#x42;&nbsp;&mdash;&unknown;&#0;&#xD800;&", "<&AB —&unknown;&#0;&#xD800;&"),
        ("&amp;lt;", "&lt;"),
        ("a <b", "a"), ("a <", "a <"),
        ("<script>never ends", ""),
        ("  much \n\t space  ", "much space"),
    ])
    func `markup is taken out of HTML`(html: String, text: String) {
        #expect(html.plainText == text)
    }
}
