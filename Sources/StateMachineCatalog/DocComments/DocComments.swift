import Foundation
import StateMachineDiagrams

/// Doc comments and declarations of modules, from the symbol graphs that the compiler writes.
///
/// `MachineCatalog.described(_:)` adds them to the machines, and `MarkdownPage+Sections` writes
/// them.
struct DocComments {
    private(set) var documentation = SourceDocumentation()

    /// Reads modules that are part of this program.
    init(of modules: Set<String>) throws {
        let build = try CompiledModules()
        for module in modules.sorted() {
            let files = try Tool.inTemporaryFolder { folder in
                try build.extractSymbols(of: module, into: folder)
                return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
                    ($0.lastPathComponent, try JSONDecoder().decode(SymbolGraphFile.self, from: Data(contentsOf: $0)))
                }
            }
            for (name, file) in files {
                // Extensions of another module's types are in a separate file:
                // `Mine@Other.symbols.json`.
                let owner = name.prefix { $0 != "." }.split(separator: "@").last ?? ""
                add(file, module: String(owner))
            }
        }
    }

    private mutating func add(_ file: SymbolGraphFile, module: String) {
        // The order in which the compiler writes symbols is not documented.
        let symbols = file.symbols.sorted { $0.place < $1.place }
        for symbol in symbols where ["swift.enum", "swift.struct"].contains(symbol.kind.identifier) {
            documentation.types[symbol.name(in: module)] = .init(comment: symbol.comment)
        }
        for symbol in symbols where symbol.kind.identifier == "swift.enum.case" {
            let type = ([module] + symbol.pathComponents.dropLast()).joined(separator: ".")
            // Labels are removed. Parentheses in a raw identifier stay.
            let name = symbol.pathComponents.last?.replacing(/\((?:[^()]*:)+\)$/, with: "") ?? ""
            documentation.types[type]?.cases.append(.init(name: name, comment: symbol.comment))
        }
    }
}

/// The needed part of a symbol graph file.
private struct SymbolGraphFile: Decodable {
    var symbols: [Symbol]

    struct Symbol: Decodable {
        var kind: Kind
        var pathComponents: [String]
        var docComment: DocComment?
        var location: Location?

        var comment: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }
        /// The line and the column of the declaration.
        var place: (Int, Int) { location.map { ($0.position.line, $0.position.character) } ?? (0, 0) }
        func name(in module: String) -> String { ([module] + pathComponents).joined(separator: ".") }
    }

    struct Kind: Decodable {
        var identifier: String
    }

    struct DocComment: Decodable {
        var lines: [Line]
    }

    struct Line: Decodable {
        var text: String
    }

    struct Location: Decodable {
        var position: Position
    }

    struct Position: Decodable {
        var line: Int
        var character: Int
    }
}
