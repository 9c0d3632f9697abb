import Foundation
import StateMachineDiagrams
import StateMachineGraphs
public import StateMachines

/// The machines of a package, and the command line that writes their tables and diagrams.
///
/// An executable target of a few lines is all that a package needs:
///
/// ```swift
/// // Sources/transition-tables/main.swift
/// import MyMachines
/// import TransitionTables
///
/// MachineCatalog(
///     .machine(Door.self),
///     .machine(Elevator.self)
/// ).main()
/// ```
///
/// `swift run transition-tables` then writes a page and a picture for each of them into `Docs/`, and an index, and
/// `swift run transition-tables --check` fails when these are not up to date. `--help` tells the rest.
public struct MachineCatalog: Sendable {
    let entries: [Entry]

    /// Collects machines; their pages come in this order.
    public init(_ entries: Entry...) {
        self.init(entries)
    }

    /// Collects machines; their pages come in this order.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// A machine in the catalog.
    public struct Entry: Sendable {
        let name: String
        let describe: @Sendable () throws -> MachineDescription

        /// A machine, explored from its initial states.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: What its page is called; without it, what its type is called.
        ///   - limit: How many states may be found.
        public static func machine<Definition: FiniteStateDefinition>(
            _ definition: Definition.Type,
            name: String? = nil,
            limit: Int = 10_000
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name) {
                MachineDescription(of: try StateGraph(exploring: Definition.self, limit: limit), name: name)
            }
        }

        /// A machine whose payloads have no bound, explored up to what a key tells apart.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: What its page is called; without it, what its type is called.
        ///   - limit: How many states may be found.
        ///   - key: What of a state matters.
        public static func machine<Definition: FiniteStateDefinition, Key: Hashable & SendableMetatype>(
            _ definition: Definition.Type,
            name: String? = nil,
            limit: Int = 10_000,
            abstractedBy key: @escaping @Sendable (Definition) -> Key
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name) {
                let graph = try StateGraph(exploring: Definition.self, limit: limit, abstractedBy: key)
                return MachineDescription(of: graph, name: name)
            }
        }
    }

    /// Does what the command line says, and exits.
    ///
    /// The status is 0 when all is well, 1 when pages are out of date or a machine is not described completely, and 64 when
    /// the arguments make no sense.
    public func main() -> Never {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Does what arguments say, and returns the exit status.
    package func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Command(arguments) {
            case .help: print(Command.usage)
            case .print(let selection, let format):
                for machine in try described(selection) { print(try format.text(of: machine), terminator: "") }
            case .write(let selection, let format, let directory):
                for machine in try described(selection) {
                    let file = "\(machine.name).\(format.fileExtension)"
                    try GeneratedFiles([file: try format.text(of: machine)]).write(to: directory)
                }
            case .writePages(let selection, let directory):
                try pages(selection).files(in: directory, isLayingOut: true).write(to: directory)
            case .checkPages(let selection, let directory):
                let files = try pages(selection).files(in: directory, isLayingOut: false)
                let differences = files.differences(from: directory)
                guard !differences.isEmpty else { return 0 }
                print(differences.joined(separator: "\n"))
                let rerun = [Command.program] + arguments.filter { $0 != "--check" }
                throw Problem("\(directory) is out of date. Run: \(rerun.joined(separator: " "))")
            }
            return 0
        } catch let error as Command.UsageError {
            report("\(error)\n\(Command.usage)")
            return 64
        } catch {
            report("\(error)")
            return 1
        }
    }

    private func report(_ message: String) {
        FileHandle.standardError.write(Data("\(Command.name): \(message)\n".utf8))
    }
}

/// Something that is wrong with a machine or with this installation, for people.
struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension MachineCatalog {
    /// The selected machines with their documentation.
    func described(_ selection: [String]) throws -> [MachineDescription] {
        try checkNames()
        for name in selection where !entries.contains(where: { $0.name == name }) {
            let names = entries.map(\.name).joined(separator: ", ")
            throw Problem("There is no machine \(name) in the catalog. There are: \(names).")
        }
        let selected = entries.filter { selection.isEmpty || selection.contains($0.name) }
        var machines = try selected.map { entry in
            do { return try entry.describe() } catch { throw Problem("\(entry.name): \(error)") }
        }
        let documentation = try SymbolGraphs(of: Set(machines.flatMap { $0.declaringTypes.map(\.module) }))
            .documentation
        let problems = machines.flatMap { $0.problems(with: documentation) }
        guard problems.isEmpty else { throw Problem(problems.joined(separator: "\n")) }
        for index in machines.indices { machines[index].documentation = documentation }
        return machines
    }

    /// Names are the names of files too.
    private func checkNames() throws {
        guard !entries.isEmpty else { throw Problem("The catalog is empty: give it a machine.") }
        var seen: Set<String> = []
        for name in entries.map(\.name) {
            if name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.lowercased() == "readme" {
                throw Problem(
                    "A machine cannot be called \"\(name)\", since its page is called so too. Give it another name:."
                )
            }
            if !seen.insert(name.lowercased()).inserted {
                throw Problem("Two machines are called \(name). Give one of them another name:.")
            }
        }
    }

    private func pages(_ selection: [String]) throws -> DocumentationPages {
        DocumentationPages(machines: try described(selection), isComplete: selection.isEmpty)
    }
}
