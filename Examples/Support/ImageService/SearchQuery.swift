import Foundation

/// The words of a search, and the rule by which they match the words of a picture's tags.
///
/// All the words must match. A word matches what begins with it, without regard to case and
/// accents, and a plural (`flowers`, `berries`, `leaves`) matches its singular.
struct SearchQuery: Sendable {
    /// The words of a text, folded for comparison.
    static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
            .map(String.init)
    }

    /// The words as they were typed, each with the singulars it may be the plural of.
    private let terms: [(word: String, singulars: [String])]

    /// Whether there is something in the text, and no word.
    private let isWordless: Bool

    /// A query of nothing but space matches everything, one of nothing but punctuation nothing.
    init(_ text: String) {
        terms = Self.words(of: text).map { ($0, Self.singulars(of: $0)) }
        isWordless = terms.isEmpty && !text.allSatisfy(\.isWhitespace)
    }

    func matches(_ words: [String]) -> Bool {
        !isWordless
            && terms.allSatisfy { term in
                words.contains { $0.hasPrefix(term.word) || term.singulars.contains($0) }
            }
    }

    /// The words of which an English plural may be made; some are no words, and so match nothing.
    private static func singulars(of word: String) -> [String] {
        let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")]
        return endings.compactMap { plural, singular in
            guard word.hasSuffix(plural), word.count > plural.count + 1, !word.hasSuffix("ss") else { return nil }
            return word.dropLast(plural.count) + singular
        }
    }
}
