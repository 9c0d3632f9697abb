/// Functions for texts in Mermaid diagrams.
enum MermaidText {
    /// Returns a text with characters instead of entities such as `#58;`.
    static func plain(_ text: some StringProtocol) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "#") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)
            guard !name.isEmpty, rest.dropFirst(name.count).first == ";", let character = character(name) else {
                result.append("#")
                continue
            }
            result.append(character)
            rest = rest.dropFirst(name.count + 1)
        }
        return String(trimmed(Substring(result + rest)))
    }

    private static func character(_ name: Substring) -> Character? {
        if let number = UInt32(name), let scalar = Unicode.Scalar(number) { return Character(scalar) }
        return ["quot": "\"", "amp": "&", "lt": "<", "gt": ">", "semi": ";", "colon": ":", "nbsp": " "][String(name)]
    }

    /// Returns the lines of a label.
    static func lines(_ text: String) -> [String] {
        var lines = [text[...]]
        for separator in ["<br/>", "<br>", "<br />", "\\n"] {
            lines = lines.flatMap { line in line.split(separator: separator) }
        }
        return lines.map { plain($0) }.filter { !$0.isEmpty }
    }
}

/// A line of a label, such as `event, event [guard] / action, action`.
struct MermaidLabel {
    /// The events, each of which has the guard and the actions.
    var events: [Event] = []
    var condition: Condition?
    /// Whether the label covers all cases that other arrows from the same source leave open.
    var isElse = false
    var actions: [String] = []

    /// An event of a label.
    struct Event {
        var name: String
        var parameters: [Chart.Parameter]
        /// The label without the other events.
        var label: String
    }

    /// The first event.
    var event: String? { events.first?.name }

    /// Reads a line of a label.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - position: The position of the statement.
    ///   - namings: The names that comments choose. An event with a chosen name may contain commas.
    ///   - line: Returns the line of the diagram with another label, which an error proposes to
    ///     write instead.
    init(
        _ text: String,
        at position: Position,
        namings: [SwiftNaming] = [],
        line: ((String) -> String)? = nil
    ) throws(ChartError) {
        // This package's diagrams cut labels off at 60 characters, so two of them may look equal.
        guard text.count != 60 || !text.hasSuffix("…") else {
            throw ChartError(position, "the label “\(text)” is truncated", expected: "the complete label")
        }
        var rest = Substring(text)
        if let slash = Self.slash(in: rest) {
            let list = rest[rest.index(after: slash)...]
            let isNamed = namings.contains { $0.kind == .action && $0.label == String(trimmed(list)) }
            let parts = isNamed ? [list] : Self.parts(of: list, separators: ";,")
            actions = parts.map { String(trimmed($0)) }.filter { !$0.isEmpty }
            rest = trimmed(rest[..<slash])
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
        let isNamed = namings.contains { $0.kind == .event && $0.label == String(rest) }
        for part in isNamed ? [rest] : Self.parts(of: rest, separators: ",") {
            let words = trimmed(part)
            guard !words.isEmpty else {
                throw ChartError(
                    position,
                    "an event is missing before or after a comma in “\(text.prefix(60))”",
                    expected: "event, event [guard] / action"
                )
            }
            do throws(EventSignature.Mistake) {
                let signature = try EventSignature(String(words))
                events.append(
                    Event(
                        name: signature.event,
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

    /// Returns the parts between separators that are outside any brackets and quotation marks.
    private static func parts(of text: Substring, separators: String) -> [Substring] {
        var parts: [Substring] = []
        var (start, depth, isQuoted) = (text.startIndex, 0, false)
        for index in text.indices {
            switch text[index] {
            case "\"": isQuoted.toggle()
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case let character where separators.contains(character) && depth <= 0 && !isQuoted:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return parts + [text[start...]]
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
                "the brackets of “\(text.prefix(60))” do not match",
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
                "text follows the guard in “\(text.prefix(60))”",
                expected: expected,
                instead: line?(expected)
            )
        }
        throw ChartError(
            position,
            "the guard comes before the event in “\(text.prefix(60))”",
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
