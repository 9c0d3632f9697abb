import StateMachineCommandLine

/// A comment in a diagram that chooses the Swift name of a label: `event: "paid (amount)" = paid`.
package struct SwiftNaming: Sendable, Hashable {
    /// The kind of the part that a label names.
    package enum Kind: String, Sendable, CaseIterable { case event, `guard`, action, activity }

    package var kind: Kind
    /// The words in the diagram.
    package var label: String
    /// The name in Swift.
    package var name: String
    package var position: Position

    package init(_ kind: Kind, label: String, name: String, position: Position) {
        self.kind = kind
        self.label = label
        self.name = name
        self.position = position
    }

    /// Reads the text of a comment.
    ///
    /// - Returns: `nil` for a comment that does not begin with a kind and a quotation mark.
    init?(_ comment: Substring, at position: Position) throws(ChartError) {
        let text = trimmed(comment)
        guard let kind = Kind.allCases.first(where: { text.hasPrefix("\($0.rawValue):") }) else { return nil }
        let rest = trimmed(text.dropFirst(kind.rawValue.count + 1))
        guard rest.first == "\"" else { return nil }
        guard let end = rest.lastIndex(of: "\""), end != rest.startIndex else {
            throw ChartError(
                position,
                "the label has no closing quotation mark",
                expected: Self.form(kind, "label", "name")
            )
        }
        let label = String(trimmed(rest[rest.index(after: rest.startIndex)..<end]))
        let behind = trimmed(rest[rest.index(after: end)...])
        guard behind.first == "=", !label.isEmpty else {
            throw ChartError(position, "the comment does not assign a name", expected: Self.form(kind, label, "name"))
        }
        let written = String(trimmed(behind.dropFirst()))
        let name = SwiftName.lower(written, kind: kind.rawValue)
        let letters = { (text: String) in text.filter { $0 != "_" }.lowercased() }
        guard name == written || written.contains("_") && letters(name) == letters(written) else {
            let proposal = written.isEmpty ? SwiftName.lower(label, kind: kind.rawValue) : name
            throw ChartError(
                position,
                "“\(written.abbreviated(after: 60))” is not a name for a case in Swift",
                expected: Self.form(kind, label, proposal)
            )
        }
        self.init(kind, label: label, name: name, position: position)
    }

    private static func form(_ kind: Kind, _ label: String, _ name: String) -> String {
        "\(kind.rawValue): \"\(label)\" = \(name)"
    }
}
