import StateMachineCommandLine
import StateMachineExampleSupport

/// Finds the element of a list that matches a word.
enum Choice {
    /// Returns the index of the element that matches a word.
    ///
    /// The word is the number of the element, its name, or the beginning of exactly one name, in
    /// any case.
    ///
    /// - Throws: `UsageError` if no element or more than one matches.
    static func index(of word: String, among names: [String], called noun: String) throws(UsageError) -> Int {
        let candidates = candidates(for: word, among: names)
        let list = (candidates.isEmpty ? names : candidates.map { names[$0] }).joined(separator: ", ")
        switch candidates.count {
        case 0: throw UsageError("unknown \(noun) '\(word)'; choose from: \(list)")
        case 1: return candidates[0]
        default: throw UsageError("'\(word)' is ambiguous; choose from: \(list)")
        }
    }

    private static func candidates(for word: String, among names: [String]) -> [Int] {
        if let number = Int(word) { return names.indices.contains(number - 1) ? [number - 1] : [] }
        if let index = names.firstIndex(of: word) { return [index] }
        return names.indices.filter { names[$0].lowercased().hasPrefix(word.lowercased()) }
    }
}
