extension String {
    /// The text on one line, with everything visible: control characters, marks that change the
    /// direction of writing, and characters without a shape appear as Swift writes them, `\n` or
    /// `\u{202E}`.
    var visible: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isHidden ? scalar.escaped : String(scalar)
        }
    }

    /// At most so many characters, with an ellipsis for what is left out.
    func shortened(to count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }

    /// For the text of XML and HTML elements, and for attributes in double quotes.
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

    /// The text with other texts for some of its scalars: as a part of a character, such as `<`
    /// with an accent, they mean to formats what they mean alone.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { $0 += replacement($1) ?? String($1) }
    }

    /// For a cell of a Markdown table: what would be markup there stands for itself.
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
            // Neither an address, nor an emoji's name.
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

    /// Markdown for a cell of a table: on one line, and no `|` in it ends the cell.
    package var inTableCell: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").replacingScalars { $0 == "|" ? "\\|" : nil }
    }

    /// The text with each character written out as a number that is not certain to be taken as it
    /// is.
    ///
    /// - Parameters:
    ///   - plain: The characters besides letters and digits that are certain.
    ///   - number: How the format writes the number of a character.
    func spelledOut(except plain: String, _ number: (Unicode.Scalar) -> String) -> String {
        let plain = Set(plain.unicodeScalars)
        let scalars = Array(visible.unicodeScalars)
        return scalars.indices.reduce(into: "") { text, index in
            let scalar = scalars[index]
            // Spaces at the ends and after each other are lost, and so is one that makes a keyword
            // of what is before it.
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
    /// Whether it is not to be seen, or changes how others are seen.
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: true
        // Joiners make one emoji of several.
        case .format: value != 0x200D && !(0xE0020...0xE007F).contains(value)
        default: false
        }
    }

    /// Letters that formats do not use for purposes of their own.
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
