extension String {
    /// The text on one line, without control characters.
    ///
    /// Use it for text from untrusted sources.
    package var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.compactMap { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    // Bidirectional marks would reorder the rest of the line.
                    case .format where scalar.properties.isBidiControl: nil
                    case .surrogate, .unassigned, .privateUse: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }

    /// The number of columns that the text occupies in a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Returns the text, cut to a number of columns; an ellipsis replaces the rest.
    package func truncated(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var kept = ""
        var room = width - 1
        for character in self {
            room -= character.columns
            if room < 0 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Returns the lines of the text, with further breaks at spaces where they are longer than a
    /// number of columns.
    ///
    /// Escape sequences for styles occupy no columns. A word that is longer than a line stays
    /// whole.
    func wrapped(to width: Int) -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            var lines: [String] = []
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                let longer = lines.last.map { $0 + " " + word } ?? String(word)
                if lines.isEmpty || longer.replacing(/\u{1B}\[[0-9;]*m/, with: "").columns <= width {
                    lines = lines.dropLast() + [longer]
                } else if !word.isEmpty {
                    while lines.last?.last == " " { lines[lines.count - 1].removeLast() }
                    lines.append("  " + word)
                }
            }
            return lines
        }
    }

    /// Returns the text with spaces appended up to a number of columns.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }
}

extension Character {
    /// The number of columns that the character occupies.
    ///
    /// Emoji and wide East Asian characters occupy two columns. The ranges are those parts of the
    /// classes W and F of Unicode Standard Annex 11 that terminal fonts contain.
    var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
            return 0
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }
}
