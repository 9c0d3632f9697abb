/// A requirement on one feature, which allows certain values of it.
struct Literal: Hashable {
    /// The first allowed value.
    var first: Feature

    /// The allowed values.
    var allowed: [Feature]

    /// The other observed values.
    ///
    /// The list is empty if one of them has no text.
    var excluded: [Feature]

    /// Which values the words of a literal name.
    enum Naming {
        /// The allowed ones.
        case allowed

        /// The excluded ones if there are not more of them.
        case fewer

        /// The excluded ones if the allowed ones are many.
        case short
    }

    /// The text of a truth value, such as `isOpen` or `not isOpen`.
    var statement: String? { allowed.count == 1 ? first.statement : nil }

    /// Whether the requirement is a negated statement.
    var isNegation: Bool { statement != nil && first.value == "false" }

    /// Whether the requirement belongs to the payload of the event.
    ///
    /// A statement is a guard, wherever its value comes from.
    var isArgument: Bool { first.kind == .event && statement == nil }

    /// Whether the words name the excluded values.
    func isNegated(_ naming: Naming) -> Bool {
        guard !first.isTruthValue, (1...2).contains(excluded.count) else { return false }
        return switch naming {
        case .allowed: false
        case .fewer: excluded.count <= allowed.count
        case .short: allowed.count > 3
        }
    }

    /// Whether the words contain a value that is only one sample of many possible values.
    func hasSample(_ naming: Naming) -> Bool { (isNegated(naming) ? excluded : allowed).contains(where: \.isSample) }

    /// The requirement in words, for a cell: `bytes is not -1`, `the value is "A" or "B"`.
    ///
    /// - Parameters:
    ///   - naming: The values to name.
    ///   - isSole: Whether no other part without a label appears in the sentence.
    func words(_ naming: Naming, isSole: Bool) -> String {
        if let statement { return statement }
        let subject = subject(isSole: isSole)
        return isNegated(naming) ? "\(subject) is \(denial)" : "\(subject) is \(Self.list(allowed.map(\.value)))"
    }

    /// The requirement in the notation of UML, for a diagram: `bytes: e.g. -1`, `not 5`.
    var notation: String {
        if let statement { return statement }
        let values = allowed.enumerated().map { index, feature in
            // One mark is enough for samples that follow each other.
            let isMarked = feature.isSample && (index == 0 || !allowed[index - 1].isSample)
            return (isMarked ? "e.g. " : "") + feature.value
        }
        return first.label.map { "\($0): \(Self.list(values))" } ?? Self.list(values)
    }

    func notation(_ naming: Naming) -> String {
        guard isNegated(naming) else { return notation }
        return first.label.map { "\($0) is \(denial)" } ?? denial
    }

    private var denial: String {
        excluded.count == 1
            ? "not \(excluded[0].value)" : "neither \(excluded.map(\.value).joined(separator: " nor "))"
    }

    private static func list(_ values: [String]) -> String { values.joined(separator: " or ") }

    private func subject(isSole: Bool) -> String {
        if let label = first.label { return label }
        switch first.kind {
        case .event: return isSole ? "the value" : "value \(first.index + 1)"
        case .state: return isSole ? "the payload" : "payload \(first.index + 1)"
        case .region, .named: return "the state"
        }
    }
}
