import Foundation
import StateMachineScaffolding

extension CompiledModules {
    /// The folder of the pages, beside the folders of the builds.
    var pageFolder: URL {
        Self.root(of: folder).appending(path: "machine-page", directoryHint: .isDirectory)
    }

    /// Returns a module name that no module of the build or of the toolchain has.
    func freeModuleName(_ title: String) -> String {
        let name = title.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let isFree = ModuleName.problem(with: name) == nil && (try? moduleFolder(of: name)) == nil
        return isFree ? name : "Machine\(name)"
    }

    /// The messages of the compiler about some files.
    struct Mistakes: Error, CustomStringConvertible {
        var messages: [String]

        /// The first messages, which usually name the reason of the others.
        var description: String { messages.prefix(5).joined(separator: "\n") }
    }

    /// Compiles files and returns the declarations in them.
    ///
    /// - Throws: ``Mistakes``, if the files do not compile.
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
    func makePage(of code: MachineCode) throws -> (html: String, notes: String) {
        let manager = FileManager.default
        // The program is as deep as this one is in its build, so it finds modules in the same way.
        // Its folder has the name of this process, because several can run at the same time.
        let work = pageFolder.appending(path: "\(ProcessInfo.processInfo.processIdentifier)")
        let programs = work.appending(path: folder.lastPathComponent, directoryHint: .isDirectory)
        let program = programs.appending(path: "machine-page")
        removeLeftovers()
        try manager.createDirectory(at: programs, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: work) }
        for file in [folder.appending(path: "Modules"), buildDescription] {
            let link = (file == buildDescription ? pageFolder : programs).appending(path: file.lastPathComponent)
            // The link to the build description stays for other processes.
            try? manager.createSymbolicLink(at: link, withDestinationURL: file)
        }
        let sources = try write(code.files.merging(["MachinePageProgram.swift": code.program]) { $1 }, to: work)
        let links = try linkOptions(in: work)
        do {
            try compile(
                ["-module-name", code.module, "-parse-as-library", "-emit-executable", "-o", program.path]
                    + [
                        "-emit-module", "-emit-module-path",
                        programs.appending(path: "\(code.module).swiftmodule").path,
                    ]
                    + sources + links
            )
        } catch let mistakes as Mistakes {
            // Messages about the user's code name the user's files.
            let isAboutSamples = mistakes.messages.contains { $0.hasPrefix(work.path) }
            throw Problem(
                [mistakes.description, isAboutSamples ? code.advice : nil].compactMap(\.self).joined(separator: "\n")
            )
        }
        let result: (status: Int32, output: String, errors: String)
        do {
            let arguments = ["--format", "html", "--output", work.path]
            result = try ProgramCall.result(of: program, arguments, timeLimit: Self.timeLimit)
        } catch is ProgramCall.TimeLimitExceeded {
            throw Problem(
                "Exploring \(code.name) took longer than \(Self.timeLimit) s. "
                    + "Look for an endless loop in handleEvent, or list fewer sample events."
            )
        }
        guard let html = GeneratedFiles.read(work.appending(path: "\(code.name).html")) else {
            throw Problem(result.errors)
        }
        return (html, result.errors)
    }

    /// The number of seconds that the exploration of a machine may take.
    private static let timeLimit = 120

    /// Removes the folders of processes that were interrupted.
    private func removeLeftovers() {
        let folders = try? FileManager.default.contentsOfDirectory(at: pageFolder, includingPropertiesForKeys: nil)
        for folder in folders ?? [] {
            guard let process = Int32(folder.lastPathComponent) else { continue }
            let isOwn = process == ProcessInfo.processInfo.processIdentifier
            if isOwn || kill(process, 0) != 0 { try? FileManager.default.removeItem(at: folder) }
        }
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
            // Only the first lines, without the code that they quote.
            let messages = failure.errors.matches(of: /^[^ \n].*?: error: .*/.anchorsMatchLineEndings())
            let errors = messages.map { String($0.output) }.filter { !$0.contains("command failed") }
            throw Mistakes(messages: errors.isEmpty ? [failure.errors] : errors)
        }
    }

    /// Returns a response file with the objects that this program was linked with.
    private func linkedObjects() throws -> [String] {
        let list = folder.appending(path: "machine-page.product").appending(path: "Objects.LinkFileList")
        guard let text = try? String(contentsOf: list, encoding: .utf8) else {
            throw Problem("Cannot find \(list.path). Run this program where it was built.")
        }
        return text.split(separator: "\n").map(String.init).filter { !$0.contains("/machine_page.build/") }
    }

    /// Returns the objects of the other modules of the build, in case that the code imports them.
    private func otherObjects(than linked: [String]) throws -> [String] {
        let known = Set(linked.compactMap { $0.split(separator: "/").dropLast().last })
        let folders = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try folders.sorted { $0.path < $1.path }.flatMap { folder -> [String] in
            let name = folder.lastPathComponent
            guard name.hasSuffix(".build"), !name.hasSuffix("Tests.build"), !name.hasSuffix("-tool.build"),
                !known.contains(Substring(name))
            else { return [] }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "o" }.map { "\"\($0.path)\"" }.sorted()
        }
    }

    /// Returns the options that link the modules of the build.
    private func linkOptions(in work: URL) throws -> [String] {
        let linked = try linkedObjects()
        let objects = work.appending(path: "objects")
        try Data(linked.joined(separator: "\n").utf8).write(to: objects)
        #if os(Linux)
        let others = try otherObjects(than: linked)
        // Of an archive, the linker takes only what is needed.
        if !others.isEmpty, (try? ProgramCall.find("llvm-ar")) != nil {
            let further = work.appending(path: "others")
            try Data(others.joined(separator: "\n").utf8).write(to: further)
            try ProgramCall.run("llvm-ar", ["crsT", "\(further.path).a", "@\(further.path)"])
            return ["@\(objects.path)", "\(further.path).a", "-lFoundationNetworking", "-lFoundationXML"]
        }
        #endif
        return ["@\(objects.path)"]
    }
}
