import StateMachines

/// The condition of an outcome, which names the fewest parts of payloads that decide it.
///
/// For example, `search("flowers")` and `search(" ")` have different outcomes. The outcomes of
/// `play` at the beginning and at the end differ as well. A value that is only a sample of many is
/// marked because the outcome of the other values is unknown.
struct Condition: Hashable {
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

    static let always = Condition()

    /// The condition of an outcome that depends on something that names do not show.
    static let unknown = Condition(guards: ["in some cases"], text: "in some cases")
}

extension Condition {
    /// An event under this condition: `search(e.g. "flowers")`, `play [progress: e.g. 1.0]`.
    func text(of event: String) -> String { trigger(event) + (guards.isEmpty ? "" : " \(guardText)") }

    /// An event with the part of its payload that matters: `search(e.g. "flowers")`.
    func trigger(_ event: String) -> String { event + (arguments.isEmpty ? "" : "(\(Self.list(arguments)))") }

    /// The required values of the state, in brackets: `[progress: e.g. 1.0]`.
    var guardText: String { guards.isEmpty ? "" : "[\(Self.list(guards))]" }

    /// The first three alternatives.
    private static func list(_ alternatives: [String]) -> String {
        (alternatives.prefix(3) + (alternatives.count > 3 ? ["…"] : [])).joined(separator: " or ")
    }
}

extension Condition {
    /// Returns alternatives in words.
    ///
    /// The result is one condition if the event and the state are independent, and one for each
    /// alternative otherwise.
    static func summary(of values: [[Feature]], isNegated: Bool = false) -> [Condition] {
        let pairs = values.map { features in
            (features.filter { $0.kind == .event }, features.filter { $0.kind != .event })
        }
        func condition(_ arguments: [[Feature]], _ guards: [[Feature]]) -> Condition {
            let parts = [arguments, guards].map { $0.filter { !$0.isEmpty } }
            let clauses = parts.filter { !$0.isEmpty }.map { clause($0, isNegated) }
            return Condition(
                arguments: words(parts[0], isNegated),
                guards: words(parts[1], isNegated),
                text: clauses.joined(separator: " and "),
                hasSample: parts.joined().joined().contains(where: \.isSample),
                isNegated: isNegated
            )
        }
        let (arguments, guards) = (pairs.map(\.0).uniqued(), pairs.map(\.1).uniqued())
        let isIndependent = pairs.count == arguments.count * guards.count
        return isIndependent ? [condition(arguments, guards)] : pairs.map { condition([$0.0], [$0.1]) }
    }

    /// Returns each alternative in words, with a shared label only once.
    private static func words(_ alternatives: [[Feature]], _ isNegated: Bool) -> [String] {
        guard !alternatives.isEmpty else { return [] }
        if isNegated {
            guard let values = valuesOfOneKey(alternatives) else { return [clause(alternatives, isNegated)] }
            let denial = values.count == 1 ? "not \(values[0])" : "neither \(values.joined(separator: " nor "))"
            return [alternatives[0][0].label.map { "\($0) is \(denial)" } ?? denial]
        }
        return alternatives.enumerated().map { index, features in
            let isRepeated = features.count == 1 && index > 0 && features[0].label == alternatives[0].first?.label
            return features.map { feature in
                let value = marked(feature, after: isRepeated ? alternatives[index - 1][0] : nil)
                return isRepeated ? value : feature.label.map { "\($0): \(value)" } ?? value
            }.joined(separator: ", ")
        }
    }

    /// A value; one mark is enough for samples that follow each other.
    private static func marked(_ feature: Feature, after previous: Feature?) -> String {
        (feature.isSample && previous?.isSample != true ? "e.g. " : "") + feature.value
    }

    // MARK: In words, for a cell

    /// The alternatives as a clause: `bytes is not -1`, `the value is "A" or "B"`.
    private static func clause(_ alternatives: [[Feature]], _ isNegated: Bool) -> String {
        if let values = valuesOfOneKey(alternatives) {
            let subject = subject(alternatives[0][0], isSole: true)
            if isNegated {
                return values.count == 1
                    ? "\(subject) is not \(values[0])" : "\(subject) is neither \(values.joined(separator: " nor "))"
            }
            return "\(subject) is \(list(values))"
        }
        let clauses = alternatives.map { features in
            features.map { feature in
                let isSole = features.count { $0.kind == feature.kind && $0.label == nil } < 2
                let subject = subject(feature, isSole: isSole)
                return "\(subject) is \(isNegated ? "not " : "")\(feature.value)"
            }.joined(separator: " and ")
        }
        return isNegated ? clauses.joined(separator: " and ") : list(clauses)
    }

    /// The values of alternatives that all consist of one value of the same part; otherwise `nil`.
    private static func valuesOfOneKey(_ alternatives: [[Feature]]) -> [String]? {
        guard let key = alternatives.first?.first?.key,
            alternatives.allSatisfy({ $0.count == 1 && $0[0].key == key })
        else { return nil }
        return alternatives.map { $0[0].value }
    }

    /// The part of a payload as the subject of a clause.
    ///
    /// - Parameter isSole: Whether no other part without a label appears in the clause.
    private static func subject(_ feature: Feature, isSole: Bool) -> String {
        if let label = feature.label { return label }
        switch feature.kind {
        case .event: return isSole ? "the value" : "value \(feature.index + 1)"
        case .state: return isSole ? "the payload" : "payload \(feature.index + 1)"
        case .region: return "the state"
        }
    }
}
