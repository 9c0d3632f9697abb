import Foundation

extension CompiledModules {
    /// The folder of the pages, beside the folders of the builds.
    private var pageFolder: URL {
        folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "machine-page", directoryHint: .isDirectory)
    }

    /// Returns a module name that no module of the build has.
    func freeModuleName(_ title: String) -> String {
        let name = title.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let isTaken = Self.reserved.contains(name) || (try? moduleFolder(of: name)) != nil
        return name.first?.isLetter != true || isTaken ? "Machine\(name)" : name
    }

    /// Modules that the program of a page imports, and names that a module must not have.
    private static let reserved: Set<String> = ["Foundation", "Observation", "Swift", "Synchronization", "main"]

    /// Compiles files and returns the declarations in them.
    ///
    /// - Throws: A ``Problem`` with the messages of the compiler.
    func symbols(of files: [String: String], module: String) throws -> [SymbolGraphFile] {
        try ProgramCall.inTemporaryFolder { scratch in
            let paths = try write(files, to: scratch.appending(path: "sources"))
            let graphs = scratch.appending(path: "graphs")
            try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
            try compile(
                ["-emit-module", "-emit-module-path", scratch.appending(path: "\(module).swiftmodule").path]
                    + ["-parse-as-library", "-module-name", module]
                    + ["-emit-symbol-graph", "-emit-symbol-graph-dir", graphs.path]
                    + ["-symbol-graph-minimum-access-level", "internal", "-symbol-graph-skip-synthesized-members"]
                    + paths
            )
            return try SymbolGraphFile.all(in: graphs).map(\.file)
        }
    }

    /// Compiles the program of a machine, runs it, and returns the page with what the program said.
    func makePage(of code: MachineCode) throws -> (page: URL, notes: String) {
        let manager = FileManager.default
        // The program is as deep as this one is in its build, so it finds modules in the same way.
        // Its folder has the name of this process, because several can run at the same time.
        let work = pageFolder.appending(path: "\(ProcessInfo.processInfo.processIdentifier)")
        let programs = work.appending(path: folder.lastPathComponent, directoryHint: .isDirectory)
        let program = programs.appending(path: "machine-page")
        try? manager.removeItem(at: work)
        try manager.createDirectory(at: programs, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: work) }
        for file in [folder.appending(path: "Modules"), buildDescription] {
            let link = (file == buildDescription ? pageFolder : programs).appending(path: file.lastPathComponent)
            // The link to the build description stays for other processes.
            try? manager.createSymbolicLink(at: link, withDestinationURL: file)
        }
        let sources = try write(code.files.merging(["MachinePageProgram.swift": code.program]) { $1 }, to: work)
        let objects = work.appending(path: "objects")
        try Data(try linkedObjects(for: code).utf8).write(to: objects)
        try compile(
            ["-module-name", code.module, "-parse-as-library", "-emit-executable", "-o", program.path, "-emit-module"]
                + ["-emit-module-path", programs.appending(path: "\(code.module).swiftmodule").path]
                + sources + ["@\(objects.path)"]
        )
        let result = try ProgramCall.result(of: program, ["--format", "html", "--output", work.path])
        let name = "\(code.name).html"
        guard let html = try? Data(contentsOf: work.appending(path: name)) else { throw Problem(result.errors) }
        let page = pageFolder.appending(path: name)
        try html.write(to: page, options: .atomic)
        return (page, result.errors)
    }

    /// Writes files, and returns their paths in the order of their names.
    private func write(_ files: [String: String], to folder: URL) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try files.sorted { $0.key < $1.key }.map { name, text in
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    private func compile(_ arguments: [String]) throws {
        do {
            try ProgramCall.run(
                "swiftc",
                arguments + importOptions + ["-swift-version", "6", "-package-name", "machine_page"]
                    + ["-suppress-warnings", "-no-color-diagnostics"]
            )
        } catch let failure as ProgramCall.Failure {
            // Only the first lines of the first messages, which name the user's files.
            let messages = failure.errors.matches(of: /^[^ \n].*?: error: .*/.anchorsMatchLineEndings())
            let errors = messages.map { String($0.output) }.filter { !$0.contains("command failed") }
            throw Problem(errors.isEmpty ? failure.errors : errors.prefix(5).joined(separator: "\n"))
        }
    }

    /// Returns a response file with what this program was linked with, and with the other modules
    /// that the code imports.
    private func linkedObjects(for code: MachineCode) throws -> String {
        let list = folder.appending(path: "machine-page.product").appending(path: "Objects.LinkFileList")
        guard let text = try? String(contentsOf: list, encoding: .utf8) else {
            throw Problem("Cannot find \(list.path). Run this program where it was built.")
        }
        let linked = text.split(separator: "\n").map(String.init).filter { !$0.contains("/machine_page.build/") }
        let others = code.importedModules.filter { module in !linked.contains { $0.contains("/\(module).build/") } }
        let further = try others.sorted().flatMap { module in
            let objects = folder.appending(path: "\(module).build")
            guard FileManager.default.fileExists(atPath: objects.path) else { return [] as [String] }
            return try FileManager.default.contentsOfDirectory(at: objects, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "o" }.map { "\"\($0.path)\"" }.sorted()
        }
        return (linked + further).joined(separator: "\n")
    }
}
