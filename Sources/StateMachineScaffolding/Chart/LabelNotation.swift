/// How a diagram writes its labels: whether a slash begins actions, whether each line of a label is
/// a label of its own, and whether words in parentheses are part of an event's name.
///
/// People also write a slash in the name of an event, as in `not found / not connected`, and break
/// a long label into lines. The other labels of the diagram tell what they mean. A comment
/// `labels: event [guard] / action, one per line` says so explicitly.
struct LabelNotation {
    /// Whether a comment says how the labels are written.
    private(set) var isExplicit = true

    /// Whether a slash between spaces begins the actions of an event.
    private(set) var hasActions = true

    /// Whether a slash without spaces around it begins the actions, too.
    private(set) var hasCloseActions = true

    /// Whether another slash of the diagram leaves no doubt that it begins actions.
    private(set) var areActionsCertain = true

    /// Whether each line of a label is a label of its own.
    private(set) var isListed = true

    /// The labels in one line with those for which comments choose a name, and the states.
    private var (events, states): (Set<String>, Set<String>) = ([], [])

    /// The labels for which comments choose a name, which stay as they are.
    private var named: Set<String> = []

    /// The events that labels repeat with other words in parentheses behind them, or that are the
    /// line before such words.
    private var remarked: Set<String> = []

    /// The events that several labels have, with words in parentheses behind them or without.
    private var repeated: Set<String> = []

    /// The comment that says how each part of a label is written.
    static let comment = "labels: event [guard] / action, one per line"

    /// The notation of labels in which each slash begins actions.
    static let explicit = LabelNotation()

    private init() {}

    /// Reads the text of a comment.
    ///
    /// - Returns: `nil` for a comment that does not begin with `labels:` and contain `event`.
    init?(comment: Substring) {
        let text = trimmed(comment)
        guard text.hasPrefix("labels:"), text.contains("event") else { return nil }
        let hasSlash = text.contains("/")
        (hasActions, hasCloseActions) = (hasSlash, hasSlash)
        isListed = text.contains("one per line")
    }

    /// Finds the notation of a diagram.
    ///
    /// - Parameters:
    ///   - labels: The lines of each label.
    ///   - texts: The texts about states, such as `entry / ring`.
    ///   - states: The names of the states.
    ///   - namings: The names that comments choose.
    init(of labels: [[String]], texts: [String] = [], states: Set<String>, namings: [SwiftNaming] = []) {
        (isExplicit, isListed) = (false, false)
        self.states = states
        named = Set(namings.map(\.label))
        let whole = labels.map { $0.joined(separator: " ") }
        events = Set(labels.filter { $0.count == 1 }.map { $0[0] })
            .union(namings.filter { $0.kind == .event }.map(\.label))
        let evidence = SlashEvidence(in: whole + texts, events: events, namings: namings)
        hasCloseActions = evidence.isClose
        let beginsLine = labels.contains { $0.contains { $0.hasPrefix("/") } }
        hasActions = evidence.isClose || evidence.isSpaced || beginsLine
        areActionsCertain = evidence.isCertain || beginsLine
        let names = zip(whole, labels).map { label, lines in Set(([label] + lines).map { Self.name(of: $0) }) }
        func event(in name: String) -> String { Self.remark(in: name)?.event ?? name }
        let bases = Dictionary(grouping: names.reduce(Set()) { $0.union($1) }, by: event)
        remarked = Set(bases.filter { $1.count > 1 }.keys)
        let counts = Dictionary(grouping: names.flatMap { Set($0.map(event)) }) { $0 }
        repeated = Set(counts.filter { $1.count > 1 }.keys)
    }

    /// Whether a label consists of words in parentheses, which are not an event.
    static func isRemark(_ label: String) -> Bool { label.wholeMatch(of: /\([^():]*\)/) != nil }

    /// Returns the words of a label before its guard and its actions.
    private static func name(of label: String) -> String {
        let text = label.prefix { $0 != "[" && $0 != "/" }
        return String(trimmed(text))
    }

    /// Returns the words in parentheses at the end of an event's name, and the event before them.
    private static func remark(in name: String) -> (event: String, words: String)? {
        guard Chart.State.time(of: name) == nil,
            let match = name.wholeMatch(of: /([^()]*\w)\s*\(([^()]*)\)/), !match.2.contains(":")
        else { return nil }
        return (String(match.1), String(trimmed(match.2)))
    }

    /// Returns an event without the words in parentheses behind it, and these words, if other
    /// labels have the event with other words.
    func splitRemark(of event: String) -> (event: String, words: String)? {
        guard !named.contains(event), let parts = Self.remark(in: event), remarked.contains(parts.event) else {
            return nil
        }
        return parts
    }

    /// Whether several labels have an event.
    func isRepeated(_ event: String) -> Bool { repeated.contains(event) }

    /// Whether a whole label of the diagram is an event.
    func isEvent(_ name: String) -> Bool { events.contains(name) }

    /// Whether a comment chooses a name for a label.
    func isNamed(_ label: String) -> Bool { named.contains(label) }

    /// Returns the labels on an arrow, each in one line.
    ///
    /// A line break is usually a space. The lines are a list if the diagram says so, if each of
    /// them has a guard or actions of its own, if one of them is a whole label elsewhere, or if
    /// each of them is a compound name such as `didLoad` or `LOAD_FAILED`.
    func labels(in lines: [String]) -> [String] {
        if isListed || lines.count < 2 { return lines }
        // A line that cannot be the beginning of a label continues the one before it.
        let joined = lines.dropFirst().reduce(into: [lines[0]]) { joined, line in
            let isNext = line.prefixMatch(of: #/\[|\(|/|->|→|=>|(and|or) /#) == nil
            if isNext { joined.append(line) } else { joined[joined.count - 1] += " " + line }
        }
        let isCondition = lines[0].prefixMatch(of: #/(?:if|when) /#.ignoresCase()) != nil
        let isList =
            !isCondition && joined.contains { events.contains($0) }
            || joined.allSatisfy { $0.wholeMatch(of: /\p{L}\w*(?:[a-z][A-Z]|_)\w*\s*(?:\(.*\))?/) != nil }
            || joined.allSatisfy { $0.hasSuffix("]") || separator(in: $0[...]) != nil }
        return isList ? joined : [lines.joined(separator: " ")]
    }

    /// Returns the events between slashes, or between words such as “or”, if each of them is a
    /// whole label elsewhere.
    ///
    /// Between bars, one such event suffices.
    func alternatives(in text: Substring) -> [Substring]? {
        guard !isExplicit else { return nil }
        for separator in ["/", " or ", " | "] {
            let parts = text.split(separator: separator).map(trimmed)
            let known = parts.count { events.contains(String($0)) }
            if parts.count > 1, known == parts.count || known > 0 && separator == " | " { return parts }
        }
        return nil
    }

    /// Whether the parts of a label between commas are several events.
    ///
    /// People also write sentences with commas. The parts are events if each of them is a word, or
    /// if one of them is a whole label elsewhere, has parameters or is a time.
    func isList(_ parts: [Substring]) -> Bool {
        isExplicit
            || parts.contains { part in
                events.contains(String(part)) || Chart.State.time(of: String(part)) != nil
                    || part.contains(/\w\s*\(\s*\w+\s*:\s*\w+.*\)$/)
            }
            || parts.allSatisfy { part in !part.prefix { $0 != "(" }.contains(where: \.isWhitespace) }
    }

    /// Returns the range of the slash, or of the arrow, before the actions of a label.
    func separator(in text: Substring) -> Range<Substring.Index>? {
        if let slash = slash(in: text) { return slash..<text.index(after: slash) }
        guard !isExplicit, let arrow = text.firstRange(of: /\s(?:->|=>|→|⇒)\s/) else { return nil }
        let (before, after) = (text[..<arrow.lowerBound], String(trimmed(text[arrow.upperBound...])))
        let isNested = before.count { "[(<".contains($0) } > before.count { "])>".contains($0) }
        return isNested || states.contains(after) || states.contains(String(trimmed(before))) ? nil : arrow
    }

    /// Returns the index of the slash before the actions of a label.
    func slash(in text: Substring) -> Substring.Index? {
        guard text.count > 1, let slash = TransitionLabel.slash(in: text) else { return nil }
        let before = text[..<slash]
        if SlashEvidence.isKeyword(before) { return slash }
        guard !isExplicit else { return hasActions ? slash : nil }
        if SlashEvidence.isCertain(before) { return slash }
        let after = text[text.index(after: slash)...]
        guard !SlashEvidence.isPath(before, after), !events.contains(String(trimmed(after))) else { return nil }
        return (SlashEvidence.isClose(slash, in: text) ? hasCloseActions : hasActions) ? slash : nil
    }
}
