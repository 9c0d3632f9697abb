import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// "Extensible Markup Language (XML) 1.0" and "Namespaces in XML 1.0", production by production.
@Suite(.timeLimit(.minutes(1)), .computing) struct XMLReaderTests {
    private func value(_ text: String) throws -> String? { try XMLReader.read("<a v=\"\(text)\"/>").attributes["v"] }

    @Test(arguments: [
        ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&#x41;", "A"),
        ("&#65;", "A"),
        ("&#x3c;&#x3C;", "<<"), ("&#xe9;&#xE9;", "éé"), ("&#x1F600;", "😀"), ("&#128512;", "😀"),
        ("&#0000000000065;", "A"),
        ("&#x000000000041;", "A"), ("&#9;&#10;&#13;", "\t\n\r"), ("&amp;lt;", "&lt;"), ("a&lt;b&gt;c", "a<b>c"),
        ("&#xD7FF;&#xE000;&#xFFFD;&#x10FFFF;", "\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}"),
        // 3.3.3 and 2.11: spaces and ends of lines in a value are spaces.
        ("a\tb\nc\rd\r\ne", "a b c d e"), ("'>]]>", "'>]]>"),
    ])
    func `4.1, a reference is the character that it names`(text: String, expected: String) throws {
        #expect(try value(text) == expected)
    }

    @Test(arguments: [
        // There are five names, and no case is ignored.
        "&nbsp;", "&LT;", "&lt", "&;", "&", "& lt;", "&lt ;", "&#;", "&#x;", "&#X41;", "&#x4G;", "&#41h;", "&#-65;",
        "&#+65;",
        "&#x+41;", "&#x-41;", "&# 65;", "&#x 41;", "&#１;", "&a b;", "&amp",
        // Production 2: no character of a document.
        "&#0;", "&#x0;", "&#1;", "&#8;", "&#11;", "&#12;", "&#xC;", "&#14;", "&#x1F;", "&#xD800;", "&#xDFFF;",
        "&#xFFFE;",
        "&#xFFFF;", "&#x110000;", "&#4294967361;", "&#xFFFFFFFFFFFFFFFFFF;",
    ])
    func `4.1, a reference to anything else is refused, in values and in texts`(text: String) throws {
        let inValue = #expect(throws: ChartError.self) { _ = try value(text) }
        #expect(inValue?.position == Position(line: 1, column: 7))
        #expect(
            inValue?.problem.hasPrefix("the entity “&") == true
                && inValue?.problem.hasSuffix("” is not supported") == true
        )
        #expect(throws: ChartError.self) { _ = try XMLReader.read("<a>\(text)</a>") }
        #expect(throws: Never.self) { _ = try XMLReader.read("<a>&lt;&#x41;</a>") }
    }

    @Test func `2.2, a control character other than a tab or the end of a line is refused where it is`() {
        let forbidden = (0..<32).filter { ![9, 10, 13].contains($0) } + [0xFFFE, 0xFFFF]
        for character in forbidden.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            for text in [
                "<a>\n <b>x\(character)</b></a>", "<a>\n <b v='\(character)'/></a>", "<a>\n <!--x\(character)--></a>",
            ] {
                let error = #expect(throws: ChartError.self, "\(character.value)") { _ = try XMLReader.read(text) }
                let column = text.split(separator: "\n")[1].unicodeScalars.prefix { $0 != character }.count + 1
                #expect(error?.position == Position(line: 2, column: column), "\(character.value): \(text)")
            }
        }
        for character in ["\t", "\n", "\r", " ", "\u{7F}", "\u{A0}", "\u{FFFD}", "😀"] {
            #expect(throws: Never.self, "\(character)") {
                _ = try XMLReader.read("<a v='\(character)'>\(character)</a>")
            }
        }
    }

    @Test func `2.3, four characters are spaces between attributes, and no others`() {
        for space in [" ", "\t", "\n", "\r", "\r\n", " \n\t"] {
            #expect(throws: Never.self) {
                _ = try XMLReader.read("<a\(space)b='1'\(space)c\(space)=\(space)'2'\(space)/>")
            }
            #expect(throws: Never.self) { _ = try XMLReader.read("\(space)<a></a\(space)>\(space)") }
        }
        for other in ["\u{C}", "\u{B}", "\u{A0}", "\u{2028}", "\u{3000}", "\u{85}", ""] {
            #expect(throws: ChartError.self) { _ = try XMLReader.read("<a\(other)b='1'/>") }
            #expect(throws: ChartError.self) { _ = try XMLReader.read("<a b='1'\(other)c='2'/>") }
        }
        #expect(throws: ChartError.self) { _ = try XMLReader.read("\u{A0}<a/>") }
    }

    @Test(arguments: [
        "<a/>", "<a></a>", "<a />", "<?xml version='1.0'?><a/>", "<!-- x --><a/><!-- y -->", "<a><!----></a>",
        "<a><!-- - --></a>",
        "<a><![CDATA[<b>&x;]] >]]></a>", "<a>]] ></a>", "<a>text > 'text'</a>", "<a b=''/>", "<a b='\"' c=\"'\"/>",
        "<a b='>'/>",
        "\u{FEFF}<a/>", "<_a/>", "<a-b.c_1/>", "<é/>", "<a><?x <y> ?></a>", "<a>\n</a>\n",
    ])
    func `a document is read`(text: String) {
        #expect(throws: Never.self) { _ = try XMLReader.read(text) }
    }

    @Test(arguments: [
        ("a", 1, "is outside the root element"), ("<a/>x", 5, "is outside the root element"),
        ("&lt;<a/>", 1, "is outside the root element"),
        ("<![CDATA[x]]><a/>", 1, "is outside the root element"), ("<a/><![CDATA[]]>", 5, "is outside the root element"),
        ("<a/><b/>", 5, "a second element"),
        ("<a>", 1, "<a> is not closed"), ("<a><b></a>", 7, "</a> has no opening tag"),
        ("</a>", 1, "has no opening tag"),
        ("<a></A>", 4, "has no opening tag"), ("<a></a", 7, "is not closed"), ("<a b>", 5, "“b” has no value"),
        ("<a b=c/>", 6, "has no quotation marks"), ("<a b='c/>", 6, "is not closed"),
        ("<a b='<'/>", 7, "contains “<”"),
        ("<a b='1'c='2'/>", 9, "is malformed"), ("<a b='1' b='2'/>", 10, "has the attribute “b” twice"),
        ("<1a/>", 2, "a name is missing"),
        ("<-a/>", 2, "a name is missing"), ("< a/>", 2, "a name is missing"), ("<a", 3, "is malformed"),
        ("<a><!-- -- --></a>", 9, "a comment contains “--”"), ("<a><!-- x ---></a>", 11, "a comment contains “--”"),
        ("<a><!-- x -- ", 11, "a comment contains “--”"), ("<a><!-- x", 4, "the comment is not closed"),
        ("<a><!-->", 4, "the comment is not closed"),
        ("<a><![CDATA[x]]></a", 20, "is not closed"), ("<a><![CDATA[x", 4, "the CDATA section is not closed"),
        ("<a><?x", 4, "the processing instruction is not closed"),
        ("<a>]]></a>", 4, "the text contains “]]>”"), ("<!DOCTYPE a><a/>", 1, "document types are not supported"),
        ("", 1, "the file contains no XML element"),
        ("<!-- x -->", 1, "the file contains no XML element"),
    ])
    func `a text that is not well formed is refused where it is`(text: String, column: Int, message: String) {
        let error = #expect(throws: ChartError.self) { _ = try XMLReader.read(text) }
        #expect(error?.position == Position(line: 1, column: column))
        #expect(error?.problem.contains(message) == true, "\(error?.problem ?? "")")
    }

    @Test func `a place counts lines and the characters in them`() {
        for end in ["\n", "\r\n", "\r"] {
            let error = #expect(throws: ChartError.self) { _ = try XMLReader.read("<a>\(end)é😀\(end)\(end) <b></a>") }
            #expect(error?.position == Position(line: 4, column: 5))
        }
    }

    @Test func `elements are at most 120 deep, and a document has at most 1000000 bytes`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(throws: Never.self) { _ = try XMLReader.read(nested(120)) }
        let error = #expect(throws: ChartError.self) { _ = try XMLReader.read(nested(121)) }
        #expect(error?.position == Position(line: 1, column: 361))
        #expect(throws: Never.self) { _ = try XMLReader.read("<a>" + String(repeating: "é", count: 499_996) + " </a>") }
        let large = #expect(throws: ChartError.self) {
            _ = try XMLReader.read("<a>" + String(repeating: "é", count: 499_997) + "</a>")
        }
        #expect(large?.problem == "the file is 1000001 bytes long")
    }
}
