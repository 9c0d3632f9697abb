/// Whether the slashes of a diagram begin actions, which shows in what surrounds one of them: a
/// guard, a call, an event or an action that another label has, too, or `entry`.
struct SlashEvidence {
    /// Whether a slash between spaces begins actions.
    private(set) var isSpaced = false

    /// Whether a slash without spaces around it begins actions.
    private(set) var isClose = false

    /// Whether a guard, a keyword or the beginning of a label comes before one of the slashes.
    private(set) var isCertain = false

    init(in texts: [String], events: Set<String>, namings: [SwiftNaming]) {
        let parts = texts.compactMap { text in
            TransitionLabel.slash(in: text[...]).map { slash in
                (
                    before: String(trimmed(text[..<slash])), after: String(trimmed(text[text.index(after: slash)...])),
                    isClose: Self.isClose(slash, in: text)
                )
            }
        }
        let named = namings.filter { $0.kind == .action }.map(\.label)
        // The same label on two arrows says nothing.
        let repeated = Dictionary(grouping: parts, by: \.before).filter { Set($1.map(\.after)).count > 1 }
        let actions = Dictionary(grouping: parts, by: \.after).filter { Set($1.map(\.before)).count > 1 }
        for part in parts {
            let isCertain = Self.isCertain(part.before[...])
            guard isCertain || !events.contains(part.after) else { continue }
            let isCall = part.after.contains(/\w\([^()]*\)$/) && !part.before.hasSuffix(")")
            if isCertain { self.isCertain = true }
            let isAction =
                isCertain || isCall || part.after.contains(";") || events.contains(part.before)
                || repeated[part.before] != nil || actions[part.after] != nil
                || named.contains(where: part.after.contains)
            guard isAction else { continue }
            if part.isClose, !Self.isKeyword(part.before[...]) { isClose = true } else { isSpaced = true }
        }
    }

    /// Whether a text contains a slash with a space before or after it.
    static func hasSpacedSlash(_ text: String) -> Bool { text.contains(/\s\/|\/\s/) }

    /// Whether a slash has no space on either side.
    static func isClose(_ slash: Substring.Index, in text: some StringProtocol) -> Bool {
        guard let before = text[..<slash].last, let after = text[text.index(after: slash)...].first else {
            return false
        }
        return !before.isWhitespace && !after.isWhitespace && before != "]"
    }

    /// Whether the text before a slash leaves no doubt that actions follow.
    static func isCertain(_ before: Substring) -> Bool {
        let before = trimmed(before)
        return before.isEmpty || before.hasSuffix("]") || isKeyword(before)
    }

    /// Whether a slash belongs to a path, as in `GET /items` and `./run`.
    static func isPath(_ before: Substring, _ after: Substring) -> Bool {
        let isRequest =
            before.last == " " && after.first?.isWhitespace == false
            && before.split(separator: " ").last.map { methods.contains($0) } == true
        return isRequest || !before.isEmpty && !before.contains { $0.isLetter || $0.isNumber || $0 == "]" }
    }

    private static let methods: Set<Substring> = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]

    /// Whether the text before a slash is a keyword or a time, so the slash always begins actions.
    static func isKeyword(_ text: Substring) -> Bool {
        let text = text.split(separator: ",").last.map { String(trimmed($0)) } ?? ""
        return ["do", "entry", "exit"].contains(text.lowercased()) || Chart.State.time(of: text) != nil
    }
}
