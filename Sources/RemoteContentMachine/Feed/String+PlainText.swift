import Foundation

extension String {
    /// The text of HTML without its markup.
    ///
    /// This property removes tags, comments, scripts and styles and resolves character references.
    /// It replaces each run of white space by one space. A space separates the texts of block
    /// elements.
    ///
    /// - Complexity: O(*n*).
    var plainText: String {
        var text = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start].resolvingReferences
            rest = rest[start...]
            guard rest.isAtMarkup else {
                text.append("<")
                rest = rest.dropFirst()
                continue
            }
            let name = rest.tagName
            if !Self.inlineElements.contains(name) { text.append(" ") }
            rest = rest.afterMarkup(named: name)
        }
        text += rest.resolvingReferences
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The elements that do not separate words.
    private static let inlineElements: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span",
        "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ]
}

extension Substring {
    /// Whether a tag or a comment begins here, and not a literal "<".
    fileprivate var isAtMarkup: Bool {
        guard let next = dropFirst().first else { return false }
        return next.isASCII && (next.isLetter || next == "/" || next == "!" || next == "?")
    }

    /// The name of the element whose start tag or end tag begins here.
    fileprivate var tagName: String {
        let name = dropFirst().drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return name.prefix(16).lowercased()
    }

    /// Returns the text after the markup that begins here; empty if the markup does not end.
    fileprivate func afterMarkup(named name: String) -> Substring {
        if hasPrefix("<!--") { return after("-->") }
        guard ["script", "style"].contains(name), !hasPrefix("</") else { return after(">") }
        // The contents of scripts and styles are not text.
        var rest = self
        while let end = rest.dropFirst().firstIndex(of: "<") {
            rest = rest[end...]
            if rest.hasPrefix("</") && rest.tagName == name { return rest.after(">") }
        }
        return ""
    }

    private func after(_ end: String) -> Substring {
        guard let range = firstRange(of: end) else { return "" }
        return self[range.upperBound...]
    }

    /// The text with references such as `&amp;` and `&#8212;` replaced by characters.
    ///
    /// Unknown references and references with more than twelve characters are left unchanged. The
    /// length limit keeps every search for the end of a reference short.
    fileprivate var resolvingReferences: String {
        var text = ""
        var rest = self
        while let start = rest.firstIndex(of: "&") {
            text += rest[..<start]
            let name = rest[start...].dropFirst().prefix(12).prefix { $0 != ";" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let character = Self.character(named: name) {
                text.append(character)
                rest = rest[name.endIndex...].dropFirst()
            } else {
                text.append("&")
                rest = rest[start...].dropFirst()
            }
        }
        return text + rest
    }

    private static func character(named name: Substring) -> Character? {
        guard name.first == "#" else { return names[String(name)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number > 0 else { return nil }
        return Unicode.Scalar(number).map(Character.init)
    }

    private static let names: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}", "ndash": "–",
        "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "pound": "£", "deg": "°",
        "times": "×", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
        "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
    ]
}
