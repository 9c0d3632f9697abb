import Foundation

/// The needed part of a symbol graph file, in which the compiler lists the declarations of a
/// module.
struct SymbolGraphFile: Decodable, Sendable {
    var symbols: [Symbol]
    var relationships: [Relationship]

    /// Reads the symbol graphs in a folder, by the names of the files.
    static func all(in folder: URL) throws -> [(name: String, file: SymbolGraphFile)] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
            .map { ($0.lastPathComponent, try JSONDecoder().decode(Self.self, from: Data(contentsOf: $0))) }
    }

    struct Symbol: Decodable, Sendable {
        var kind: Kind
        var identifier: Identifier
        var pathComponents: [String]
        var declarationFragments: [Fragment]?
        var accessLevel: String
        var docComment: DocComment?
        var location: Location?

        var id: String { identifier.precise }
        var comment: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }
        /// The line and the column of the declaration.
        var place: (Int, Int) { location.map { ($0.position.line, $0.position.character) } ?? (0, 0) }
        /// The names of the type and of the types around it, such as `Player.Event`.
        var path: String { pathComponents.joined(separator: ".") }
        func name(in module: String) -> String { "\(module).\(path)" }
    }

    struct Kind: Decodable, Sendable {
        var identifier: String
    }

    struct Identifier: Decodable, Sendable {
        var precise: String
    }

    struct Fragment: Decodable, Sendable {
        var spelling: String
        /// The symbol that the text names.
        var preciseIdentifier: String?
    }

    struct Relationship: Decodable, Sendable {
        var kind: String
        var source: String
        var target: String
        /// The name of a target in another module, such as `Swift.CaseIterable`.
        var targetFallback: String?
    }

    struct DocComment: Decodable, Sendable {
        var lines: [Line]
    }

    struct Line: Decodable, Sendable {
        var text: String
    }

    struct Location: Decodable, Sendable {
        var uri: String
        var position: Position
    }

    struct Position: Decodable, Sendable {
        var line: Int
        var character: Int
    }
}
