import StateMachineCommandLine

/// A line of a PlantUML diagram.
enum PlantUMLStatement {
    case statement(MermaidStatement.Kind)
    case title(String)
    /// The name of a file whose contents belong to the diagram.
    case include(Substring)
    /// The beginning of a block of which nothing is read until a line matches.
    case skippedBlock(end: Regex<Substring>)

    private static let ignored: Set<String> = [
        "hide", "show", "scale", "left", "right", "center", "top", "skinparam", "caption", "header", "footer",
        "mainframe", "allow_mixing", "!theme", "!pragma",
    ]

    /// Returns a pattern for the end of a block, such as `end note` or `endnote`.
    static func end(of block: String) -> Regex<Substring> {
        switch block {
        case "note": /end ?note/.ignoresCase()
        case "legend": /end ?legend/.ignoresCase()
        case "title": /end ?title/.ignoresCase()
        case "header": /end ?header/.ignoresCase()
        case "footer": /end ?footer/.ignoresCase()
        case "<style>": /<\/style>/.ignoresCase()
        default: /}/
        }
    }

    /// The stereotypes that change the meaning of a state, apart from those that are supported.
    private static let unsupported: Set<String> = [
        "history", "history*", "entrypoint", "exitpoint", "inputpin", "outputpin", "expansioninput",
        "expansionoutput", "sdlreceive",
    ]

    /// Characters that separate the parts of a line, and characters of no text that stand for them
    /// in names between quotation marks.
    private static let hidden: [(mark: Character, substitute: Character)] = [
        ("-", "\u{E000}"), (":", "\u{E001}"), ("<", "\u{E002}"), (">", "\u{E003}"), ("#", "\u{E004}"),
    ]

    /// Returns a line in which the names between quotation marks contain no separators.
    private static func hidingNames(in line: Substring) -> Substring {
        guard line.contains("\"") else { return line }
        var isQuoted = false
        var isText = false
        return Substring(
            String(
                line.map { character in
                    if character == "\"" { isQuoted.toggle() }
                    if character == ":", !isQuoted { isText = true }
                    guard isQuoted, !isText else { return character }
                    return hidden.first { $0.mark == character }?.substitute ?? character
                }
            )
        )
    }

    private static func showingName(_ text: String) -> String {
        String(text.map { character in hidden.first { $0.substitute == character }?.mark ?? character })
    }

    /// Reads one line, which is not empty and has no spaces at its ends.
    static func read(_ line: Substring, at position: Position) throws(ChartError) -> PlantUMLStatement {
        let line = hidingNames(in: line)
        if line == "}" { return .statement(.close) }
        if line.count > 1, line.allSatisfy({ $0 == "-" }) || line == "||" { return .statement(.divider) }
        let (word, rest) = word(line)
        let first = word.lowercased()
        if first.hasPrefix("!include") { return .include(rest) }
        if first.hasPrefix("!"), !ignored.contains(first) {
            throw ChartError(position, "“\(first.abbreviated(after: 40))” is not supported", fix: "remove this line")
        }
        // A state can have the name of a keyword.
        let titles: Set = ["title", "caption", "header", "footer", "legend", "mainframe"]
        let isState = rest.prefixMatch(of: /<?-\S*/) != nil || rest.hasPrefix(":") && !titles.contains(first)
        switch isState ? "" : first {
        case "<style>", "legend": return .skippedBlock(end: end(of: first))
        case "title":
            return rest.isEmpty ? .skippedBlock(end: end(of: first)) : .title(plain(showingName(String(rest))))
        case "header" where rest.isEmpty, "footer" where rest.isEmpty: return .skippedBlock(end: end(of: first))
        case "state": return .statement(try declaration(rest, position))
        case "note": return try note(rest, position)
        case let keyword where ignored.contains(keyword):
            return line.last == "{" ? .skippedBlock(end: end(of: keyword)) : .statement(.ignored)
        default: break
        }
        let (head, label) = parts(line)
        // A dotted line connects a note.
        if head.contains(/\s\.\.+\s/) { return .statement(.ignored) }
        if let arrow = head.firstMatch(
            of: /\s*(<{0,2})-+(?:\[([^\]]*)\])?[A-Za-z]*(?:\[([^\]]*)\])?-*(>{0,2})\s*/
        ), arrow.1.isEmpty != arrow.4.isEmpty {
            // A hidden arrow only moves states in the picture.
            if "\(arrow.2 ?? "") \(arrow.3 ?? "")".contains("hidden") { return .statement(.ignored) }
            let before = try end(head[..<arrow.range.lowerBound], position)
            let after = try end(head[arrow.range.upperBound...], position)
            let (source, target) = arrow.1.isEmpty ? (before, after) : (after, before)
            return .statement(.arrow(source: source, target: target, label: label.flatMap { $0.isEmpty ? nil : $0 }))
        }
        let name = try id(head, position)
        guard let label else { return .statement(.state(id: name, label: nil, stereotype: nil, opens: false)) }
        return .statement(.description(id: name, text: label))
    }

    /// Returns a text with characters instead of codes such as `<U+0041>`, and without its style.
    static func plain(_ text: some StringProtocol) -> String {
        String(text)
            .replacing(/<\/?(?:b|i|u|s|w|color|size|back|font)(?:[ :#][^<>]*)?>/.ignoresCase(), with: "")
            .replacing(/(\*\*|\/\/|__|""|~~)(\S(?:.*?\S)?)\1/) { String($0.2) }
            .replacing(/<U\+([0-9A-Fa-f]{1,6})>/) { match in
                UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
            }
    }

    /// Returns a name between quotation marks in one line.
    private static func quotedName(_ text: Substring) -> String {
        MermaidText.lines(plain(showingName(String(text)))).joined(separator: " ")
    }

    /// Reads a declaration such as `"Label" as id <<choice>> #red {`; parts may be missing.
    private static func declaration(_ text: Substring, _ position: Position) throws(ChartError) -> MermaidStatement.Kind
    {
        var rest = text
        let opens = MermaidStatement.takeBrace(&rest)
        var (label, quotedID): (String?, String?) = (nil, nil)
        if rest.first == "\"" {
            guard let end = rest.dropFirst().firstIndex(of: "\"") else {
                throw ChartError(position, "the label of a state is not closed", expected: "a closing quotation mark")
            }
            let quoted = rest[...end]
            rest = trimmed(rest[rest.index(after: end)...])
            let (as_, behind) = word(rest)
            if as_.lowercased() == "as" {
                label = quotedName(quoted.dropFirst().dropLast())
                rest = behind
            } else {
                // Without another name, the label is the name.
                quotedID = try id(quoted, position)
            }
        }
        rest = trimmed(rest.replacing(/\[\[[^\]]*\]\]/, with: ""))
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
            if ["choice", "fork", "join", "start", "end"].contains(name) { stereotype = name }
            rest.removeSubrange(match.range)
            rest = trimmed(rest)
        }
        let (head, description) = parts(rest)
        let (name, color) = quotedID == nil ? word(head) : ("", head)
        let alias = color.firstMatch(of: /^as\s+"([^"]*)"/.ignoresCase())
        if let alias { label = quotedName(alias.1) }
        guard color.isEmpty || color.hasPrefix("#") || alias != nil else {
            throw ChartError(
                position,
                "text follows the state “\((quotedID ?? String(name)).abbreviated(after: 60))”",
                expected: "a color, a label or the end of the line"
            )
        }
        let id = if let quotedID { quotedID } else { try id(name, position) }
        return .state(
            id: id,
            label: label,
            text: description,
            stereotype: stereotype,
            opens: opens
        )
    }

    /// Reads a note such as `right of id : text`, `left of id` or `"text" as id`.
    private static func note(_ text: Substring, _ position: Position) throws(ChartError) -> PlantUMLStatement {
        let side = word(text).0.lowercased()
        let rest = word(text).1
        if text.first == "\"" { return .statement(.ignored) }
        let (of, behind) = word(rest)
        let isAttached = of.lowercased() == "of" && ["left", "right", "top", "bottom"].contains(side)
        guard isAttached else {
            // A note can belong to an arrow, to the last state or to nothing.
            guard ["as", "on", "left", "right", "top", "bottom", "left:", "right:"].contains(side) else {
                throw ChartError(position, "the note is not attached to a state", expected: "note right of id : text")
            }
            return parts(text).text == nil ? .skippedBlock(end: end(of: "note")) : .statement(.ignored)
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
        // A color can follow a state.
        let id = trimmed(text.firstRange(of: /\s*#[\w;:.\/|-]*$/).map { text[..<$0.lowerBound] } ?? text)
        if id.count > 2, id.first == "\"", id.last == "\"", !id.dropFirst().dropLast().contains("\"") {
            return quotedName(id.dropFirst().dropLast())
        }
        if ["[h]", "[h*]"].contains(where: id.lowercased().hasSuffix) {
            throw ChartError(position, "a history is not at the end of an arrow", expected: "a --> b[H] or a --> b[H*]")
        }
        let isName =
            !id.isEmpty && id.utf8.count <= 200 && !id.contains { $0.isWhitespace || "{}\"[]<>;#".contains($0) }
        guard isName || id == "[*]" else {
            throw ChartError(
                position,
                "“\(id.abbreviated(after: 60))” is not valid",
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
