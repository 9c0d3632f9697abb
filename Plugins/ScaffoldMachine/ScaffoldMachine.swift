import Foundation
import PackagePlugin

/// Writes a machine and its tests into a package.
@main
struct ScaffoldMachine: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "scaffold-machine-tool").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // It has said what is wrong.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
