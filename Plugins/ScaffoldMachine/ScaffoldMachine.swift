import Foundation
import PackagePlugin

/// Writes a machine and its tests into a package.
@main
struct ScaffoldMachine: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "scaffold-machine-tool").url
        // The tool runs in the caller's folder and resolves relative paths there.
        let namesPackage = arguments.contains { $0 == "--package-path" || $0.hasPrefix("--package-path=") }
        process.arguments =
            (namesPackage ? [] : ["--package-path=\(context.package.directoryURL.path)"]) + arguments
        try process.run()
        process.waitUntilExit()
        // The tool has already printed the reason.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
