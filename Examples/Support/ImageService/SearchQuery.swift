import Foundation

/// The words of a search, and the rule for matching them with the words in a picture's tags.
///
/// All words must match. A word matches any word that begins with it, without regard to case and
/// accents. A plural (`flowers`, `berries`, `leaves`) also matches its singular.
struct SearchQuery: Sendable {
    /// Returns the words of a text, folded for comparison.
    static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
            .map(String.init)
    }

    /// The words as typed, each with its possible singulars.
    private let terms: [(word: String, singulars: [String])]

    /// Whether the text is not blank but contains no words.
    private let isWordless: Bool

    /// Creates a query from a text.
    ///
    /// A blank text matches everything, and a text of only punctuation matches nothing.
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

    /// Returns the possible singulars of an English plural.
    ///
    /// Some of them are not words, so they match nothing.
    private static func singulars(of word: String) -> [String] {
        let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")]
        return endings.compactMap { plural, singular in
            guard word.hasSuffix(plural), word.count > plural.count + 1, !word.hasSuffix("ss") else { return nil }
            return word.dropLast(plural.count) + singular
        }
    }
}
