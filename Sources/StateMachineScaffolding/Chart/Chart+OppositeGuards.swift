extension Chart {
    /// Replaces a guard that is the opposite of an earlier one for the same event by the negation
    /// of that guard.
    ///
    /// For example, `tries >= 3` becomes the negation of `tries < 3`. So the event has one value
    /// for both, and no combination of values is left for which the diagram has no arrow. A guard
    /// stays if a comment chooses its name, or if it is also a guard of a transition without an
    /// event, which is evaluated at another time.
    mutating func mergeOppositeGuards() {
        let uses = root.guardUses
        let kept = Set(namings.filter { $0.kind == .guard }.map(\.label) + uses.filter { $0.event == nil }.map(\.text))
        var known: [Comparison: String] = [:]
        var opposites: [String: String] = [:]
        for text in uses.map(\.text) where !kept.contains(text) && opposites[text] == nil {
            guard let comparison = Comparison(text) else { continue }
            let events = Set(uses.filter { $0.text == text }.map(\.event))
            if let other = known[comparison.opposite],
                uses.contains(where: { $0.text == other && events.contains($0.event) })
            {
                opposites[text] = other
            } else if known[comparison] == nil {
                known[comparison] = text
            }
        }
        if !opposites.isEmpty { root.replaceGuards(opposites) }
    }
}

extension [Condition] {
    /// Whether two of the conditions are guards with opposite comparisons, such as `tries < 3` and
    /// `tries >= 3`.
    var haveOpposites: Bool {
        let comparisons = compactMap { condition in
            if case .guard(let text) = condition { Comparison(text) } else { nil }
        }
        return comparisons.contains { comparisons.contains($0.opposite) }
    }
}

extension Chart.State {
    /// The guards of all transitions with their events, in the order of the file.
    ///
    /// A transition without an event has the event `nil`, and so has one on a completion.
    fileprivate var guardUses: [(text: String, event: EventDescriptor?)] {
        transitions.flatMap { transition in
            let event = transition.events.first.flatMap { $0.isForCompletionsOnly ? nil : $0 }
            return (transition.condition?.guards ?? []).map { ($0, event) }
        } + children.flatMap(\.guardUses)
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

    /// Reads a comparison of two values, each of which is a path, a number or a call without
    /// arguments, or a sum of such values.
    init?(_ text: String) {
        let match = text.wholeMatch(of: /([^<>=!≤≥≠]+)(<=|>=|===?|!==?|=|<|>|≤|≥|≠)([^<>=!≤≥≠]+)/)
        guard let match, let relation = Self.relations[String(match.2)] else { return nil }
        (left, right) = (String(trimmed(match.1)), String(trimmed(match.3)))
        self.relation = relation
        let value = /-?[\p{L}\p{N}_.]+(\(\))?(\s*[-+*\/]\s*[\p{L}\p{N}_.]+(\(\))?)*/
        guard left.wholeMatch(of: value) != nil, right.wholeMatch(of: value) != nil else { return nil }
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
