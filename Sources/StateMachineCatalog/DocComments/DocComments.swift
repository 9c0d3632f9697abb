import Foundation
import StateMachineDiagrams

/// Doc comments and declarations of modules, read from the symbol graphs that the compiler writes.
struct DocComments {
    private(set) var documentation = SourceDocumentation()

    /// Reads modules that this program was built from.
    init(of modules: Set<String>) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transition-tables-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let build = try CompiledModules()
        for module in modules.sorted() {
            try build.extractSymbols(of: module, into: folder)
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                let name = file.lastPathComponent.prefix { $0 != "." }.split(separator: "@")
                // Extensions of another module's types are in a file of their own.
                guard name.first.map(String.init) == module, let owner = name.last else { continue }
                add(try JSONDecoder().decode(SymbolGraphFile.self, from: Data(contentsOf: file)), module: String(owner))
            }
        }
    }

    private mutating func add(_ file: SymbolGraphFile, module: String) {
        let symbols = file.symbols.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        for symbol in symbols where ["swift.enum", "swift.struct"].contains(symbol.kind.identifier) {
            documentation.types[symbol.name(in: module)] = .init(comment: symbol.comment)
        }
        for symbol in symbols where symbol.kind.identifier == "swift.enum.case" {
            let type = ([module] + symbol.pathComponents.dropLast()).joined(separator: ".")
            // Labels are removed; brackets in a raw identifier stay.
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
        var line: Int? { location?.position.line }
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
    }
}
