/// A JSON value whose members keep their order.
indirect enum OrderedJSON {
    case text(String)
    case list([OrderedJSON])
    case object([(name: String, value: OrderedJSON)])

    /// The value as indented text.
    var text: String { text(depth: 0) }

    private func text(depth: Int) -> String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .list(let elements):
            return Self.lines(elements.map { $0.text(depth: depth + 1) }, in: ("[", "]"), depth)
        case .object(let members):
            let all = members.map { "\(Self.quoted($0.name)): \($0.value.text(depth: depth + 1))" }
            return Self.lines(all, in: ("{", "}"), depth)
        }
    }

    /// Joins parts on one line, or on a line each if they are long.
    private static func lines(_ parts: [String], in brackets: (String, String), _ depth: Int) -> String {
        let isShort = parts.allSatisfy { !$0.contains("\n") } && parts.reduce(depth * 2) { $0 + $1.count + 2 } < 80
        if isShort {
            let space = brackets.0 == "{" && !parts.isEmpty ? " " : ""
            return brackets.0 + space + parts.joined(separator: ", ") + space + brackets.1
        }
        let indent = String(repeating: "  ", count: depth + 1)
        let end = String(repeating: "  ", count: depth)
        return "\(brackets.0)\n" + parts.map { indent + $0 }.joined(separator: ",\n") + "\n\(end)\(brackets.1)"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                let code = String(scalar.value, radix: 16)
                let isPlain = scalar.value >= 32 && scalar.value != 127
                result += isPlain ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - code.count) + code
            }
        }
        return result + "\""
    }
}
