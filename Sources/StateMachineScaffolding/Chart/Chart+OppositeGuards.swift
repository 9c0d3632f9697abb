extension Chart {
    /// Replaces each guard that is the opposite of an earlier one by the negation of that guard.
    ///
    /// For example, `tries >= 3` becomes the negation of `tries < 3`. So the event has one value
    /// for both, and no combination of values is left for which the diagram has no arrow. A guard
    /// with a chosen name stays.
    mutating func mergeOppositeGuards() {
        let named = Set(namings.filter { $0.kind == .guard }.map(\.label))
        var known: [Comparison: String] = [:]
        var opposites: [String: String] = [:]
        for text in root.guards where !named.contains(text) {
            guard let comparison = Comparison(text) else { continue }
            if let other = known[comparison.opposite] {
                opposites[text] = other
            } else if known[comparison] == nil {
                known[comparison] = text
            }
        }
        if !opposites.isEmpty { root.replaceGuards(opposites) }
    }
}

extension Chart.State {
    /// The guards of all transitions, in the order of the file.
    fileprivate var guards: [String] {
        transitions.flatMap { $0.condition?.guards ?? [] } + children.flatMap(\.guards)
    }

    fileprivate mutating func replaceGuards(_ opposites: [String: String]) {
        for index in transitions.indices {
            transitions[index].condition = transitions[index].condition?.replacingGuards(opposites)
        }
        for index in children.indices { children[index].replaceGuards(opposites) }
    }
}

extension Condition {
    fileprivate func replacingGuards(_ opposites: [String: String]) -> Condition {
        switch self {
        case .constant, .isIn: self
        case .guard(let name): opposites[name].map { .not(.guard($0)) } ?? self
        case .not(.guard(let name)): opposites[name].map { .guard($0) } ?? self
        case .not(let condition): .not(condition.replacingGuards(opposites))
        case .all(let conditions): .all(conditions.map { $0.replacingGuards(opposites) })
        case .any(let conditions): .any(conditions.map { $0.replacingGuards(opposites) })
        }
    }
}

/// A guard that compares two values, such as `tries < 3`.
private struct Comparison: Hashable {
    private enum Relation { case equal, unequal, less, notLess, greater, notGreater }

    private var left: String
    private var relation: Relation
    private var right: String

    init?(_ text: String) {
        let match = text.wholeMatch(of: /([^<>=!≤≥≠]+)(<=|>=|===?|!==?|=|<|>|≤|≥|≠)([^<>=!≤≥≠]+)/)
        guard let match, let relation = Self.relations[String(match.2)] else { return nil }
        (left, right) = (String(trimmed(match.1)), String(trimmed(match.3)))
        self.relation = relation
        if left.isEmpty || right.isEmpty { return nil }
    }

    private static let relations: [String: Relation] = [
        "=": .equal, "==": .equal, "===": .equal, "!=": .unequal, "!==": .unequal, "≠": .unequal, "<": .less,
        ">=": .notLess, "≥": .notLess, ">": .greater, "<=": .notGreater, "≤": .notGreater,
    ]

    /// The comparison that holds exactly if this one does not.
    var opposite: Comparison {
        var opposite = self
        opposite.relation =
            switch relation {
            case .equal: .unequal
            case .unequal: .equal
            case .less: .notLess
            case .notLess: .less
            case .greater: .notGreater
            case .notGreater: .greater
            }
        return opposite
    }
}
