extension Condition {
    /// The condition in words, or `nil` if it depends on the states of the machine.
    var words: String? {
        func joined(_ conditions: [Condition], _ word: String) -> String? {
            let words = conditions.compactMap(\.words)
            return words.count == conditions.count ? words.joined(separator: " \(word) ") : nil
        }
        switch self {
        case .guard(let name): return name
        case .not(let condition): return condition.words.map { "not \($0)" }
        case .all(let conditions): return joined(conditions, "and")
        case .any(let conditions): return joined(conditions, "or")
        case .constant, .isIn: return nil
        }
    }
}
