import Foundation

/// The Swift files of a machine: those that the user names, and those of the same folder that they
/// need.
struct SwiftFiles {
    /// The files to compile, by their names.
    private(set) var texts: [String: String] = [:]

    /// The names of the files that the user names.
    private let names: Set<String>

    /// The other Swift files in the folder of the first file.
    private var neighbors: [String: String] = [:]

    init(_ paths: [String]) throws(Problem) {
        let files = paths.map { URL(filePath: $0) }
        names = Set(files.map(\.lastPathComponent))
        guard names.count == files.count else { throw Problem("Two of the Swift files have the same name.") }
        for file in files { texts[file.lastPathComponent] = try Self.text(of: file) }
        let folder = files[0].deletingLastPathComponent()
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in all ?? [] where file.pathExtension == "swift" && file.lastPathComponent != "main.swift" {
            if texts[file.lastPathComponent] == nil { neighbors[file.lastPathComponent] = try? Self.text(of: file) }
        }
        addSampleEvents()
    }

    /// Finds the code of a machine in the code blocks of a Markdown file.
    ///
    /// It consists of the blocks that declare a type with the name, and of those that add sample
    /// events to it. Returns `nil` if no block declares it.
    init?(inMarkdown path: String, named name: String) {
        let file = URL(filePath: path)
        guard let text = GeneratedFiles.read(file), let type = try? Regex("\\b(enum|struct) \(name)\\b") else {
            return nil
        }
        let blocks = text.matches(of: /^```swift[^\n]*\n(.*?)^```/.anchorsMatchLineEndings().dotMatchesNewlines())
        var code = ""
        for block in blocks.map(\.output.1) {
            guard block.contains(type) || block.contains("extension \(name): FiniteStateDefinition") else { continue }
            let line = text[..<block.startIndex].count { $0.isNewline } + 1
            code += Self.located(String(block), in: file, line: line)
        }
        guard code.contains(type) else { return nil }
        texts = [file.lastPathComponent + ".swift": code]
        // The compiler names the place of a declaration in the Markdown file.
        names = [file.lastPathComponent]
    }

    /// Returns the text of a file.
    private static func text(of file: URL) throws(Problem) -> String {
        guard let text = GeneratedFiles.read(file) else { throw Problem("Cannot read \(file.path).") }
        return located(text, in: file, line: 1)
    }

    /// Returns code of which messages of the compiler name the original place.
    private static func located(_ code: String, in file: URL, line: Int) -> String {
        let place = file.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "#sourceLocation(file: \"\(place)\", line: \(line))\n\(code)\n#sourceLocation()\n"
    }

    /// Compiles the files, and adds those that declare what the compiler does not find.
    ///
    /// - Throws: The first ``Problem``, if there is one even with more files.
    mutating func definitions(_ build: CompiledModules, module: String) throws -> SwiftDefinitions {
        let original = self
        var first: Problem?
        while true {
            do {
                return SwiftDefinitions(try build.symbols(of: texts, module: module), named: names)
            } catch let problem as Problem {
                first = first ?? problem
                let words = problem.description.matches(of: /'[\w.]*?(\w+)'/).map { String($0.output.1) }
                guard add(declaring: Set(words)) else {
                    self = original
                    throw first ?? problem
                }
            }
        }
    }

    /// Adds code at the end of a file.
    mutating func append(_ code: String, to name: String?) {
        let name = name.flatMap { texts[$0] == nil ? nil : $0 } ?? texts.keys.min()
        if let name { texts[name, default: ""] += code }
    }

    /// Adds the files that list the sample events of the machines.
    private mutating func addSampleEvents() {
        let types = texts.values.flatMap(Self.declaredTypes)
        for (name, text) in neighbors where text.contains("FiniteStateDefinition") {
            if types.contains(where: { text.contains("extension \($0): ") }) { take(name) }
        }
    }

    /// Adds the files that declare or extend one of some types.
    ///
    /// - Returns: Whether there are any.
    private mutating func add(declaring types: Set<String>) -> Bool {
        let found = neighbors.filter { !types.isDisjoint(with: Self.declaredTypes(in: $0.value)) }
        for name in found.keys { take(name) }
        return !found.isEmpty
    }

    private mutating func take(_ name: String) { texts[name] = neighbors.removeValue(forKey: name) }

    private static func declaredTypes(in text: String) -> [String] {
        text.matches(of: /\b(?:enum|struct|class|actor|protocol|typealias|extension) (?:\w+\.)*(\w+)/)
            .map { String($0.output.1) }
    }
}
