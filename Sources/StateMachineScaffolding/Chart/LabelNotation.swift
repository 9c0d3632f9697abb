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
    /// - Parameters:
    ///   - labels: The lines of each label.
    ///   - texts: The texts about states, such as `entry / ring`.
    init(of labels: [[String]], texts: [String] = []) {
        short = Set(labels.filter { $0.count == 1 }.map { $0[0] })
        let reactions = texts.filter { text in
            TransitionLabel.slash(in: text[...]).map { Self.isKeyword(text[..<$0]) } ?? false
        }
        for text in labels.map({ $0.joined(separator: " ") }) + texts {
            guard let slash = TransitionLabel.slash(in: text[...]), Self.isAction(text, after: slash) else { continue }
            if Self.isClose(slash, in: text) { hasCloseActions = true } else { hasActions = true }
        }
        hasActions = hasActions || hasCloseActions || !reactions.isEmpty
    }

    /// Returns the labels on an arrow, each in one line.
    ///
    /// A line break is usually a space. The lines are a list if the diagram says so, if each of them
    /// has a guard or actions of its own, or if each of them is a whole label elsewhere.
    func labels(in lines: [String]) -> [String] {
        if isListed || lines.count < 2 || lines.allSatisfy(short.contains) { return lines }
        let isComplete = lines.allSatisfy { line in
            guard let first = line.first, first != "[", first != "/" else { return false }
            return line.hasSuffix("]") || isAction(line)
        }
        return isComplete ? lines : [lines.joined(separator: " ")]
    }

    /// Returns the index of the slash before the actions of a label.
    func slash(in text: Substring) -> Substring.Index? {
        guard let slash = TransitionLabel.slash(in: text) else { return nil }
        if Self.isKeyword(text[..<slash]) { return slash }
        if Self.isRequest(text[..<slash]) { return nil }
        return (Self.isClose(slash, in: text) ? hasCloseActions : hasActions) ? slash : nil
    }

    private func isAction(_ line: String) -> Bool { slash(in: line[...]) != nil }

    /// Whether the text around a slash shows that it begins actions, wherever it is.
    private static func isAction(_ text: String, after slash: String.Index) -> Bool {
        let (before, after) = (trimmed(text[..<slash]), trimmed(text[text.index(after: slash)...]))
        return before.isEmpty || before.hasSuffix("]") || after.contains(/\w\([^()]*\)$/)
    }

    /// Whether a slash has no space on either side.
    private static func isClose(_ slash: Substring.Index, in text: some StringProtocol) -> Bool {
        guard let before = text[..<slash].last, let after = text[text.index(after: slash)...].first else { return false }
        return !before.isWhitespace && !after.isWhitespace && before != "]"
    }

    /// Whether the text before a slash is a keyword, so the slash always begins actions.
    private static func isKeyword(_ text: Substring) -> Bool {
        ["do", "entry", "exit"].contains(trimmed(text).lowercased())
    }

    /// Whether a path follows, as in `GET /items`.
    private static func isRequest(_ text: Substring) -> Bool {
        ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].contains { text.hasSuffix($0 + " ") }
    }
}
