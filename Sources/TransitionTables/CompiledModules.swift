import Foundation

/// The modules that lie beside this program since they were built with it.
struct CompiledModules {
    private let folder: URL

    /// What the compiler builds for; it is asked once.
    private let target: TargetInfo

    init() throws {
        let program = URL(filePath: CommandLine.arguments[0])
        folder = (Bundle.main.executableURL ?? program).resolvingSymlinksInPath().deletingLastPathComponent()
        let information = try Tool.run("swift", ["-print-target-info"])
        target = try JSONDecoder().decode(TargetInfo.self, from: Data(information.utf8))
    }

    /// Has the compiler write down what a module declares, and its doc comments.
    func extractSymbols(of module: String, into output: URL) throws {
        try Tool.run(
            "swift",
            [
                "symbolgraph-extract", "-module-name", module, "-I", try place(of: module).path,
                "-target", target.target.triple, "-minimum-access-level", "internal", "-skip-synthesized-members",
                "-output-dir", output.path,
            ] + (target.sdk.map { ["-sdk", $0] } ?? []) + moduleMaps.flatMap { ["-Xcc", $0] }
        )
    }

    private func place(of module: String) throws -> URL {
        let places = [folder.appending(path: "Modules"), folder]
        let place = places.first { place in
            FileManager.default.fileExists(atPath: place.appending(path: "\(module).swiftmodule").path)
        }
        guard let place else {
            throw Problem(
                "There is no compiled module \(module) in \(places[0].path): run this program where it was built."
            )
        }
        return place
    }

    /// Where the compiler finds the C modules that Swift modules import, as it was told when it built them.
    private var moduleMaps: [String] {
        let manifest = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "\(folder.lastPathComponent).yaml")
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
