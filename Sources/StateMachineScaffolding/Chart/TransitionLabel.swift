import StateMachineCommandLine

/// A line of a label, such as `event, event [guard] / action, action`.
struct TransitionLabel {
    /// The events, each of which has the guard and the actions.
    var events: [Event] = []
    var condition: Condition?
    /// Whether the label covers all cases that other arrows from the same source leave open.
    var isElse = false
    var actions: [String] = []
    /// Whether a comma is a part of the event's name.
    var hasCommaInName = false

    /// An event of a label.
    struct Event {
        var name: String
        /// The words in parentheses behind the event, if other labels have the event without them
        /// or with other words.
        var remark: String?
        var parameters: [Chart.Parameter]
        /// The label without the other events.
        var label: String
    }

    /// The first event.
    var event: String? { events.first?.name }

    /// The size limit of a label, in bytes.
    static let longestLabel = 2_000

    /// Creates a label with an event only.
    init(event: String) {
        events = [Event(name: event, remark: nil, parameters: [], label: event)]
    }

    /// Reads a line of a label.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - position: The position of the statement.
    ///   - namings: The names that comments choose. A label with a chosen name may contain commas.
    ///   - notation: The notation of the diagram's labels.
    ///   - splitsEvents: Whether commas separate events.
    ///   - line: Returns the line of the diagram with another label, which an error proposes to
    ///     write instead.
    init(
        _ text: String,
        at position: Position,
        namings: [SwiftNaming] = [],
        notation: LabelNotation = .explicit,
        splitsEvents: Bool = true,
        line: ((String) -> String)? = nil
    ) throws(ChartError) {
        // This package's diagrams cut labels off at 60 characters, so two of them may look equal.
        guard text.count != 60 || !text.hasSuffix("…") else {
            throw ChartError(position, "the label “\(text)” is truncated", expected: "the complete label")
        }
        guard text.utf8.count <= Self.longestLabel else {
            throw ChartError(
                position,
                "a label is longer than \(Self.longestLabel) bytes",
                expected: "a few words"
            )
        }
        var rest = Substring(text)
        if let separator = notation.separator(in: rest) {
            let isActivity = trimmed(rest[..<separator.lowerBound]).lowercased() == "do"
            let names = Self.names(isActivity ? .activity : .action, namings)
            let list = rest[separator.upperBound...]
            actions = Self.parts(of: list, separators: ";,", keeping: names).filter { !$0.isEmpty }.map(String.init)
            rest = trimmed(rest[..<separator.lowerBound])
        }
        if let brackets = try Self.brackets(in: rest, of: text, position, line) {
            let words = trimmed(rest[brackets].dropFirst().dropLast())
            guard !words.isEmpty else {
                throw ChartError(position, "a guard is empty", expected: "the name of a guard, [guard]")
            }
            isElse = Self.isElse(String(words))
            if !isElse { condition = try Self.condition(String(words), position) }
            rest = trimmed(rest[..<brackets.lowerBound])
        }
        guard !rest.isEmpty else { return }
        var parts = [rest]
        if splitsEvents {
            let names = Self.names(.event, namings)
            let list = Self.parts(of: rest, separators: ",", keeping: names)
            if notation.isList(list) { parts = list } else { hasCommaInName = list.count > 1 }
            if list.count == 1, !names.contains(String(rest)), let alternatives = notation.alternatives(in: rest) {
                parts = alternatives
            }
        }
        for words in parts {
            guard !words.isEmpty else {
                throw ChartError(
                    position,
                    "an event is missing before or after a comma in “\(text.abbreviated(after: 60))”",
                    expected: "event, event [guard] / action"
                )
            }
            do throws(EventSignature.Mistake) {
                let split = splitsEvents ? notation.splitRemark(of: String(words)) : nil
                let signature = try EventSignature(split?.event ?? String(words))
                events.append(
                    Event(
                        name: signature.event,
                        remark: split?.words,
                        parameters: signature.parameters,
                        label: String(words) + String(text[rest.endIndex...])
                    )
                )
            } catch {
                let (before, after) = (String(text[..<words.startIndex]), String(text[words.endIndex...]))
                throw ChartError(
                    position,
                    error.problem,
                    expected: error.expected,
                    instead: error.corrected.flatMap { line?(before + $0 + after) }
                )
            }
        }
    }

    /// Returns the labels for which comments choose a name.
    private static func names(_ kind: SwiftNaming.Kind, _ namings: [SwiftNaming]) -> Set<String> {
        Set(namings.filter { $0.kind == kind }.map(\.label))
    }

    /// Returns the parts between separators that are outside any brackets and quotation marks.
    ///
    /// Brackets and quotation marks without a counterpart are ordinary characters.
    ///
    /// - Parameter names: Texts that are not divided.
    private static func parts(of text: Substring, separators: String, keeping names: Set<String>) -> [Substring] {
        let ends =
            separatorIndices(in: text, separators, quotes: true, brackets: true)
            ?? separatorIndices(in: text, separators, quotes: false, brackets: true)
            ?? separatorIndices(in: text, separators, quotes: false, brackets: false) ?? []
        let bounds = ends + [text.endIndex]
        var parts: [Substring] = []
        var (start, number) = (text.startIndex, 0)
        while number < bounds.count {
            let last = bounds.indices.reversed().first { end in
                end > number && names.contains(String(trimmed(text[start..<bounds[end]])))
            }
            let end = bounds[last ?? number]
            parts.append(trimmed(text[start..<end]))
            number = (last ?? number) + 1
            if end < text.endIndex { start = text.index(after: end) }
        }
        return parts
    }

    /// Returns the indices of the separators, or `nil` if brackets or quotation marks do not match.
    private static func separatorIndices(
        in text: Substring,
        _ separators: String,
        quotes: Bool,
        brackets: Bool
    ) -> [Substring.Index]? {
        var result: [Substring.Index] = []
        var (depth, isQuoted) = (0, false)
        for index in text.indices {
            switch text[index] {
            case "\"" where quotes: isQuoted.toggle()
            case _ where isQuoted: break
            case "(" where brackets, "[" where brackets, "{" where brackets: depth += 1
            case ")" where brackets, "]" where brackets, "}" where brackets:
                depth -= 1
                if depth < 0 { return nil }
            case let character where depth == 0 && separators.contains(character): result.append(index)
            default: break
            }
        }
        return depth == 0 && !isQuoted ? result : nil
    }

    /// Returns whether the words of a guard cover all cases that other guards leave open.
    static func isElse(_ words: String) -> Bool { ["else", "otherwise", "default"].contains(words.lowercased()) }

    /// Returns the range of the guard with its brackets, without brackets in parentheses.
    private static func brackets(
        in rest: Substring,
        of text: String,
        _ position: Position,
        _ line: ((String) -> String)?
    ) throws(ChartError) -> Range<Substring.Index>? {
        var (parentheses, depth) = (0, 0)
        var start = rest.startIndex
        var found: [Range<Substring.Index>] = []
        for index in rest.indices {
            switch rest[index] {
            case "(": parentheses += 1
            case ")": parentheses = max(0, parentheses - 1)
            case "[" where parentheses == 0:
                if depth == 0 { start = index }
                depth += 1
            case "]" where parentheses == 0:
                depth -= 1
                if depth == 0 { found.append(start..<rest.index(after: index)) }
            default: break
            }
            if depth < 0 { break }
        }
        let expected = "event [guard] / action"
        guard depth == 0 else {
            throw ChartError(
                position,
                "the brackets of “\(text.abbreviated(after: 60))” do not match",
                expected: expected,
                instead: line?(depth == 1 && rest.endIndex == text.endIndex ? text + "]" : expected)
            )
        }
        // A bracket without a space before it belongs to a word, as in items[0].
        let guards = found.filter {
            $0.lowerBound == rest.startIndex || rest[..<$0.lowerBound].last?.isWhitespace == true
        }
        let last = found.last.flatMap { $0.upperBound == rest.endIndex ? $0 : nil }
        guard let first = guards.first, first != last else { return last }
        let behind = trimmed(rest[first.upperBound...])
        guard first.lowerBound == rest.startIndex, !behind.contains("[") else {
            throw ChartError(
                position,
                "text follows the guard in “\(text.abbreviated(after: 60))”",
                expected: expected,
                instead: line?(expected)
            )
        }
        throw ChartError(
            position,
            "the guard comes before the event in “\(text.abbreviated(after: 60))”",
            expected: "\(behind) \(rest[first])"
        )
    }

    /// Returns the standard form of a reaction, such as `entry / ring` for “on entry: ring”.
    static func reaction(meantBy text: String) -> String? {
        guard let end = text.firstIndex(where: { ":/".contains($0) }) else { return nil }
        let word = text[..<end].lowercased().filter { !$0.isWhitespace }
        let keyword = ["entry", "exit", "do"].first { word == $0 || word == "on" + $0 }
        guard let keyword, text[end] == ":" || word != keyword else { return nil }
        let action = trimmed(text[text.index(after: end)...])
        return "\(keyword) / \(action.isEmpty ? "…" : action)"
    }

    /// Returns the index of the slash before the actions, outside any brackets.
    static func slash(in text: Substring) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "[", "(": depth += 1
            case "]", ")": depth -= 1
            case "/" where depth <= 0: return index
            default: break
            }
        }
        return nil
    }

    /// Returns a condition, or a guard with the text as its name if the text has no operators.
    static func condition(_ text: String, _ position: Position) throws(ChartError) -> Condition {
        do throws(ChartError) {
            return try ConditionParser.read(text, at: position, names: .phrases)
        } catch {
            if text.contains("&&") || text.contains("||") || text.hasPrefix("!") { throw error }
            return .guard(text)
        }
    }
}
