import Foundation
import PackagePlugin

/// Builds a package's catalog and runs it in the package's folder.
@main
struct GenerateTransitionTables: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let name = try extractor.extractOption(named: "product").last ?? catalog(of: context.package)

        let build = try packageManager.build(
            .product(name),
            parameters: .init(configuration: .debug, logging: .concise)
        )
        guard build.succeeded else { throw Problem("Cannot build \(name):\n\(build.logText)") }
        guard
            let program = build.builtArtifacts.first(where: {
                $0.kind == .executable && $0.url.lastPathComponent == name
            })
        else { throw Problem("\(name) is not an executable product.") }

        let process = Process()
        process.executableURL = program.url
        process.arguments = extractor.remainingArguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The catalog has already printed the reason.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// Returns the executable that depends on the product `StateMachineCatalog`.
    private func catalog(of package: Package) throws -> String {
        let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { target in
            target.kind == .executable
                && target.dependencies.contains { dependency in
                    switch dependency {
                    case .target(let target): target.name == "StateMachineCatalog"
                    case .product(let product): product.name == "StateMachineCatalog"
                    @unknown default: false
                    }
                }
        }
        switch targets.count {
        case 1:
            let products = package.products.compactMap { $0 as? ExecutableProduct }
            return products.first { $0.mainTarget.id == targets[0].id }?.name ?? targets[0].name
        case 0:
            throw Problem(
                """
                \(package.displayName) has no catalog, which is an executable target that depends on the product \
                StateMachineCatalog. See the documentation of MachineCatalog.
                """
            )
        default:
            let names = targets.map(\.name).joined(separator: ", ")
            throw Problem("The package has several catalogs: \(names). Choose one with --product NAME.")
        }
    }
}

/// An error with a message for the user.
private struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
