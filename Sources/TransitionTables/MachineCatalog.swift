import Foundation
public import StateMachineDiagrams
public import StateMachineGraphs
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
        let readme: String?
        let describe: @Sendable () throws -> MachineDescription

        /// A machine, explored from its initial states.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: What its page is called; without it, what its type is called.
        ///   - properties: What is claimed of it: each is checked, and shown with its verdict.
        ///   - readme: The path of a file that shows the properties too, between two lines that say
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample has to produce, each with a reason that the page shows. One without need is an error.
        ///   - limit: How many states may be found.
        public static func machine<Definition: FiniteStateDefinition>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            limit: Int = 10_000
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, readme: readme) {
                let graph = try StateGraph(exploring: Definition.self, limit: limit)
                return MachineDescription(of: graph, name: name, properties: properties, exemptions: exemptions)
            }
        }

        /// A machine whose payloads have no bound, explored up to what a key tells apart.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: What its page is called; without it, what its type is called.
        ///   - properties: What is claimed of it: each is checked, and shown with its verdict.
        ///   - readme: The path of a file that shows the properties too, between two lines that say
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample has to produce, each with a reason that the page shows. One without need is an error.
        ///   - limit: How many states may be found.
        ///   - key: What of a state matters.
        public static func machine<Definition: FiniteStateDefinition, Key: Hashable & SendableMetatype>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            limit: Int = 10_000,
            abstractedBy key: @escaping @Sendable (Definition) -> Key
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, readme: readme) {
                let graph = try StateGraph(exploring: Definition.self, limit: limit, abstractedBy: key)
                return MachineDescription(of: graph, name: name, properties: properties, exemptions: exemptions)
            }
        }
    }

    /// Does what the command line says, and exits.
    ///
    /// The status is 0 when all is well; 1 when pages are out of date, a machine is not described completely or a property does
    /// not hold; and 64 when the arguments make no sense.
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
                let files = try described(selection).map { machine in
                    ("\(machine.name).\(format.fileExtension)", try format.text(of: machine))
                }
                say(try GeneratedFiles(Dictionary(files) { first, _ in first }).write(to: directory), in: directory)
            case .writePages(let selection, let directory):
                let machines = try described(selection)
                var done = try pages(of: machines, selection).files(in: directory, isLayingOut: true)
                    .write(to: directory)
                if directory == Command.pages {
                    done += try readmes(of: machines).filter { try $0.write() }.map { "wrote \($0.path)" }
                }
                say(done, in: directory)
                try requireProperties(of: machines)
            case .checkPages(let selection, let directory):
                let machines = try described(selection)
                var differences = try pages(of: machines, selection).files(in: directory, isLayingOut: false)
                    .differences(from: directory)
                if directory == Command.pages {
                    differences += try readmes(of: machines).flatMap { try $0.differences() }
                }
                guard !differences.isEmpty else {
                    try requireProperties(of: machines)
                    say([], in: directory)
                    return 0
                }
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

    /// Says what has been done in the end, when nothing else has been printed.
    private func say(_ done: [String], in directory: String) {
        print(done.isEmpty ? "\(directory) is up to date" : done.joined(separator: "\n"))
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

    private func pages(of machines: [MachineDescription], _ selection: [String]) -> DocumentationPages {
        DocumentationPages(machines: machines, isComplete: selection.isEmpty)
    }

    /// The other files that show properties.
    private func readmes(of machines: [MachineDescription]) -> [PropertiesInReadme] {
        machines.flatMap { machine in
            entries.filter { $0.name == machine.name }.compactMap(\.readme).map {
                PropertiesInReadme(path: $0, machine: machine)
            }
        }
    }

    private func requireProperties(of machines: [MachineDescription]) throws {
        let refutations = machines.flatMap { machine in
            machine.properties.compactMap(\.refutation).map { "\(machine.name): \($0)" }
        }
        guard refutations.isEmpty else { throw Problem(refutations.joined(separator: "\n")) }
    }
}
