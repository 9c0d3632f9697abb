import Foundation
import StateMachineDiagrams
import StateMachineGraphs

/// The machines of a package, and the command line that writes their tables and diagrams.
///
/// An executable target of a few lines is all that a package needs:
///
/// ```swift
/// // Sources/transition-tables/main.swift
/// import MyMachines
/// import StateMachineCatalog
///
/// MachineCatalog(
///     .machine(Door.self),
///     .machine(Elevator.self)
/// ).main()
/// ```
///
/// `swift run transition-tables` then writes a page and a picture for each of them into `Docs/`,
/// and an index, and `swift run transition-tables --check` fails when these are not up to date.
/// `swift run transition-tables serve` shows the pages in a browser, together with the machines of
/// running apps. `--help` lists all options.
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

    /// Performs the command of the command line, and exits.
    ///
    /// The status is 0 for success; 1 if pages are out of date, a machine is not described
    /// completely or a property does not hold; and 64 for invalid arguments.
    public func main() -> Never {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Performs the command of the arguments, and returns the exit status.
    package func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Command(arguments) {
            case .help: print(Command.usage)
            case .serve(let command):
                try checkNames()
                let pages = ServedPages(entries.map(\.name), types: entries.map(\.type)) { name in
                    try ServedPages.Page(of: described([name])[0])
                }
                try command.run(pages)
            case .print(let selection, let format):
                for machine in try described(selection) { print(try format.text(of: machine), terminator: "") }
            case .write(let selection, let format, let directory):
                let machines = try described(selection)
                var files: [String: String] = [:]
                for machine in machines {
                    files["\(machine.name).\(format.fileExtension)"] = try format.text(of: machine)
                }
                if case .html = format, selection.isEmpty {
                    files[PageIndex.fileName] = PageIndex(of: machines).html
                }
                say(try GeneratedFiles(files).write(to: directory), in: directory)
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

    /// Prints what was done.
    private func say(_ done: [String], in directory: String) {
        print(done.isEmpty ? "\(directory) is up to date" : done.joined(separator: "\n"))
    }

    private func report(_ message: String) {
        FileHandle.standardError.write(Data("\(Command.name): \(message)\n".utf8))
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
        let documentation = try DocComments(of: Set(machines.flatMap { $0.declaringTypes.map(\.module) }))
            .documentation
        let problems = machines.flatMap { $0.problems(with: documentation) }
        guard problems.isEmpty else { throw Problem(problems.joined(separator: "\n")) }
        for index in machines.indices { machines[index].documentation = documentation }
        return machines
    }

    /// Refuses names that cannot be file names, and equal names.
    private func checkNames() throws {
        guard !entries.isEmpty else { throw Problem("The catalog is empty: give it a machine.") }
        var seen: Set<String> = []
        for name in entries.map(\.name) {
            if name.isEmpty || name.hasPrefix(".") || name.contains("/")
                || ["readme", "index"].contains(name.lowercased())
            {
                throw Problem(
                    "A machine cannot be called \"\(name)\", since its page has the same name. Give it another one by `name:`."
                )
            }
            if name.lowercased().hasSuffix(".dark") {
                throw Problem(
                    "A machine cannot be called \"\(name)\": NAME.dark.svg is a dark picture. Give it another name by `name:`."
                )
            }
            if !seen.insert(name.lowercased()).inserted {
                throw Problem("Two machines are called \(name). Give one of them another name by `name:`.")
            }
        }
    }

    private func pages(of machines: [MachineDescription], _ selection: [String]) -> DocumentationPages {
        DocumentationPages(machines: machines, isComplete: selection.isEmpty)
    }

    /// The other files that show properties.
    func readmes(of machines: [MachineDescription]) -> [PropertiesInReadme] {
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
