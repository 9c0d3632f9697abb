/// A text that means something to a format, and how each format has to write it.
struct LabelSample: Sendable {
    let name: String
    let text: String

    /// Mermaid: `#N;` for what may be syntax.
    let mermaid: String

    /// PlantUML: `<U+N>` for what may be syntax.
    let plantUML: String

    /// An HTML-like label of Graphviz, where `\N` is still the name of the node, and `]` is no text
    /// by itself.
    let html: String

    /// A string in double quotes of Graphviz, which reads entities and `\N`.
    let quoted: String

    /// A text or an attribute of XML.
    let xml: String

    /// A cell of a table in GitHub-flavored Markdown.
    let markdown: String

    init(
        _ name: String,
        _ text: String,
        mermaid: String,
        plantUML: String,
        html: String? = nil,
        quoted: String? = nil,
        xml: String? = nil,
        markdown: String? = nil
    ) {
        self.name = name
        self.text = text
        self.mermaid = mermaid
        self.plantUML = plantUML
        self.html = html ?? text
        self.quoted = quoted ?? text
        self.xml = xml ?? text
        self.markdown = markdown ?? text
    }
}

extension LabelSample {
    /// Written from the documents of the formats: entity codes of Mermaid, `<U+N>` of PlantUML's
    /// Creole, escStrings and HTML-like labels of Graphviz, XML 1.0 (section 2.4), and GFM
    /// (sections 2.4, 2.5 and 4.10).
    static let all = [
        LabelSample("letters", "aZ 09", mermaid: "aZ 09", plantUML: "aZ 09"),
        LabelSample("letters of the world", "é ж漢ع", mermaid: "é ж漢ع", plantUML: "é ж漢ع"),
        LabelSample("pipe", "a|b", mermaid: "a#124;b", plantUML: "a<U+007C>b", markdown: "a\\|b"),
        LabelSample(
            "quotes",
            "\"a'",
            mermaid: "#34;a'",
            plantUML: "<U+0022>a<U+0027>",
            html: "&quot;a'",
            quoted: "\\\"a'",
            xml: "&quot;a'"
        ),
        LabelSample(
            "script",
            "<script>",
            mermaid: "#60;script#62;",
            plantUML: "<U+003C>script<U+003E>",
            html: "&lt;script&gt;",
            xml: "&lt;script&gt;",
            markdown: "\\<script\\>"
        ),
        LabelSample(
            "entity",
            "&amp;",
            mermaid: "#38;amp#59;",
            plantUML: "<U+0026>amp<U+003B>",
            html: "&amp;amp;",
            quoted: "&amp;amp;",
            xml: "&amp;amp;",
            markdown: "&amp;amp;"
        ),
        LabelSample("number sign", "#35;", mermaid: "#35;35#59;", plantUML: "<U+0023>35<U+003B>", markdown: "\\#35;"),
        LabelSample(
            "tilde and at",
            "~@startuml",
            mermaid: "#126;#64;startuml",
            plantUML: "<U+007E><U+200B><U+0040>startuml",
            markdown: "\\~&#64;startuml"
        ),
        LabelSample("bracket", "]", mermaid: "#93;", plantUML: "<U+005D>", html: "&#93;", markdown: "\\]"),
        LabelSample(
            "star in brackets",
            "[*]",
            mermaid: "#91;#42;#93;",
            plantUML: "<U+005B><U+002A><U+005D>",
            html: "[*&#93;",
            markdown: "\\[\\*\\]"
        ),
        LabelSample(
            "emoji with joiners",
            "👩‍👧",
            mermaid: "#128105;#8205;#128103;",
            plantUML: "<U+1F469><U+200D><U+1F467>"
        ),
        LabelSample(
            "emoji with tags",
            "🏴\u{E0067}\u{E0020}\u{E007F}",
            mermaid: "#127988;#917607;#917536;#917631;",
            plantUML: "<U+1F3F4><U+E0067><U+E0020><U+E007F>"
        ),
        LabelSample("combining mark", "e\u{301}", mermaid: "e#769;", plantUML: "e<U+0301>"),
        LabelSample(
            "syntax with a mark",
            "<\u{301}|\u{301}",
            mermaid: "#60;#769;#124;#769;",
            plantUML: "<U+003C><U+0301><U+007C><U+0301>",
            html: "&lt;\u{301}|\u{301}",
            xml: "&lt;\u{301}|\u{301}",
            markdown: "\\<\u{301}\\|\u{301}"
        ),
        LabelSample("letter that is a mark", "a ʰ", mermaid: "a #688;", plantUML: "a <U+02B0>"),
        LabelSample("keycap", "1\u{20E3}", mermaid: "1#8419;", plantUML: "1<U+20E3>"),
        LabelSample(
            "what Mermaid writes for a number",
            "ﬂß°¶",
            mermaid: "#64258;#223;#176;#182;",
            plantUML: "<U+FB02><U+00DF><U+00B0><U+00B6>"
        ),
        LabelSample(
            "control characters",
            "\u{0}\t\u{1B}\r",
            mermaid: "#92;u#123;0#125;#92;t#92;u#123;1B#125;#92;r",
            plantUML: "<U+005C>u<U+007B>0<U+007D><U+005C>t<U+005C>u<U+007B>1B<U+007D><U+005C>r",
            html: "\\\\u{0}\\\\t\\\\u{1B}\\\\r",
            quoted: "\\\\u{0}\\\\t\\\\u{1B}\\\\r",
            xml: "\\u{0}\\t\\u{1B}\\r",
            markdown: "\\\\u{0}\\\\t\\\\u{1B}\\\\r"
        ),
        LabelSample(
            "hidden characters",
            "\u{202E}\u{AD}\u{2028}\u{E000}",
            mermaid: "#92;u#123;202E#125;#92;u#123;AD#125;#92;u#123;2028#125;#92;u#123;E000#125;",
            plantUML: ["202E", "AD", "2028", "E000"].map { "<U+005C>u<U+007B>\($0)<U+007D>" }.joined(),
            html: "\\\\u{202E}\\\\u{AD}\\\\u{2028}\\\\u{E000}",
            quoted: "\\\\u{202E}\\\\u{AD}\\\\u{2028}\\\\u{E000}",
            xml: "\\u{202E}\\u{AD}\\u{2028}\\u{E000}",
            markdown: "\\\\u{202E}\\\\u{AD}\\\\u{2028}\\\\u{E000}"
        ),
        LabelSample(
            "backslashes",
            "\\N\\l",
            mermaid: "#92;N#92;l",
            plantUML: "<U+005C>N<U+005C>l",
            html: "\\\\N\\\\l",
            quoted: "\\\\N\\\\l",
            markdown: "\\\\N\\\\l"
        ),
        LabelSample("keyword", "direction LR", mermaid: "direction#32;LR", plantUML: "direction<U+0020>LR"),
        LabelSample(
            "keyword in capitals",
            "a Direction TB",
            mermaid: "a Direction#32;TB",
            plantUML: "a Direction<U+0020>TB"
        ),
        LabelSample("dots", "a...b", mermaid: "a.#46;#46;b", plantUML: "a.<U+002E><U+002E>b"),
        LabelSample("spaces inside", "a   b", mermaid: "a #32;#32;b", plantUML: "a <U+0020><U+0020>b"),
        LabelSample(
            "dashes",
            "a-->b",
            mermaid: "a#45;#45;#62;b",
            plantUML: "a<U+002D><U+002D><U+003E>b",
            html: "a--&gt;b",
            xml: "a--&gt;b",
            markdown: "a--\\>b"
        ),
        LabelSample("comment", "%%{a}", mermaid: "#37;#37;#123;a#125;", plantUML: "<U+0025><U+0025><U+007B>a<U+007D>"),
        LabelSample("colons", "a::: b", mermaid: "a#58;#58;#58; b", plantUML: "a::: b"),
        LabelSample(
            "emphasis",
            "`*_a_b~",
            mermaid: "#96;#42;#95;a#95;b#126;",
            plantUML: "<U+0060><U+002A><U+005F>a<U+005F>b<U+007E>",
            markdown: "\\`\\*\\_a_b\\~"
        ),
        LabelSample(
            "addresses",
            "www.a http://b c@d :e: :+1:",
            mermaid: "www.a http#58;//b c#64;d #58;e#58; #58;+1#58;",
            plantUML: "www.a http:<U+002F><U+002F>b c<U+0040>d :e: :<U+002B>1:",
            markdown: "www\\.a http\\:\\//b c&#64;d \\:e: \\:+1:"
        ),
        LabelSample("plain signs", "(a),b.c", mermaid: "(a),b.c", plantUML: "(a),b.c"),
        LabelSample(
            "signs that PlantUML may read",
            "a='+?!/",
            mermaid: "a='+?!/",
            plantUML: "a<U+003D><U+0027><U+002B><U+003F><U+0021><U+002F>"
        ),
        LabelSample("at the ends", " a ", mermaid: "#32;a#32;", plantUML: "<U+0020>a<U+0020>", markdown: "&#32;a&#32;"),
        LabelSample(
            "a space that does not break",
            "\u{A0}a\u{A0}",
            mermaid: "#160;a#160;",
            plantUML: "<U+00A0>a<U+00A0>",
            markdown: "&#160;a&#160;"
        ),
        LabelSample("nothing", "", mermaid: "#8203;", plantUML: "<U+200B>", html: " "),
    ]
}
