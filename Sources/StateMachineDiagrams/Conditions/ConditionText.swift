import StateMachines

/// The condition of an outcome, which names the fewest parts of payloads that decide it.
///
/// For example, `search("flowers")` and `search(" ")` have different outcomes. The outcomes of
/// `play` at the beginning and at the end differ as well. A value that is only a sample of many is
/// marked because the outcome of the other values is unknown.
struct ConditionText: Hashable {
    /// Alternatives for the payload of the event, or an empty array if the payload does not matter.
    var arguments: [String] = []

    /// Alternatives for the state, or an empty array if the state does not matter.
    var guards: [String] = []

    /// The condition in words, for a cell: `bytes is not -1`, `progress is 1.0`.
    var text = ""

    /// Whether the condition contains a value that is only one sample of many possible values.
    var hasSample = false

    /// Whether the condition excludes values instead of naming them.
    var isNegated = false

    /// The reasons for which events are rejected although they fulfill the condition.
    ///
    /// A cell contains them as other outcomes.
    var exceptions: [String] = []

    static let always = ConditionText()

    /// The condition of an outcome that depends on something that names do not show.
    static let unknown = ConditionText(guards: ["in some cases"], text: "in some cases")
}

extension ConditionText {
    /// An event under this condition: `search(e.g. "flowers")`, `play [progress: e.g. 1.0]`.
    func text(of event: String) -> String { trigger(event) + (guardText.isEmpty ? "" : " \(guardText)") }

    /// An event with the part of its payload that matters: `search(e.g. "flowers")`.
    func trigger(_ event: String) -> String {
        event + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: " or ")))")
    }

    /// The required values of the state and the exceptions, in brackets: `[progress: e.g. 1.0]`,
    /// `[unless insufficient]`.
    var guardText: String {
        let unless = exceptions.isEmpty ? [] : ["unless \(exceptions.joined(separator: " or "))"]
        let parts = (guards.isEmpty ? [] : [alternatives(guards)]) + unless
        return parts.isEmpty ? "" : "[\(parts.joined(separator: ", "))]"
    }
}

extension ConditionText {
    /// Returns alternatives in words.
    ///
    /// The result is one condition if the alternatives differ only in the event or only in the
    /// state. Otherwise there is one for each payload of the event.
    static func conditions(
        of clauses: [[Literal]],
        _ naming: Literal.Naming
    ) -> [(condition: ConditionText, clauses: [[Literal]])] {
        let pairs = clauses.map { literals in
            (arguments: literals.filter(\.isArgument), guards: literals.filter { !$0.isArgument })
        }
        let (arguments, guards) = (pairs.map(\.arguments).uniqued(), pairs.map(\.guards).uniqued())
        if guards.count == 1 { return [(condition(arguments, guards, naming), clauses)] }
        return arguments.map { argument in
            let guards = pairs.filter { $0.arguments == argument }.map(\.guards)
            return (condition([argument], guards, naming), guards.map { argument + $0 })
        }
    }

    private static func condition(
        _ arguments: [[Literal]],
        _ guards: [[Literal]],
        _ naming: Literal.Naming
    ) -> ConditionText {
        let parts = [arguments, guards].map { $0.filter { !$0.isEmpty } }
        let literals = parts.joined().flatMap(\.self)
        // A comma shows where the last alternative for the event ends.
        let isListed = parts[0].count > 1 || parts[0].first?.last.map { $0.allowed.count > 1 } == true
        let separator = isListed || parts[1].count > 1 ? ", and " : " and "
        return ConditionText(
            arguments: parts[0].map { $0.map { $0.notation(naming) }.joined(separator: ", ") },
            guards: parts[1].map { conjunction($0.map { $0.notation(naming) }, of: $0) },
            text: parts.filter { !$0.isEmpty }.map { sentence($0, naming) }.joined(separator: separator),
            hasSample: literals.contains { $0.hasSample(naming) },
            isNegated: literals.count == 1 && literals[0].isNegated(naming)
        )
    }

    /// The alternatives as a sentence: `bytes is not -1`, `isOpen and not isLocked, or isBroken`.
    private static func sentence(_ clauses: [[Literal]], _ naming: Literal.Naming) -> String {
        alternatives(
            clauses.map { literals in
                let words = literals.map { literal in
                    let kind = literal.first.kind
                    let isSole = literals.count { $0.first.kind == kind && $0.first.label == nil } < 2
                    return literal.words(naming, isSole: isSole)
                }
                return conjunction(words, of: literals)
            }
        )
    }

    /// Joins requirements, with a comma after several values of one feature.
    ///
    /// Negated statements come last among the statements, because "a and not b" cannot be misread.
    private static func conjunction(_ words: [String], of literals: [Literal]) -> String {
        let parts = zip(words, literals).map { (words: $0, isListed: $1.allowed.count > 1) }
        let statements = literals.indices.filter { literals[$0].statement != nil }
        let negations = statements.filter { literals[$0].isNegation }.compactMap { literals[$0].first.label }
        let denial = negations.count > 1 ? "neither \(negations.joined(separator: " nor "))" : nil
        let affirmed = statements.filter { !literals[$0].isNegation }.map { parts[$0] }
        let denied =
            denial.map { [(words: $0, isListed: false)] }
            ?? statements.filter { literals[$0].isNegation }.map { parts[$0] }
        let end = statements.last.map { $0 + 1 } ?? 0
        let others = literals.indices.filter { literals[$0].statement == nil }
        let (before, after) = (others.filter { $0 < end }, others.filter { $0 >= end })
        let sorted = before.map { parts[$0] } + affirmed + denied + after.map { parts[$0] }
        return sorted.enumerated().reduce("") { text, part in
            let isLast = part.offset == sorted.count - 1
            return text + part.element.words + (isLast ? "" : part.element.isListed ? ", and " : " and ")
        }
    }
}

/// Joins alternatives, with a comma if one of them has several parts.
private func alternatives(_ texts: [String]) -> String {
    texts.joined(separator: texts.contains { $0.contains(" and ") } ? ", or " : " or ")
}
