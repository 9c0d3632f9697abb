/// Gives things identifiers that every format takes: ASCII letters, digits and underscores, no
/// keyword, none twice.
struct Identifiers {
    private var taken: Set<String>
    /// For each identifier the number that was last put behind it.
    private var numbers: [String: Int] = [:]

    /// - Parameter identifiers: Those that others have already.
    init(taken identifiers: [String] = []) {
        taken = Set(identifiers.map { $0.lowercased() })
    }

    /// An identifier that resembles a name: `loaded` for "loaded", `end_` for "end".
    mutating func identifier(for name: String) -> String {
        var identifier = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
        if identifier.first.map({ !$0.isLetter }) ?? true { identifier = "s" + identifier }
        if ReservedWords.isConvention(identifier) { identifier = "s_" + identifier }
        if ReservedWords.contains(identifier) { identifier += "_" }
        var unique = identifier
        var number = numbers[identifier, default: 2]
        defer { numbers[identifier] = number }
        // Some formats do not tell upper from lower case.
        while !taken.insert(unique.lowercased()).inserted {
            unique = "\(identifier)_\(number)"
            number += 1
        }
        return unique
    }
}
