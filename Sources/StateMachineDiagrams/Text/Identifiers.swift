/// A generator of unique identifiers that are valid in every format.
///
/// Identifiers consist of ASCII letters, digits and underscores and are never keywords.
package struct Identifiers {
    private var taken: Set<String>
    /// The number that was last appended to each identifier.
    private var numbers: [String: Int] = [:]

    /// Creates a generator.
    ///
    /// - Parameter identifiers: Identifiers that are already in use.
    package init(taken identifiers: [String] = []) {
        taken = Set(identifiers.map { $0.lowercased() })
    }

    /// Returns an identifier that resembles a name, such as `end_` for "end".
    package mutating func identifier(for name: String) -> String {
        var identifier = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
        if identifier.first.map({ !$0.isLetter }) ?? true { identifier = "s" + identifier }
        if ReservedWords.isConvention(identifier) { identifier = "s_" + identifier }
        if ReservedWords.contains(identifier) { identifier += "_" }
        var unique = identifier
        var number = numbers[identifier, default: 2]
        defer { numbers[identifier] = number }
        // Some formats do not distinguish uppercase from lowercase letters.
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(identifier)_\(number)"
            number += 1
        }
        return unique
    }
}
