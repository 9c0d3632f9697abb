/// The part of an XML document before its first element.
enum XMLProlog {
    /// Returns the document from its first element to its end.
    ///
    /// A parser that never sees a document type declaration cannot expand its entities or open the
    /// files that it refers to. The function also removes the encoding declaration, because the
    /// text has already been decoded.
    ///
    /// - Throws: `FeedError.declaresEntities` for a declaration with an internal subset,
    ///   `FeedError.notAFeed` for a web page, and `FeedError.truncated` if there is no element.
    static func skip(in text: String) throws(FeedError) -> Substring {
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespaceOrMark)
            if rest.hasPrefix("<?") {
                rest = try after("?>", in: rest)
            } else if rest.hasPrefix("<!--") {
                rest = try after("-->", in: rest)
            } else if rest.hasPrefix("<!") {
                rest = try afterDeclaration(in: rest)
            } else if rest.isEmpty {
                throw .truncated
            } else if rest.prefix(5).lowercased() == "<html" {
                throw .notAFeed("a web page")
            } else {
                return rest
            }
        }
    }

    private static func after(_ end: String, in text: Substring) throws(FeedError) -> Substring {
        guard let range = text.firstRange(of: end) else { throw .truncated }
        return text[range.upperBound...]
    }

    private static func afterDeclaration(in text: Substring) throws(FeedError) -> Substring {
        let words = text.prefix(40).lowercased().split(whereSeparator: { $0.isWhitespace || $0 == ">" })
        if words.first == "<!doctype", words.dropFirst().first == "html" { throw .notAFeed("a web page") }
        var quote: Character?
        for index in text.indices {
            switch (text[index], quote) {
            case (let mark, let open?): if mark == open { quote = nil }
            case ("[", nil): throw .declaresEntities
            case (">", nil): return text[text.index(after: index)...]
            case ("\"", nil), ("'", nil): quote = text[index]
            case (_, nil): break
            }
        }
        throw .truncated
    }
}

extension Character {
    /// Whether the character is white space or a byte order mark, which joined files may contain.
    fileprivate var isWhitespaceOrMark: Bool { isWhitespace || self == "\u{FEFF}" }
}
