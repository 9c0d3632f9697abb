import ExampleSupport

/// Finds the element of a list that a word names.
enum Choice {
    /// The index of the element with this number, this name, or the only name that begins with the
    /// word in any case.
    ///
    /// - Throws: `UsageError` if there is none, or more than one.
    static func index(of word: String, among names: [String], called noun: String) throws(UsageError) -> Int {
        let candidates = candidates(for: word, among: names)
        let list = (candidates.isEmpty ? names : candidates.map { names[$0] }).joined(separator: ", ")
        switch candidates.count {
        case 0: throw UsageError("there is no \(noun) '\(word)'; there are \(list)")
        case 1: return candidates[0]
        default: throw UsageError("'\(word)' may be \(list)")
        }
    }

    private static func candidates(for word: String, among names: [String]) -> [Int] {
        if let number = Int(word) { return names.indices.contains(number - 1) ? [number - 1] : [] }
        if let index = names.firstIndex(of: word) { return [index] }
        return names.indices.filter { names[$0].lowercased().hasPrefix(word.lowercased()) }
    }
}
