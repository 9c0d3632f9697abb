import Foundation
import StateMachineDiagrams

/// Doc comments and declarations of modules, as the compiler has kept them beside this program.
struct SymbolGraphs {
    private(set) var documentation = Documentation()

    /// Reads modules that this program was built from.
    init(of modules: Set<String>) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transition-tables-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for module in modules.sorted() {
            try extract(module, into: folder)
            let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
            add(try JSONDecoder().decode(SymbolGraphFile.self, from: data), module: module)
        }
    }

    private func extract(_ module: String, into folder: URL) throws {
        let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() ?? program
        let build = executable.deletingLastPathComponent()
        let places = [build.appending(path: "Modules"), build]
        guard
            let modules = places.first(where: {
                FileManager.default.fileExists(atPath: $0.appending(path: "\(module).swiftmodule").path)
            })
        else {
            throw Problem(
                "There is no compiled module \(module) in \(places[0].path): run this program where it was built."
            )
        }
        let target = try JSONDecoder().decode(
            TargetInfo.self,
            from: Data(Tool.run("swift", ["-print-target-info"]).utf8)
        )
        try Tool.run(
            "swift",
            [
                "symbolgraph-extract", "-module-name", module, "-I", modules.path, "-target", target.target.triple,
                "-minimum-access-level", "internal", "-skip-synthesized-members", "-output-dir", folder.path,
            ] + (target.sdk.map { ["-sdk", $0] } ?? [])
        )
    }

    private mutating func add(_ file: SymbolGraphFile, module: String) {
        let symbols = file.symbols.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        for symbol in symbols where ["swift.enum", "swift.struct"].contains(symbol.kind.identifier) {
            documentation.types[symbol.name(in: module)] = .init(comment: symbol.comment)
        }
        for symbol in symbols where symbol.kind.identifier == "swift.enum.case" {
            let type = ([module] + symbol.pathComponents.dropLast()).joined(separator: ".")
            let name = symbol.pathComponents.last.map { String($0.prefix { $0 != "(" }) } ?? ""
            documentation.types[type]?.cases.append(.init(name: name, comment: symbol.comment))
        }
    }

    private struct TargetInfo: Decodable {
        var target: Target
        var sdk: String?

        struct Target: Decodable {
            var triple: String
        }
    }
}

/// What is needed of a file in the format of the compiler's symbol graphs.
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
