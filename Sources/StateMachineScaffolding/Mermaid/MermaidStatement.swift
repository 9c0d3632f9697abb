import StateMachineCommandLine

/// A line of a Mermaid diagram.
struct MermaidStatement {
    enum Kind: Equatable {
        case state(id: String, label: String?, text: String? = nil, stereotype: String?, opens: Bool)
        case description(id: String, text: String)
        case arrow(source: String, target: String, label: String?)
        case note(state: String, text: String)
        /// The beginning of a note with several lines.
        case noteStart(state: String)
        case divider
        case close
        /// A statement that concerns only the appearance of the diagram.
        case ignored
    }

    var kind: Kind
    var position: Position

    /// Returns the line of an arrow.
    static func arrow(_ source: String, _ target: String, _ label: String? = nil) -> String {
        "\(source) --> \(target)" + (label.map { " : \($0)" } ?? "")
    }

    /// Reads one line, which is not empty and has no spaces at its ends.
    init(_ line: Substring, at position: Position) throws(ChartError) {
        self.position = position
        var line = trimmed(line.firstRange(of: /(^|\s)%%/).map { line[..<$0.lowerBound] } ?? line)
        // Mermaid ends a statement at a semicolon, as at the end of a line.
        while line.last == ";", line.wholeMatch(of: /.*#[0-9A-Za-z_]+;/) == nil { line = trimmed(line.dropLast()) }
        kind = try Self.kind(line, position)
        if let text = kind.text { try Self.rejectSemicolon(in: text, of: line, position) }
    }

    /// Rejects a semicolon outside an entity such as `#59;`.
    ///
    /// Mermaid 11 ends the text there and draws states with the names of the following words.
    private static func rejectSemicolon(
        in text: String,
        of line: Substring,
        _ position: Position
    ) throws(ChartError) {
        guard text.contains(";"), MermaidText.withoutEntities(text[...]).contains(";") else { return }
        let words = line.split(separator: /\s*;\s*/).map(String.init)
        let hasEntity = MermaidText.withoutEntities(line).count != line.count
        throw ChartError(
            position,
            "Mermaid ends a text at “;” and draws the rest as states",
            expected: "a comma",
            instead: hasEntity ? nil : words.joined(separator: ", ")
        )
    }

    private static func kind(_ line: Substring, _ position: Position) throws(ChartError) -> Kind {
        if line == "}" { return .close }
        // Mermaid draws nothing for it.
        if line == "[*]" { return .ignored }
        if line == "--" || line == "---" || line == "----" { return .divider }
        let (first, rest) = word(line)
        // A state can have the name of a keyword.
        let keyword = first.lowercased()
        let isState = rest.hasPrefix("-->") || rest.hasPrefix(":") && !keyword.hasPrefix("acc")
        switch isState ? "" : keyword {
        case "direction", "classdef", "class", "style", "click", "hide", "scale", "linkstyle", "acctitle", "accdescr",
            "acctitle:", "accdescr:":
            if !line.contains("-->") { return .ignored }
        case "state": return try declaration(rest, position)
        case "note": return try note(rest, position)
        default: break
        }
        if let arrow = line.firstRange(of: "-->") {
            let (head, label) = parts(line[arrow.upperBound...])
            let source = id(trimmed(line[..<arrow.lowerBound]))
            let target = id(head)
            try rejectMistakes(in: line[..<arrow.upperBound], (source, target, label), position)
            for end in [source, target] where end != "[*]" { try check(end, position) }
            if let label, label.contains("-->") {
                throw ChartError(
                    position,
                    "the label “\(label.abbreviated(after: 60))” contains an arrow",
                    expected: "each arrow on its own line"
                )
            }
            return .arrow(source: source, target: target, label: label == "" ? nil : label)
        }
        let (head, text) = parts(line)
        let name = id(head)
        try rejectOtherArrows(in: head, label: text, position)
        try check(name, position)
        guard let text else { return .state(id: name, label: nil, stereotype: nil, opens: false) }
        return .description(id: name, text: text)
    }

    /// Reads a declaration such as `"Label" as id <<choice>> {`, of which parts may be missing.
    private static func declaration(_ text: Substring, _ position: Position) throws(ChartError) -> Kind {
        var rest = text
        var label: String?
        if rest.first == "\"" {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: "\"") else {
                throw ChartError(position, "the label of a state is not closed", expected: "a closing quotation mark")
            }
            label = MermaidText.lines(String(rest[..<end])).joined(separator: " ")
            rest = trimmed(rest[rest.index(after: end)...])
            let (word, behind) = word(rest)
            guard word.lowercased() == "as" else {
                throw ChartError(
                    position,
                    "“as” is missing after the label of a state",
                    expected: "state \"Label\" as id"
                )
            }
            rest = behind
        }
        let opens = takeBrace(&rest)
        var stereotype: String?
        for (open, close) in [("<<", ">>"), ("[[", "]]")] where rest.hasSuffix(close) {
            guard let start = rest.firstRange(of: open) else { continue }
            stereotype = trimmed(rest[start.upperBound...].dropLast(2)).lowercased()
            rest = trimmed(rest[..<start.lowerBound])
        }
        let (head, description) = parts(rest)
        let name = id(head)
        try check(name, position)
        return .state(id: name, label: label, text: description, stereotype: stereotype, opens: opens)
    }

    /// Reads a note such as `right of id : text` or `left of id`.
    private static func note(_ text: Substring, _ position: Position) throws(ChartError) -> Kind {
        let (side, rest) = word(text)
        let (of, behind) = word(rest)
        guard ["right", "left"].contains(side.lowercased()), of.lowercased() == "of" else {
            // A floating note does not belong to a state.
            if text.first == "\"" { return .ignored }
            throw ChartError(
                position,
                "the note is not attached to a state",
                expected: "note right of id : text, or note left of id : text"
            )
        }
        let (head, text) = parts(behind)
        try check(id(head), position)
        return text.map { .note(state: id(head), text: $0) } ?? .noteStart(state: id(head))
    }

    /// Returns the text before and after the first colon, except colons of `:::class`.
    private static func parts(_ text: Substring) -> (head: Substring, text: String?) {
        var start = text.startIndex
        while let colon = text[start...].firstIndex(of: ":") {
            if text[colon...].hasPrefix(":::") {
                start = text.index(colon, offsetBy: 3)
                continue
            }
            return (trimmed(text[..<colon]), String(trimmed(text[text.index(after: colon)...])))
        }
        return (trimmed(text), nil)
    }

    /// Returns an id without its class.
    private static func id(_ text: Substring) -> String {
        String(text.firstRange(of: ":::").map { trimmed(text[..<$0.lowerBound]) } ?? text)
    }

    /// Returns the error for a history.
    static func noHistory(_ position: Position) -> ChartError {
        ChartError(position, "Mermaid does not support history", expected: "a chart in SCXML, which supports <history>")
    }

    private static func check(_ id: String, _ position: Position) throws(ChartError) {
        if ["[h]", "[h*]"].contains(where: id.lowercased().hasSuffix) { throw noHistory(position) }
        let isName =
            !id.isEmpty && id != "*" && id.utf8.count <= 200
            && !id.contains { $0.isWhitespace || "{}\"[]<>;".contains($0) }
        guard isName else {
            throw ChartError(
                position,
                "“\(id.abbreviated(after: 60))” is not valid",
                expected: "a state, an arrow “a --> b : event”, or a note"
            )
        }
    }

    /// Rejects an arrow whose mistake is known, with the line that it stands for.
    private static func rejectMistakes(
        in line: Substring,
        _ arrow: (source: String, target: String, label: String?),
        _ position: Position
    ) throws(ChartError) {
        let source = String(arrow.source.replacing(/\s*-+$/, with: ""))
        guard !source.isEmpty, !arrow.target.isEmpty else {
            throw ChartError(
                position,
                "one end of the arrow has no state",
                expected: "a state, or [*], on both sides of -->"
            )
        }
        guard !arrow.target.contains("-->") else {
            throw ChartError(position, "the line contains two arrows", expected: "each arrow on its own line")
        }
        let words = arrow.target.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        // A brace, a stereotype or a comment is not a label.
        let isLabelMissing =
            arrow.label == nil && words.count == 2 && !words[1].contains(":")
            && !["{", "<<", "%%"].contains(where: words[1].hasPrefix)
        let meant =
            isLabelMissing ? Self.arrow(source, words[0], words[1]) : Self.arrow(source, arrow.target, arrow.label)
        if line.contains("--->") {
            throw ChartError(position, "the arrow has more than two dashes", expected: "-->", instead: meant)
        }
        guard !isLabelMissing else {
            throw ChartError(
                position,
                "a colon is missing between the arrow's target and “\(words[1].abbreviated(after: 60))”",
                expected: "a colon before the label",
                instead: meant
            )
        }
    }

    /// Rejects the arrows of other kinds of diagrams.
    private static func rejectOtherArrows(
        in head: Substring,
        label: String?,
        _ position: Position
    ) throws(ChartError) {
        for arrow in ["->>", "==>", "->", "=>", "→"] {
            guard let found = head.firstRange(of: arrow) else { continue }
            let (source, target) = (trimmed(head[..<found.lowerBound]), trimmed(head[found.upperBound...]))
            throw ChartError(
                position,
                "“\(arrow)” is not an arrow of a state diagram",
                expected: "-->",
                instead: Self.arrow(String(source), String(target), label)
            )
        }
    }

    /// Removes the brace at the end of a declaration, or the braces of a block without statements.
    ///
    /// - Returns: Whether a block begins.
    static func takeBrace(_ rest: inout Substring) -> Bool {
        if let empty = rest.firstRange(of: /\{\s*\}$/) {
            rest = trimmed(rest[..<empty.lowerBound])
            return false
        }
        guard rest.last == "{" else { return false }
        rest = trimmed(rest.dropLast())
        return true
    }

    private static func word(_ text: Substring) -> (Substring, Substring) {
        let first = text.prefix { !$0.isWhitespace }
        return (first, trimmed(text.dropFirst(first.count)))
    }
}

/// Returns a text without spaces at its ends.
func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
}

extension MermaidStatement.Kind {
    /// The text that ends the line, if there is one.
    fileprivate var text: String? {
        switch self {
        case .state(_, _, let text, _, _): text
        case .description(_, let text), .note(_, let text): text
        case .arrow(_, _, let label): label
        case .noteStart, .divider, .close, .ignored: nil
        }
    }

    /// A description of the statement for error messages.
    var words: String {
        switch self {
        case .state(let id, _, _, let stereotype, let opens):
            "the declaration of the state “\(id)”" + (stereotype.map { " as <<\($0)>>" } ?? "")
                + (opens ? ", with states inside it" : "")
        case .description(let id, let text): "the text “\(text.abbreviated(after: 60))” about the state “\(id)”"
        case .arrow(let source, let target, let label):
            "an arrow from “\(source)” to “\(target)”"
                + (label.map { " with the label “\($0.abbreviated(after: 60))”" } ?? "")
        case .note(let state, _), .noteStart(let state): "a note about the state “\(state)”"
        case .divider: "a divider between two regions"
        case .close: "the end of a block in braces"
        case .ignored: "a statement about the appearance"
        }
    }
}
