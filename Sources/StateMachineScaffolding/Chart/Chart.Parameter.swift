extension Chart {
    /// A part of an event's payload, such as `amount: Int`.
    package struct Parameter: Sendable, Hashable, CustomStringConvertible {
        /// The types that a diagram can name; each has a sample value.
        package enum ValueType: String, Sendable, CaseIterable {
            case int = "Int"
            case double = "Double"
            case string = "String"
            case bool = "Bool"
        }

        package var name: String
        package var type: ValueType

        package init(_ name: String, _ type: ValueType) {
            self.name = name
            self.type = type
        }

        package var description: String { "\(name): \(type.rawValue)" }
    }
}

/// An event of a label, with its parameters: `paid(amount: Int)`.
struct EventSignature {
    var event: String
    var parameters: [Chart.Parameter] = []

    /// Reads the event of a label.
    ///
    /// Parentheses that contain anything except names and known types belong to the event's words.
    init(_ text: String) {
        event = text
        guard text.last == ")", let open = text.firstIndex(of: "("), open != text.startIndex else { return }
        let inside = text[text.index(after: open)...].dropLast()
        var found: [Chart.Parameter] = []
        for part in inside.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map { String(trimmed($0)) }
            guard pieces.count == 2, let type = Chart.Parameter.ValueType(rawValue: pieces[1]),
                !pieces[0].isEmpty, pieces[0] == SwiftName.variable(pieces[0], kind: "value"),
                !found.contains(where: { $0.name == pieces[0] })
            else { return }
            found.append(Chart.Parameter(pieces[0], type))
        }
        event = String(trimmed(text[..<open]))
        parameters = found
    }

    /// Returns the words before a list of parameters with unknown types: “play” for
    /// “play(card: Card)”.
    static func words(beforeUnknownTypesIn text: String) -> String? {
        guard EventSignature(text).parameters.isEmpty, text.last == ")", let open = text.firstIndex(of: "(") else {
            return nil
        }
        let parts = text[text.index(after: open)...].dropLast().split(separator: ",")
        let words = String(trimmed(text[..<open]))
        // A type with several arguments contains commas, so not every part has a name.
        let isList = parts.first?.contains(":") == true && !words.isEmpty
        return isList ? words : nil
    }
}
