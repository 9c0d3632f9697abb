import PackagePlugin

/// Lets `generate-rings` write `Rings.swift` before a target that uses this plugin is compiled.
@main
struct GenerateRings: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "Rings.swift")
        return [
            .buildCommand(
                displayName: "Generating \(file.lastPathComponent)",
                executable: try context.tool(named: "generate-rings").url,
                arguments: [file.path],
                outputFiles: [file]
            )
        ]
    }
}
