/// How a diagram writes its labels: whether a slash begins actions, and whether each line of a label
/// is a label of its own.
///
/// People also write a slash in the name of an event, as in `not found / not connected`, and break a
/// long label into lines. The other labels of the diagram tell what they mean. A comment
/// `labels: event [guard] / action, one per line` says so explicitly.
struct LabelNotation {
    /// Whether a slash between spaces begins the actions of an event.
    private(set) var hasActions = false

    /// Whether a slash without spaces around it begins the actions, too.
    private(set) var hasCloseActions = false

    /// Whether each line of a label is a label of its own.
    private(set) var isListed = false

    /// The labels that consist of one line.
    private var short: Set<String> = []

    /// The notation of labels in which each slash begins actions.
    static var explicit: LabelNotation {
        var notation = LabelNotation()
        (notation.hasActions, notation.hasCloseActions, notation.isListed) = (true, true, true)
        return notation
    }

    private init() {}

    /// Reads the text of a comment.
    ///
    /// - Returns: `nil` for a comment that does not begin with `labels:`.
    init?(comment: Substring) {
        let text = trimmed(comment)
        guard text.hasPrefix("labels:") else { return nil }
        let hasSlash = text.contains("/")
        (hasActions, hasCloseActions) = (hasSlash, hasSlash)
        isListed = text.contains("one per line")
    }

    /// Finds the notation of a diagram.
    ///
    /// A slash begins actions if it does so in one of the labels, which shows in what surrounds it:
    /// a guard, a call, an event or an action that another label has, too, or `entry`.
    ///
    /// - Parameters:
    ///   - labels: The lines of each label.
    ///   - texts: The texts about states, such as `entry / ring`.
    ///   - namings: The names that comments choose.
    init(of labels: [[String]], texts: [String] = [], namings: [SwiftNaming] = []) {
        short = Set(labels.filter { $0.count == 1 }.map { $0[0] })
            .union(namings.filter { $0.kind == .event }.map(\.label))
        let parts = (labels.map { $0.joined(separator: " ") } + texts).compactMap { text in
            TransitionLabel.slash(in: text[...]).map { slash in
                (
                    before: String(trimmed(text[..<slash])), after: String(trimmed(text[text.index(after: slash)...])),
                    isClose: Self.isClose(slash, in: text)
                )
            }
        }
        let named = namings.filter { $0.kind == .action }.map(\.label)
        // The same label on two arrows says nothing.
        let events = Dictionary(grouping: parts, by: \.before).filter { Set($1.map(\.after)).count > 1 }
        let actions = Dictionary(grouping: parts, by: \.after).filter { Set($1.map(\.before)).count > 1 }
        hasActions = labels.contains { $0.contains { $0.hasPrefix("/") } }
        for part in parts {
            let isAction =
                part.before.isEmpty || part.before.hasSuffix("]") || Self.isKeyword(part.before[...])
                || part.after.contains(";") || part.after.contains(/\w\([^()]*\)$/) || short.contains(part.before)
                || events[part.before] != nil || actions[part.after] != nil || named.contains(where: part.after.contains)
            guard isAction else { continue }
            if part.isClose, !Self.isKeyword(part.before[...]) { hasCloseActions = true } else { hasActions = true }
        }
        hasActions = hasActions || hasCloseActions
    }

    /// Returns the labels on an arrow, each in one line.
    ///
    /// A line break is usually a space. The lines are a list if the diagram says so, if each of them
    /// has a guard or actions of its own, if each of them is a whole label elsewhere, or if each of
    /// them is a compound name such as `didLoad` or `LOAD_FAILED`.
    func labels(in lines: [String]) -> [String] {
        if isListed || lines.count < 2 || lines.allSatisfy(short.contains) { return lines }
        if lines.allSatisfy({ $0.wholeMatch(of: /\p{L}\w*(?:[a-z][A-Z]|_)\w*(?:\(.*\))?/) != nil }) { return lines }
        let isComplete = lines.allSatisfy { line in
            guard let first = line.first, first != "[", first != "/" else { return false }
            return line.hasSuffix("]") || isAction(line)
        }
        return isComplete ? lines : [lines.joined(separator: " ")]
    }

    /// Whether the parts of a label between commas are several events.
    ///
    /// People also write sentences with commas. The parts are events if each of them is a word, or if
    /// one of them is a whole label elsewhere, has parameters or is a time.
    func isList(_ parts: [Substring]) -> Bool {
        isListed
            || parts.contains { part in
                short.contains(String(part)) || Chart.State.time(of: String(part)) != nil
                    || part.contains(/\w\s*\(\s*\w+\s*:\s*\w+.*\)$/)
            }
            || parts.allSatisfy { part in !part.prefix { $0 != "(" }.contains(where: \.isWhitespace) }
    }

    /// Returns the index of the slash before the actions of a label.
    func slash(in text: Substring) -> Substring.Index? {
        guard text.count > 1, let slash = TransitionLabel.slash(in: text) else { return nil }
        if Self.isKeyword(text[..<slash]) { return slash }
        if Self.isRequest(text[..<slash]) { return nil }
        return (Self.isClose(slash, in: text) ? hasCloseActions : hasActions) ? slash : nil
    }

    private func isAction(_ line: String) -> Bool { slash(in: line[...]) != nil }

    /// Whether a slash has no space on either side.
    private static func isClose(_ slash: Substring.Index, in text: some StringProtocol) -> Bool {
        guard let before = text[..<slash].last, let after = text[text.index(after: slash)...].first else { return false }
        return !before.isWhitespace && !after.isWhitespace && before != "]"
    }

    /// Whether the text before a slash is a keyword or a time, so the slash always begins actions.
    private static func isKeyword(_ text: Substring) -> Bool {
        let text = String(trimmed(text))
        return ["do", "entry", "exit"].contains(text.lowercased()) || Chart.State.time(of: text) != nil
    }

    /// Whether a path follows, as in `GET /items`.
    private static func isRequest(_ text: Substring) -> Bool {
        ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].contains { text.hasSuffix($0 + " ") }
    }
}
