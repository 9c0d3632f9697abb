import Foundation
import StateMachineScaffolding

/// The Swift code of a machine that becomes a page, with what the user needs to know about it.
struct MachineCode {
    /// The name of the type.
    let name: String

    /// The name of the module to compile.
    let module: String

    /// The texts of the files, by their names.
    private(set) var files: [String: String]

    /// The advice for code whose sample events do not compile; `nil` if the code lists its own.
    private(set) var advice: String?

    /// What was understood or chosen.
    private(set) var notes: [String] = []

    /// Reads a diagram or Swift files.
    init(_ paths: [String], _ build: CompiledModules) throws {
        let split = paths.map(Self.split)
        if paths.count == 1, let name = split[0].name,
            ["md", "markdown"].contains(URL(filePath: split[0].file).pathExtension.lowercased()),
            let swift = SwiftFiles(inMarkdown: split[0].file, named: name)
        {
            try self.init(swift, at: split[0].file, named: name, build)
        } else if split.allSatisfy({ $0.file.hasSuffix(".swift") }) {
            let names = split.compactMap(\.name)
            guard names.count < 2 else { throw Problem("Choose one machine, not \(names.joined(separator: " and ")).") }
            try self.init(SwiftFiles(split.map(\.file)), at: split[0].file, named: names.first, build)
        } else {
            guard paths.count == 1 else {
                throw Problem("A page is about one machine. Pass one diagram, or the Swift files of one machine.")
            }
            try self.init(diagram: paths[0])
        }
    }

    private static func split(_ path: String) -> (file: String, name: String?) {
        guard !FileManager.default.fileExists(atPath: path), let mark = path.lastIndex(of: "#") else {
            return (path, nil)
        }
        return (String(path[..<mark]), String(path[path.index(after: mark)...]))
    }

    private init(diagram path: String) throws {
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        // Nobody imports the module, so a name that it cannot have is replaced.
        let module = (try? ScaffoldedMachine.module(of: path)) ?? "Drawing"
        let machine = try ScaffoldedMachine(diagram: path, package: here, module: module)
        self.module = module
        (name, files, notes) = (machine.type, machine.sources, machine.notes)
    }

    private init(_ files: SwiftFiles, at path: String, named name: String?, _ build: CompiledModules) throws {
        module = build.freeModuleName(name ?? URL(filePath: path).deletingPathExtension().lastPathComponent)
        var swift = files
        let definitions = try swift.definitions(build, module: module)
        let machine = try definitions.definition(named: name, in: swift, at: path)
        self.name = machine.path
        if !definitions.isFinite(machine) {
            let code = try SampleCode(for: machine, in: definitions)
            advice = code.advice
            for type in code.types { swift.append(code.text(for: type), to: type.fileName) }
            notes = [
                "note: the code lists no sample events, so the page begins in \(code.firstState) and tries one or two values for each payload"
            ]
        }
        self.files = swift.texts.merging(notes.isEmpty ? [:] : ["MachinePageSamples.swift": SampleCode.values]) { $1 }
    }

    /// A program that writes the page of the machine, even if a payload of it grows without end.
    var program: String {
        """
        import Foundation
        import StateMachineCatalog
        import StateMachineGraphs

        @main enum MachinePageProgram {
            static func main() {
                // The user's code may never end, so this program ends with the one that has started it.
                let parent = getppid()
                Thread.detachNewThread { while getppid() == parent { sleep(1) }; exit(1) }
                MachineCatalog(.machine(\(name).self, name: "\(name)", exploring: explored)).main()
            }

            @Sendable static func explored() throws -> StateGraph<\(name)> {
                do {
                    return try StateGraph(exploring: \(name).self, stateLimit: 1000)
                } catch ExplorationError<\(name)>.tooManyStates {
                    let words = "note: the payloads have too many values, so the page treats states of one case as one state\\n"
                    Foundation.FileHandle.standardError.write(Foundation.Data(words.utf8))
                    return try StateGraph(exploring: \(name).self, abstractedBy: { ValueName(of: $0).path })
                }
            }
        }
        """
    }
}

extension SymbolGraphFile.Symbol {
    /// The name of the file that declares the symbol.
    var fileName: String? { location.flatMap { $0.uri.split(separator: "/").last.map(String.init) } }
}
