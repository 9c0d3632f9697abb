/// Gives things identifiers that every format takes: ASCII letters, digits and underscores, no keyword, none twice.
struct Identifiers {
    private var taken: Set<String> = []
    /// For each identifier the number that was last put behind it.
    private var numbers: [String: Int] = [:]

    /// Words that mean something to one of the formats, in lower case.
    private static let reserved: Set<String> = [
        "as", "class", "classdef", "click", "default", "direction", "digraph", "edge", "end", "fork", "graph", "join",
        "node", "note", "state", "strict", "subgraph", "choice", "style", "root", "legend", "title", "left", "right",
        "hide", "skinparam", "scale", "on", "is", "of", "if", "else", "endif", "history", "href", "call",
        "constructor", "send", "model", "states", "events", "configuration", "name", "machine",
    ]

    /// An identifier that resembles a name: `loaded` for "loaded", `end_` for "end".
    mutating func identifier(for name: String) -> String {
        var identifier = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
        if identifier.first.map({ !$0.isLetter }) ?? true { identifier = "s" + identifier }
        if Self.reserved.contains(identifier.lowercased()) { identifier += "_" }
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
