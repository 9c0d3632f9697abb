/// A line of a PlantUML diagram.
enum PlantUMLStatement {
    case statement(MermaidStatement.Kind)
    case title(String)
    /// The beginning of a block in braces that describes the appearance.
    case appearanceBlock
    /// The beginning of a note that belongs to no state.
    case floatingNote

    private static let ignored: Set<Substring> = [
        "hide", "show", "scale", "left", "top", "skinparam", "caption", "header", "footer", "!theme", "!pragma",
    ]

    /// The stereotypes that change the meaning of a state, apart from those that are supported.
    private static let unsupported: Set<String> = [
        "start", "end", "history", "history*", "entrypoint", "exitpoint", "inputpin", "outputpin", "expansioninput",
        "expansionoutput", "sdlreceive",
    ]

    /// Reads one line, which is not empty and has no spaces at its ends.
    static func read(_ line: Substring, at position: Position) throws(ChartError) -> PlantUMLStatement {
        if line == "}" { return .statement(.close) }
        if line.count > 1, line.allSatisfy({ $0 == "-" }) || line == "||" { return .statement(.divider) }
        let (first, rest) = word(line)
        if first == "<style>" || first.hasPrefix("!"), !ignored.contains(first) {
            throw ChartError(position, "“\(first.prefix(40))” is not supported", expected: "a diagram without it")
        }
        if ignored.contains(first) { return line.last == "{" ? .appearanceBlock : .statement(.ignored) }
        switch first {
        case "title": return .title(plain(rest))
        case "state": return .statement(try declaration(rest, position))
        case "note": return try note(rest, position)
        default: break
        }
        let (head, label) = parts(line)
        if let arrow = head.firstMatch(of: /\s*(<?)-(?:\[[^\]]*\])?[a-z]*(?:\[[^\]]*\])?-*(>?)\s*/),
            arrow.1.isEmpty != arrow.2.isEmpty
        {
            let before = try end(head[..<arrow.range.lowerBound], position)
            let after = try end(head[arrow.range.upperBound...], position)
            let (source, target) = arrow.1.isEmpty ? (before, after) : (after, before)
            return .statement(.arrow(source: source, target: target, label: label.flatMap { $0.isEmpty ? nil : $0 }))
        }
        let name = try id(head, position)
        guard let label else { return .statement(.state(id: name, label: nil, stereotype: nil, opens: false)) }
        return .statement(.description(id: name, text: label))
    }

    /// Returns a text with characters instead of codes such as `<U+0041>`.
    static func plain(_ text: some StringProtocol) -> String {
        String(text).replacing(/<U\+([0-9A-Fa-f]{1,6})>/) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
        }
    }

    /// Reads a declaration such as `"Label" as id <<choice>> #red {`; parts may be missing.
    private static func declaration(_ text: Substring, _ position: Position) throws(ChartError) -> MermaidStatement.Kind
    {
        var rest = text
        let opens = rest.last == "{"
        if opens { rest = trimmed(rest.dropLast()) }
        var label: String?
        if rest.first == "\"" {
            guard let end = rest.dropFirst().firstIndex(of: "\"") else {
                throw ChartError(position, "the label of a state is not closed", expected: "a quotation mark")
            }
            label = plain(rest.dropFirst()[..<end])
            rest = trimmed(rest[rest.index(after: end)...])
            let (as_, behind) = word(rest)
            guard as_ == "as" else {
                throw ChartError(position, "“as” is missing after the label", expected: "state \"Label\" as id")
            }
            rest = behind
        }
        var stereotype: String?
        if let match = rest.firstMatch(of: /<<([^>]*)>>/) {
            let name = trimmed(match.1).lowercased()
            guard !unsupported.contains(name) else {
                throw ChartError(
                    position,
                    "<<\(name)>> is not supported",
                    expected: name.hasPrefix("history")
                        ? "the history of a state, a --> b[H]" : "<<choice>>, <<fork>> or <<join>>"
                )
            }
            if ["choice", "fork", "join"].contains(name) { stereotype = name }
            rest.removeSubrange(match.range)
            rest = trimmed(rest)
        }
        let (head, description) = parts(rest)
        let (name, color) = word(head)
        if let alias = color.firstMatch(of: /^as\s+"([^"]*)"/) { label = plain(alias.1) }
        guard color.isEmpty || color.hasPrefix("#") || color.hasPrefix("as \"") else {
            throw ChartError(
                position,
                "text follows the state “\(name.prefix(60))”",
                expected: "a color, a label or the end of the line"
            )
        }
        return .state(
            id: try id(name, position),
            label: label,
            text: description,
            stereotype: stereotype,
            opens: opens
        )
    }

    /// Reads a note such as `right of id : text`, `left of id` or `"text" as id`.
    private static func note(_ text: Substring, _ position: Position) throws(ChartError) -> PlantUMLStatement {
        let (side, rest) = word(text)
        if side == "as" { return .floatingNote }
        if text.first == "\"" || side == "on" && parts(rest).text != nil { return .statement(.ignored) }
        if side == "on" { return .floatingNote }
        let (of, behind) = word(rest)
        guard ["left", "right", "top", "bottom"].contains(side), of == "of" else {
            throw ChartError(position, "the note is not attached to a state", expected: "note right of id : text")
        }
        let (head, note) = parts(behind)
        let state = try id(head, position)
        return .statement(note.map { .note(state: state, text: $0) } ?? .noteStart(state: state))
    }

    /// Returns the text before and after the first colon.
    private static func parts(_ text: Substring) -> (head: Substring, text: String?) {
        guard let colon = text.firstIndex(of: ":") else { return (trimmed(text), nil) }
        return (trimmed(text[..<colon]), plain(trimmed(text[text.index(after: colon)...])))
    }

    /// Reads a state, or the history of a state, at one end of an arrow.
    private static func end(_ text: Substring, _ position: Position) throws(ChartError) -> String {
        let text = trimmed(text)
        for history in ["[H]", "[H*]"] where text.hasSuffix(history) {
            let owner = text.dropLast(history.count)
            return (owner.isEmpty ? "" : try id(owner, position)) + history
        }
        return try id(text, position)
    }

    private static func id(_ text: Substring, _ position: Position) throws(ChartError) -> String {
        let id = trimmed(text)
        if ["[h]", "[h*]"].contains(where: id.lowercased().hasSuffix) {
            throw ChartError(position, "a history is not at the end of an arrow", expected: "a --> b[H] or a --> b[H*]")
        }
        let isName =
            !id.isEmpty && id.utf8.count <= 200 && !id.contains { $0.isWhitespace || "{}\"[]<>;#".contains($0) }
        guard isName || id == "[*]" else {
            throw ChartError(
                position,
                "“\(id.prefix(60))” is not valid",
                expected: "a state, an arrow “a --> b : event”, or a note"
            )
        }
        return String(id)
    }

    private static func word(_ text: Substring) -> (Substring, Substring) {
        let first = text.prefix { !$0.isWhitespace }
        return (first, trimmed(text.dropFirst(first.count)))
    }
}
