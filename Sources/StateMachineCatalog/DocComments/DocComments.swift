import Foundation
import StateMachineDiagrams
import StateMachineLocks

/// Doc comments and declarations of modules, from the symbol graphs that the compiler writes.
///
/// `MachineCatalog.described(_:)` adds them to the machines, and `MarkdownPage+Sections` writes
/// them.
struct DocComments {
    private(set) var documentation = SourceDocumentation()

    /// The symbol graph files of modules that have been read, with their names.
    private static let known = Locked<[String: [(name: String, file: SymbolGraphFile)]]>([:])

    /// Reads modules that are part of this program, each once.
    init(of modules: Set<String>) throws {
        for module in modules.sorted() {
            let files = try Self.known.withLock { $0[module] } ?? Self.read(module)
            Self.known.withLock { $0[module] = files }
            for (name, file) in files {
                // Extensions of another module's types are in a separate file:
                // `Mine@Other.symbols.json`.
                let owner = name.prefix { $0 != "." }.split(separator: "@").last ?? ""
                add(file, module: String(owner))
            }
        }
    }

    private static func read(_ module: String) throws -> [(name: String, file: SymbolGraphFile)] {
        let build = try CompiledModules.ofThisProgram.get()
        return try ProgramCall.inTemporaryFolder { folder in
            try build.extractSymbols(of: module, into: folder)
            return try SymbolGraphFile.all(in: folder)
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
