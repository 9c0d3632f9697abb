import StateMachineCommandLine

/// An event of a label, with its parameters: `paid(amount: Int)`.
struct EventSignature {
    var event: String
    /// The words before the list of parameters, or the whole event if there is no list.
    private var words: String
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
        (event, words) = (text, text)
        guard let list = Self.list(in: text) else { return }
        let parts = Self.parts(of: list.inside)
        if parts.allSatisfy({ Chart.Parameter.ValueType(rawValue: $0.name) != nil && $0.type == nil }) {
            let example = "\(list.words)(value: \(parts[0].name))"
            throw Mistake(
                problem: "a parameter of “\(list.words.abbreviated(after: 60))” has no name",
                expected: example,
                corrected: parts.count == 1 ? example : nil
            )
        }
        guard parts.contains(where: \.hasType), parts.allSatisfy(\.isNameAndType) else { return }
        var names: Set<String> = []
        for part in parts {
            if var mistake = part.mistake ?? (names.insert(part.variable).inserted ? nil : part.repetition) {
                mistake.corrected = Self.corrected(parts).map { "\(list.words)(\($0))" }
                throw mistake
            }
            if let type = part.type.flatMap(Chart.Parameter.ValueType.init) {
                parameters.append(Chart.Parameter(part.variable, type))
            } else {
                omitted.append(part.variable)
            }
        }
        words = list.words
        if omitted.isEmpty { event = words }
    }

    /// Returns the words before a list in which a type is unknown: “play” for “play(card: Card)”.
    static func words(beforeUnknownTypesIn text: String) -> String? {
        guard let signature = try? EventSignature(text), !signature.omitted.isEmpty else { return nil }
        return signature.words
    }

    /// Returns the words before the parentheses at the end of a text, and what these contain.
    private static func list(in text: String) -> (words: String, inside: Substring)? {
        guard text.last == ")" else { return nil }
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" { depth -= 1 }
            guard depth == 0 else { continue }
            let words = trimmed(text[..<index])
            return words.isEmpty ? nil : (String(words), text[text.index(after: index)...].dropLast())
        }
        return nil
    }

    /// Returns the parts between the commas that are outside any brackets.
    private static func parts(of list: Substring) -> [Part] {
        var (depth, current) = (0, "")
        var texts: [String] = []
        for character in list {
            let isArrow = character == ">" && current.last == "-"
            if "([<{".contains(character) { depth += 1 }
            if ")]>}".contains(character), !isArrow { depth -= 1 }
            if character == ",", depth <= 0 {
                texts.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        // Swift allows a comma at the end.
        if texts.isEmpty || !current.allSatisfy(\.isWhitespace) { texts.append(current) }
        return texts.map(Part.init)
    }

    /// Returns a list without mistakes, or `nil` if something is missing in it.
    private static func corrected(_ parts: [Part]) -> String? {
        let types = parts.compactMap { $0.meantType?.rawValue ?? $0.type }.filter { !$0.isEmpty }
        guard types.count == parts.count, Set(parts.map(\.variable)).count == parts.count else { return nil }
        return zip(parts, types).map { "\($0.variable): \($1)" }.joined(separator: ", ")
    }
}

extension EventSignature {
    /// A part of a list, such as `amount: Int`.
    private struct Part {
        var name: String
        /// The text behind the colon, if there is one.
        var type: String?

        init(_ text: String) {
            let colon = text.firstIndex(of: ":")
            name = String(trimmed(text[..<(colon ?? text.endIndex)]))
            type = colon.map { String(trimmed(text[text.index(after: $0)...])) }
        }

        /// The name in Swift.
        var variable: String { SwiftName.variable(name, kind: "value") }

        /// Whether the text behind the colon looks like a type, and not like a remark.
        var hasType: Bool {
            guard let type else { return false }
            return meantType != nil || type.isEmpty || type.first?.isUppercase == true || "[(".contains(type.prefix(1))
        }

        /// Whether the part can be a name, with a type if there is a colon.
        var isNameAndType: Bool { name.first.map { $0.isLetter || $0 == "_" } == true && (type == nil || hasType) }

        /// The type that a word of another language stands for.
        var meantType: Chart.Parameter.ValueType? {
            guard let type, type.first?.isLowercase == true || ["Integer", "Boolean"].contains(type) else { return nil }
            return Self.meantTypes[type.lowercased()]
        }

        private static let meantTypes: [String: Chart.Parameter.ValueType] = [
            "int": .int, "integer": .int, "double": .double, "float": .double, "number": .double, "decimal": .double,
            "string": .string, "str": .string, "text": .string, "bool": .bool, "boolean": .bool,
        ]

        /// The mistake in the part, without a proposal to correct it.
        var mistake: Mistake? {
            guard let type, !type.isEmpty else {
                return Mistake(
                    problem: "the parameter “\(name.abbreviated(after: 60))” has no type",
                    expected: "\(name): Int, Double, String or Bool"
                )
            }
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                return Mistake(
                    problem: "“\(name.abbreviated(after: 60))” is not a name for a parameter in Swift",
                    expected: "\(variable): \(type)"
                )
            }
            return meantType.map { meant in
                Mistake(
                    problem: "the type “\(type)” of the parameter “\(name)” does not exist in Swift",
                    expected: "\(variable): \(meant.rawValue)"
                )
            }
        }

        /// The mistake that an earlier part has the same name.
        var repetition: Mistake {
            Mistake(
                problem: "two parameters have the name “\(variable.abbreviated(after: 60))”",
                expected: "a different name for each parameter"
            )
        }
    }
}
