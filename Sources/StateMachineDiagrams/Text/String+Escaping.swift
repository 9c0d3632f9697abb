extension String {
    /// The text on one line with visible characters only.
    ///
    /// Control characters, direction marks and characters without a shape are written as Swift
    /// escapes, such as `\n` or `\u{202E}`.
    var visible: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isHidden ? scalar.escaped : String(scalar)
        }
    }

    /// Returns at most the given number of characters, with an ellipsis if the text is longer.
    func shortened(to count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }

    /// Returns the text in at most four lines, which end between two words.
    ///
    /// The last line is shortened if the text is longer.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...]
        while rest.count > width, lines.count < 3, let end = rest.prefix(width + 1).lastIndex(of: " ") {
            lines.append(String(rest[..<end]))
            rest = rest[end...].dropFirst()
        }
        return lines + [String(rest).shortened(to: width)]
    }

    /// The text with escapes for XML and HTML elements and for attributes in double quotes.
    package var escapedForXML: String {
        visible.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }

    /// JSON that cannot end the script element that contains it.
    var escapedForScript: String { replacingScalars { $0 == "<" ? "\\u003C" : nil } }

    /// Returns the text with replacements for some of its scalars.
    ///
    /// Formats give a scalar such as `<` its meaning even if an accent joins it into one character,
    /// so the method replaces scalars rather than characters.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { $0 += replacement($1) ?? String($1) }
    }

    /// The text with escapes for a cell of a Markdown table, where it must not become markup.
    package var escapedForMarkdown: String {
        let scalars = Array(visible.unicodeScalars)
        return scalars.indices.reduce(into: "") { text, index in
            let scalar = scalars[index]
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case "_" where before.isPartOfWord && after.isPartOfWord: text += String(scalar)
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "#": text += "\\\(scalar)"
            case "&": text += "&amp;"
            case "@": text += "&#64;"
            // Prevent both web addresses and emoji names.
            case ":" where after == "/" || after.isPartOfWord || "+-_".unicodeScalars.contains(after):
                text += "\\:"
            case "/" where after == "/": text += "\\/"
            case "." where text.lowercased().hasSuffix("www"): text += "\\."
            case _ where scalar.properties.isWhitespace && (index == 0 || index == scalars.count - 1):
                text += "&#\(scalar.value);"
            default: text += String(scalar)
            }
        }
    }

    /// Markdown on one line with escapes for `|`, which would end a table cell.
    package var inTableCell: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").replacingScalars { $0 == "|" ? "\\|" : nil }
    }

    /// Returns the text with a number for each character that the format may not accept as it is.
    ///
    /// - Parameters:
    ///   - plain: The characters besides letters and digits that the format always accepts.
    ///   - number: A closure that writes the number of a character in the format.
    func spelledOut(except plain: String, _ number: (Unicode.Scalar) -> String) -> String {
        let plain = Set(plain.unicodeScalars)
        let scalars = Array(visible.unicodeScalars)
        return scalars.indices.reduce(into: "") { text, index in
            let scalar = scalars[index]
            // Formats drop spaces at the ends, repeated spaces and a space that would complete a
            // keyword.
            let isLost =
                [" ", "."].contains(scalar) && index > 0 && scalars[index - 1] == scalar
                || scalar == " "
                    && (index == 0 || index == scalars.count - 1 || text.lowercased().hasSuffix("direction"))
            let isPlain =
                scalar.isASCII
                ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil : scalar.isCommonLetter
            text += (isPlain || plain.contains(scalar)) && !isLost ? String(scalar) : number(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible or changes the appearance of other scalars.
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: true
        // Joiners combine several emoji into one.
        case .format: value != 0x200D && !(0xE0020...0xE007F).contains(value)
        default: false
        }
    }

    /// Whether the scalar is a letter without a special meaning in a format.
    fileprivate var isCommonLetter: Bool {
        properties.isAlphabetic && value > 0xA1 && value != 0xFB02 && value != 0xDF && !properties.isDiacritic
    }

    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: false
        }
    }

    fileprivate var escaped: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
