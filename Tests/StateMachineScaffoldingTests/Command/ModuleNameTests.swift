import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct ModuleNameTests {
    @Test func `refuses the name of each target that a package gets from this package, and of no other`() throws {
        let manifest = try Manifest()
        let used = manifest.targetsOfProducts
        #expect(
            used.isSuperset(of: ["StateMachines", "ScaffoldMachine", "StateMachineHTTPClient", "StateMachineLocks"]),
            "\(used)"
        )
        #expect(manifest.targets.keys.contains("OrderMachine") && !used.contains("OrderMachine"))
        for name in manifest.targets.keys where name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil {
            let problem = ModuleName.problem(with: name)
            if used.contains(name) {
                #expect(problem == "Swift or swift-state-machines already has a module with this name", "\(name)")
            } else {
                #expect(problem == nil, "\(name)")
            }
        }
        #expect(Set(ModuleName.package).isSubset(of: used), "a target of this list does not exist")
    }

    /// The targets of this package as its manifest declares them.
    private struct Manifest {
        /// The targets on which each target depends.
        let targets: [String: [String]]

        private let products: [String]

        init() throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
                .deletingLastPathComponent()
            let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
            let product = /\.(?:library|executable|plugin)\(name: "[^"]+", targets: \["([^"]+)"\]\)/
            products = text.matches(of: product).map { String($0.1) }
            // A declaration ends where the next one begins.
            let start = #/\.(?:target|executableTarget|testTarget|plugin)\(\s*name: /#
            let declarations = text.split(separator: start).dropFirst()
            let named = try declarations.map { declaration in
                let name = try #require(declaration.prefixMatch(of: /"([^"]+)"/)).1
                let dependencies = declaration.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
                return (String(name), dependencies.matches(of: /"([^"]+)"/).map { String($0.1) })
            }
            // Plugins that are products have the same form, and come first.
            targets = Dictionary(named) { $1 }
        }

        /// The targets of the products, and those on which they depend.
        var targetsOfProducts: Set<String> {
            var found: Set<String> = []
            var rest = products
            while let name = rest.popLast() {
                if found.insert(name).inserted { rest += targets[name] ?? [] }
            }
            return found
        }
    }
}
