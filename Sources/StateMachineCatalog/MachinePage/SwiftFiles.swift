import Foundation

/// The Swift files of a machine: those that the user names, and those of the same folder that they
/// need.
struct SwiftFiles {
    /// The files to compile, by their names.
    private(set) var texts: [String: String] = [:]

    /// The names of the files that the user names, as the compiler reports them.
    private let names: Set<String>

    /// The file to which code is added for a type whose own file is not known.
    private let firstFile: String

    /// The types to which these files add a conformance to `StateDefinition`.
    private var extended: Set<String> = []

    /// The other files, each with the names that it declares.
    private var neighbors: [String: (text: String, names: Set<String>)] = [:]

    init(_ paths: [String]) throws(Problem) {
        let files = paths.map { URL(filePath: $0) }
        names = Set(files.map(\.lastPathComponent))
        firstFile = files[0].lastPathComponent
        guard names.count == files.count else {
            throw Problem("Two of the Swift files have the same name. Rename one of the files.")
        }
        for file in files { texts[file.lastPathComponent] = try Self.text(of: file) }
        let folder = files[0].deletingLastPathComponent()
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in all ?? [] where file.pathExtension == "swift" && file.lastPathComponent != "main.swift" {
            guard texts[file.lastPathComponent] == nil, let text = try? Self.text(of: file) else { continue }
            neighbors[file.lastPathComponent] = (text, Self.declaredNames(in: text))
        }
        addConformances()
    }

    /// Finds the code of a machine in the code blocks of a Markdown file.
    ///
    /// It consists of the blocks that declare a type with the name, and of those that add sample
    /// events to it. The other blocks are used if these need them. Returns `nil` if no block
    /// declares the type.
    init?(inMarkdown path: String, named name: String) {
        let file = URL(filePath: path)
        guard let text = GeneratedFiles.read(file)?.replacing("\r\n", with: "\n"),
            let declaration = try? Regex("(?m)^(?:[@\\w]+ )*(?:enum|struct) \(name)\\b")
        else { return nil }
        // The compiler names the place of a declaration in the Markdown file.
        names = [file.lastPathComponent]
        firstFile = file.lastPathComponent + ".swift"
        var code = ""
        let blocks = text.matches(of: /^```swift[^\n]*\n(.*?)^```/.anchorsMatchLineEndings().dotMatchesNewlines())
        for (number, block) in blocks.map(\.output.1).enumerated() {
            let line = text[..<block.startIndex].count { $0.isNewline } + 1
            let located = Self.located(String(block), in: file, line: line)
            if block.contains(declaration) || Self.extends(name, in: String(block)) {
                code += located
            } else {
                let declared = Self.declaredNames(in: String(block))
                neighbors["Block\(number).swift"] = ("import StateMachines\n\(located)", declared)
            }
        }
        guard code.contains(declaration) else { return nil }
        texts = [firstFile: "import StateMachines\n\(code)"]
    }

    /// Returns the text of a file.
    private static func text(of file: URL) throws(Problem) -> String {
        guard var text = GeneratedFiles.read(file) else { throw Problem("Cannot read \(file.path).") }
        // Both are allowed only at the beginning of a file.
        if text.unicodeScalars.first == "\u{FEFF}" { text = String(text.unicodeScalars.dropFirst()) }
        if text.hasPrefix("#!") { text = "//" + text }
        return located(text, in: file, line: 1)
    }

    /// Returns code of which messages of the compiler name the original place.
    private static func located(_ code: String, in file: URL, line: Int) -> String {
        let place = file.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "#sourceLocation(file: \"\(place)\", line: \(line))\n\(code)\n#sourceLocation()\n"
    }

    /// Returns whether the user's files declare a type or make it a machine.
    func contain(_ symbol: SymbolGraphFile.Symbol) -> Bool {
        symbol.fileName.map(names.contains) != false || extended.contains(symbol.pathComponents.last ?? "")
    }

    /// Compiles the files, and adds those that declare what the compiler does not find.
    ///
    /// - Throws: The first problem, if there is one even with more files.
    mutating func definitions(_ build: CompiledModules, module: String) throws -> SwiftDefinitions {
        let original = self
        var first: CompiledModules.Mistakes?
        while true {
            do {
                return SwiftDefinitions(try build.symbols(of: texts, module: module))
            } catch let mistakes as CompiledModules.Mistakes {
                first = first ?? mistakes
                let words = mistakes.messages.flatMap { $0.matches(of: /'[\w.]*?(\w+)'/).map { String($0.output.1) } }
                var needed = neighbors.filter { !$0.value.names.isDisjoint(with: words) }.keys
                if needed.isEmpty {
                    // A message does not name the type whose member is missing.
                    let types = declaredNames
                    needed = neighbors.filter { !$0.value.names.isDisjoint(with: types) }.keys
                }
                guard !needed.isEmpty else {
                    self = original
                    throw first ?? mistakes
                }
                for name in needed { take(name) }
            }
        }
    }

    /// Adds code at the end of a file.
    mutating func append(_ code: String, to name: String?) {
        texts[name.flatMap { texts[$0] == nil ? nil : $0 } ?? firstFile, default: ""] += code
    }

    /// Adds the files that make the types of these files machines or list their sample events.
    private mutating func addConformances() {
        let types = declaredNames
        extended = types.filter { type in texts.values.contains { Self.extends(type, in: $0) } }
        for (name, neighbor) in neighbors where types.contains(where: { Self.extends($0, in: neighbor.text) }) {
            take(name)
        }
    }

    private mutating func take(_ name: String) { texts[name] = neighbors.removeValue(forKey: name)?.text }

    /// Returns whether a text makes a type a machine or lists its sample events.
    private static func extends(_ type: String, in text: String) -> Bool {
        guard let pattern = try? Regex("extension (?:\\w+\\.)*\(type)\\s*:[^{]*StateDefinition") else { return false }
        return text.contains(pattern)
    }

    /// The names that the files to compile declare.
    private var declaredNames: Set<String> {
        texts.values.reduce(into: Set()) { $0.formUnion(Self.declaredNames(in: $1)) }
    }

    /// Returns the names of the types that a text declares or extends, and of what it declares
    /// outside types.
    private static func declaredNames(in text: String) -> Set<String> {
        let text = text.replacing(/^\s*\/\/.*$/.anchorsMatchLineEndings(), with: "")
        let types = text.matches(
            of: /\b(?:enum|struct|class|actor|protocol|typealias|extension) (?:\w+\.)*(\w+)/
        )
        let others = text.matches(of: /^(?:[@\w()]+ )*(?:func|let|var) (\w+)/.anchorsMatchLineEndings())
        return Set(types.map { String($0.output.1) } + others.map { String($0.output.1) })
    }
}
