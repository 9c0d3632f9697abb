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

    /// Returns a text without entities.
    static func withoutEntities(_ text: Substring) -> Substring { text.replacing(#/#[0-9A-Za-z_]+;/#, with: "") }

    /// Returns the lines of a label.
    static func lines(_ text: String) -> [String] {
        text.split(separator: /<br\s*\/?>|\\n/.ignoresCase()).map { plain($0) }.filter { !$0.isEmpty }
    }
}
