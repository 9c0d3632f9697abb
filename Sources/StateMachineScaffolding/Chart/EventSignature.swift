/// An event of a label, with its parameters: `paid(amount: Int)`.
struct EventSignature {
    var event: String
    var parameters: [Chart.Parameter] = []

    /// The names of the parameters that are left out, because a diagram cannot name their types.
    var omitted: [String] = []

    /// A list of parameters that cannot be read.
    struct Mistake: Error {
        var problem: String
        var expected: String
        /// The event with a correct list, if the mistake leaves no doubt.
        var corrected: String?
    }

    /// Reads the event of a label.
    ///
    /// Parentheses belong to the event's words if they contain no name with a type.
    init(_ text: String) throws(Mistake) {
        event = text
        guard let list = Self.list(in: text) else { return }
        let parts = Self.parts(of: list.inside)
        if parts.allSatisfy({ Chart.Parameter.ValueType(rawValue: $0.name) != nil && $0.type == nil }) {
            throw Mistake(
                problem: "a parameter of “\(list.words.prefix(60))” has no name",
                expected: "\(list.words)(value: \(parts[0].name))",
                corrected: parts.count == 1 ? "\(list.words)(value: \(parts[0].name))" : nil
            )
        }
        guard parts.contains(where: { $0.type != nil }), parts.allSatisfy(\.isNameAndType) else { return }
        var found: [Chart.Parameter] = []
        for part in parts {
            if let mistake = Self.mistake(in: part, after: found.map(\.name) + omitted, parts, list.words) {
                throw mistake
            }
            if let type = part.type.flatMap(Chart.Parameter.ValueType.init) {
                found.append(Chart.Parameter(part.name, type))
            } else {
                omitted.append(part.name)
            }
        }
        parameters = found
        if omitted.isEmpty { event = list.words }
    }

    /// Returns the words before a list in which a type is unknown: “play” for “play(card: Card)”.
    static func words(beforeUnknownTypesIn text: String) -> String? {
        guard let signature = try? EventSignature(text), !signature.omitted.isEmpty else { return nil }
        return list(in: text)?.words
    }

    /// Returns the words before the parentheses at the end of a text, and what these contain.
    private static func list(in text: String) -> (words: String, inside: Substring)? {
        guard text.last == ")", let open = text.firstIndex(of: "("), open != text.startIndex else { return nil }
        return (String(trimmed(text[..<open])), text[text.index(after: open)...].dropLast())
    }

    /// A part of a list, such as `amount: Int`.
    private struct Part {
        var name: String
        /// The text behind the colon, if there is one.
        var type: String?

        /// Whether the part looks like a name, with a type if there is a colon.
        var isNameAndType: Bool {
            let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
            return isName && (type.map { $0.first.map { $0.isLetter || $0 == "[" || $0 == "(" } ?? true } ?? true)
        }
    }

    /// Returns the parts between the commas that are outside any brackets.
    private static func parts(of list: Substring) -> [Part] {
        var (depth, current) = (0, "")
        var texts: [String] = []
        for character in list {
            if "([<{".contains(character) { depth += 1 }
            if ")]>}".contains(character) { depth -= 1 }
            if character == ",", depth <= 0 {
                texts.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        return (texts + [current]).map { text in
            let colon = text.firstIndex(of: ":")
            return Part(
                name: String(trimmed(text[..<(colon ?? text.endIndex)])),
                type: colon.map { String(trimmed(text[text.index(after: $0)...])) }
            )
        }
    }

    private static func mistake(in part: Part, after names: [String], _ parts: [Part], _ words: String) -> Mistake? {
        let name = SwiftName.variable(part.name, kind: "value")
        /// The event with another name and type for the part.
        func corrected(_ name: String, _ type: String) -> String {
            let all = parts.map { other in
                other.name == part.name && other.type == part.type
                    ? "\(name): \(type)" : other.name + (other.type.map { ": \($0)" } ?? "")
            }
            return "\(words)(\(all.joined(separator: ", ")))"
        }
        guard let type = part.type, !type.isEmpty else {
            return Mistake(
                problem: "the parameter “\(part.name.prefix(60))” has no type",
                expected: "\(part.name): Int, Double, String or Bool"
            )
        }
        if names.contains(part.name) {
            return Mistake(
                problem: "two parameters have the name “\(part.name.prefix(60))”",
                expected: "a different name for each parameter"
            )
        }
        if part.name != name {
            return Mistake(
                problem: "“\(part.name.prefix(60))” is not a name for a parameter in Swift",
                expected: "\(name): \(type)",
                corrected: names.contains(name) ? nil : corrected(name, type)
            )
        }
        let isForeign = type.first?.isLowercase == true || ["Integer", "Boolean"].contains(type)
        if isForeign, let meant = meantTypes[type.lowercased()] {
            return Mistake(
                problem: "the type “\(type)” of the parameter “\(name)” does not exist in Swift",
                expected: "\(name): \(meant.rawValue)",
                corrected: corrected(name, meant.rawValue)
            )
        }
        return nil
    }

    /// The types that people mean by words of other languages.
    private static let meantTypes: [String: Chart.Parameter.ValueType] = [
        "int": .int, "integer": .int, "double": .double, "float": .double, "number": .double, "decimal": .double,
        "string": .string, "str": .string, "text": .string, "bool": .bool, "boolean": .bool,
    ]
}
