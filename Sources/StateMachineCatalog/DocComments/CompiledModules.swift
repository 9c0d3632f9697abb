import Foundation

/// The compiled modules that were built with this program.
struct CompiledModules: Sendable {
    /// The folder of this program.
    let folder: URL

    /// The target of the compiler, which is determined once.
    private let target: TargetInfo

    /// The options with which the compiler found the C modules that Swift modules import.
    private let moduleMaps: [String]

    /// The modules that were built with this program.
    static let ofThisProgram = Result { try CompiledModules() }

    private init() throws {
        let program = URL(filePath: CommandLine.arguments[0])
        folder = (Bundle.main.executableURL ?? program).resolvingSymlinksInPath().deletingLastPathComponent()
        let information = try ProgramCall.run("swift", ["-print-target-info"])
        target = try JSONDecoder().decode(TargetInfo.self, from: Data(information.utf8))
        moduleMaps = Self.moduleMaps(in: Self.buildDescription(of: folder))
    }

    /// Writes the symbol graph of a module, which contains its declarations and doc comments.
    func extractSymbols(of module: String, into output: URL) throws {
        try ProgramCall.run(
            "swift",
            [
                "symbolgraph-extract", "-module-name", module, "-I", try moduleFolder(of: module).path,
                "-minimum-access-level", "internal", "-skip-synthesized-members", "-output-dir", output.path,
            ] + importOptions
        )
    }

    /// The options with which the compiler finds the modules.
    var importOptions: [String] {
        folders.flatMap { ["-I", $0.path] } + ["-target", target.target.triple]
            + (target.sdk.map { ["-sdk", $0] } ?? []) + moduleMaps.flatMap { ["-Xcc", $0] }
    }

    private var folders: [URL] { [folder.appending(path: "Modules"), folder] }

    /// Returns the folder of a compiled module.
    func moduleFolder(of module: String) throws -> URL {
        let found = folders.first { folder in
            FileManager.default.fileExists(atPath: folder.appending(path: "\(module).swiftmodule").path)
        }
        guard let found else {
            throw Problem(
                "Cannot find the compiled module \(module) in \(folders[0].path). Run this program where it was built."
            )
        }
        return found
    }

    /// The build description of this program's folder.
    var buildDescription: URL { Self.buildDescription(of: folder) }

    private static func buildDescription(of folder: URL) -> URL {
        root(of: folder).appending(path: "\(folder.lastPathComponent).yaml")
    }

    /// Returns the folder that contains the builds of all configurations.
    static func root(of folder: URL) -> URL { folder.deletingLastPathComponent().deletingLastPathComponent() }

    /// Reads these options in the build description, which is large.
    private static func moduleMaps(in manifest: URL) -> [String] {
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
        return Set(text.matches(of: /"(-fmodule-map-file=[^"]+)"/).map { String($0.1) }).sorted()
    }

    private struct TargetInfo: Decodable {
        var target: Target
        var sdk: String?

        struct Target: Decodable {
            var triple: String
        }
    }
}
