import Foundation
import StateMachineCommandLine
import StateMachineDiagrams
import StateMachineGraphs

/// The machines of a package, and the command-line tool that writes their tables and diagrams.
///
/// A package needs only an executable target of a few lines:
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
/// `swift run transition-tables` then writes an index and a page with a picture for each machine
/// into `Docs/`. `swift run transition-tables --check` fails if these files are not up to date.
/// `swift run transition-tables serve` shows the pages in a browser, together with the machines of
/// running apps. `swift run transition-tables diff Door door.mmd` compares a machine with a design.
/// `--help` lists every option.
public struct MachineCatalog: Sendable {
    let entries: [Entry]

    /// Creates a catalog of machines, whose pages appear in this order.
    public init(_ entries: Entry...) {
        self.init(entries)
    }

    /// Creates a catalog of machines, whose pages appear in this order.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Runs the command in the arguments of the program and exits.
    ///
    /// The exit status is 0 for success. It is 1 for failures, for example if pages are out of
    /// date, a machine is not described completely, a property does not hold, or the output cannot
    /// be written. It is 64 for invalid arguments. `diff` uses the status 1 only for differences,
    /// and 2 for failures.
    public func main() -> Never {
        exit(ProgramOutput.status(run(Array(CommandLine.arguments.dropFirst())), of: Command.name))
    }

    /// Runs the command with the given arguments and returns the exit status.
    package func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Command(arguments) {
            case .help: ProgramOutput.standard.print(Command.usage)
            case .serve(let command):
                try checkNames()
                let pages = ServedPages(entries.map(\.name), types: entries.map(\.type)) { name in
                    try ServedPages.Page(of: described([name])[0])
                }
                try command.run(pages)
            case .print(let selection, let format):
                let selected = try documented(selection)
                for machine in selected.machines { ProgramOutput.standard.write(try format.text(of: machine)) }
                try require(selected.problems)
            case .write(let selection, let format, let directory):
                let selected = try documented(selection)
                var files: [String: String] = [:]
                for machine in selected.machines {
                    files["\(machine.name).\(format.fileExtension)"] = try format.text(of: machine)
                }
                if case .html = format, selected.isWhole {
                    files[PageIndex.fileName] = PageIndex(of: selected.machines).html
                    files[TogetherPage.fileName] = TogetherPage(of: selected.machines).html
                }
                say(try GeneratedFiles(files).write(to: directory), in: directory)
                try require(selected.problems)
            case .writePages(let selection, let directory):
                let selected = try documented(selection)
                var done = try selected.pages.files(in: directory, isLayingOut: true).write(to: directory)
                if directory == Command.pages {
                    done += try readmes(of: selected.machines).filter { try $0.write() }.map { "wrote \($0.path)" }
                }
                say(done, in: directory)
                try require(selected.problems + selected.refutations)
            case .diff(let command): return try runDiff(command)
            case .checkPages(let selection, let directory):
                try checkPages(selection, in: directory, arguments)
            }
            return 0
        } catch let error as UsageError {
            report("\(error.message)\nFor help, run: \(Command.program) --help")
            return UsageError.status
        } catch {
            report("\(error)")
            return 1
        }
    }

    /// Compares a machine with a design and returns the exit status.
    ///
    /// The status 1 means that there are differences, so another failure has the status 2.
    private func runDiff(_ command: DiffCommand) throws -> Int32 {
        do {
            return try command.run(explored(selected([command.machine])[0]))
        } catch let error as UsageError {
            throw error
        } catch {
            report("\(error)")
            return DiffCommand.failure
        }
    }

    /// Prints a report.
    func say(_ done: [String], in directory: String) {
        ProgramOutput.standard.print(done.isEmpty ? "\(directory) is up to date" : done.joined(separator: "\n"))
    }

    private func report(_ message: String) {
        ProgramOutput.error.print("\(Command.name): \(message)")
    }
}

extension MachineCatalog {
    /// The selected machines with their documentation, and the problems of all of them.
    struct Selected {
        /// The machines that could be explored.
        var machines: [MachineDescription]
        var problems: [String]
        /// Whether these are all machines of the catalog.
        var isWhole: Bool

        var pages: DocumentationPages { DocumentationPages(machines: machines, isComplete: isWhole) }

        /// The properties that do not hold.
        var refutations: [String] {
            machines.flatMap { machine in
                machine.properties.compactMap(\.refutation).map { "\(machine.name): \($0)" }
            }
        }
    }

    /// Returns the selected machines with their documentation.
    ///
    /// - Throws: ``Problem`` if any of the machines has one.
    func described(_ selection: [String]) throws -> [MachineDescription] {
        let selected = try documented(selection)
        try require(selected.problems)
        return selected.machines
    }

    /// Returns the selected machines with their documentation, even if some have problems.
    ///
    /// - Throws: ``Problem`` if there is nothing to describe.
    func documented(_ selection: [String]) throws -> Selected {
        var machines: [MachineDescription] = []
        var unexplored: [String] = []
        for entry in try selected(selection) {
            do { machines.append(try explored(entry)) } catch { unexplored.append("\(error)") }
        }
        guard !machines.isEmpty else { throw Problem(unexplored.joined(separator: "\n")) }
        let documentation = try DocComments(of: Set(machines.flatMap { $0.declaringTypes.map(\.module) }))
            .documentation
        let problems = machines.flatMap { $0.problems(with: documentation) }
        for index in machines.indices {
            machines[index].documentation = documentation
            machines[index].sortByDeclaration()
        }
        return Selected(
            machines: machines,
            problems: unexplored + problems,
            isWhole: selection.isEmpty && unexplored.isEmpty
        )
    }

    /// Returns a machine without its documentation.
    func explored(_ entry: Entry) throws -> MachineDescription {
        do { return try entry.describe() } catch { throw Problem("\(entry.name): \(error)") }
    }

    /// Returns the entries with the given names, or all entries.
    func selected(_ selection: [String]) throws -> [Entry] {
        try checkNames()
        for name in selection where !entries.contains(where: { $0.name == name }) {
            let names = entries.map(\.name).joined(separator: ", ")
            throw Problem("The catalog does not contain a machine called \(name). Its machines are: \(names).")
        }
        return entries.filter { selection.isEmpty || selection.contains($0.name) }
    }

    /// Throws an error for names that cannot be file names and for duplicate names.
    private func checkNames() throws {
        guard !entries.isEmpty else {
            throw Problem("The catalog is empty. Pass at least one machine to MachineCatalog.")
        }
        var seen: Set<String> = []
        for name in entries.map(\.name) {
            if name.isEmpty || name.hasPrefix(".") || name.contains("/") {
                throw Problem(
                    "A machine cannot be called \"\(name)\", because its name is used as a file name. "
                        + "With `name:`, pass a name that is not empty, does not begin with a period, "
                        + "and does not contain a slash."
                )
            }
            if ["readme", "index"].contains(name.lowercased()) {
                throw Problem(
                    "A machine cannot be called \"\(name)\", because another page in the catalog has this name. "
                        + "Pass a different name with `name:`."
                )
            }
            if name.lowercased().hasSuffix(".dark") {
                throw Problem(
                    "A machine cannot be called \"\(name)\", because names that end in \".dark\" "
                        + "are reserved for dark-mode pictures. Pass a different name with `name:`."
                )
            }
            if !seen.insert(name.lowercased()).inserted {
                throw Problem("Two machines are called \(name). Pass a different name for one machine with `name:`.")
            }
        }
    }

    /// Returns the other files that show properties.
    func readmes(of machines: [MachineDescription]) -> [PropertiesInReadme] {
        machines.flatMap { machine in
            entries.filter { $0.name == machine.name }.compactMap(\.readme).map {
                PropertiesInReadme(path: $0, machine: machine)
            }
        }
    }

    /// Throws an error that lists the given problems, if there are any.
    func require(_ problems: [String]) throws {
        guard problems.isEmpty else { throw Problem(problems.joined(separator: "\n")) }
    }
}
