/// Texts of Mermaid diagrams.
enum MermaidText {
    /// The text with its entities, such as `#58;`, as characters.
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

    /// The lines of a label.
    static func lines(_ text: String) -> [String] {
        var lines = [text[...]]
        for separator in ["<br/>", "<br>", "<br />", "\\n"] {
            lines = lines.flatMap { line in line.split(separator: separator) }
        }
        return lines.map { plain($0) }.filter { !$0.isEmpty }
    }
}

/// What a line of a label says: `event [guard] / action; action`.
struct MermaidLabel {
    var event: String?
    var condition: Condition?
    /// Whether it is for all that other arrows from the same place leave.
    var isElse = false
    var actions: [String] = []

    init(_ text: String, at position: Position) throws(ChartError) {
        var rest = Substring(text)
        if let slash = Self.slash(in: rest) {
            actions = rest[rest.index(after: slash)...].split(separator: ";").map { String(trimmed($0)) }.filter {
                !$0.isEmpty
            }
            rest = trimmed(rest[..<slash])
        }
        if rest.hasSuffix("]"), let open = rest.firstIndex(of: "[") {
            let text = trimmed(rest[rest.index(after: open)...].dropLast())
            guard !text.isEmpty else { throw ChartError(position, "a guard is empty", expected: "[guard]") }
            isElse = text == "else"
            if !isElse { condition = Self.condition(String(text), position) }
            rest = trimmed(rest[..<open])
        }
        event = rest.isEmpty ? nil : String(rest)
    }

    /// The slash before the actions, which is not in brackets.
    private static func slash(in text: Substring) -> Substring.Index? {
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

    /// A condition, or a guard whose name is the whole text.
    private static func condition(_ text: String, _ position: Position) -> Condition {
        if let condition = try? ConditionParser.read(text, at: position) { return condition }
        for negation in ["not ", "!"] where text.hasPrefix(negation) {
            return .not(.guard(String(trimmed(text.dropFirst(negation.count)))))
        }
        return .guard(text)
    }
}
