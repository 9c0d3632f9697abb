import Foundation
import StateMachineCommandLine
import StateMachineDiagrams

// The implementation of `--check`, which reports outdated pages, pictures and readmes.

extension MachineCatalog {
    /// Throws an error if a page, picture or readme is out of date, if a property does not hold, or
    /// if a machine is not described completely.
    ///
    /// - Parameters:
    ///   - selection: The names of the machines, or none for every machine.
    ///   - directory: The folder of the pages.
    ///   - arguments: The arguments of the command, which the error repeats in its advice.
    func checkPages(_ selection: [String], in directory: String, _ arguments: [String]) throws {
        let selected = try documented(selection)
        var differences = try selected.pages.files(in: directory, isLayingOut: false).differences(from: directory)
        if directory == Command.pages {
            differences += try readmes(of: selected.machines).flatMap { try $0.differences() }
        }
        guard differences.isEmpty else {
            ProgramOutput.standard.print(differences.joined(separator: "\n"))
            let rerun = [Command.program] + arguments.filter { $0 != "--check" }
            let advice = "\(directory) is out of date. Run: \(rerun.joined(separator: " "))"
            throw Problem((selected.problems + [advice]).joined(separator: "\n"))
        }
        try require(selected.problems + selected.refutations)
        say([], in: directory)
    }
}

extension Picture {
    /// Whether a picture shows the current machine, whatever Graphviz version created it.
    func isUpToDate(_ svg: String) -> Bool { svg.contains("Source: \(digest) ") }
}

extension GeneratedFiles {
    /// Returns the differences of each file that is out of date.
    func differences(from directory: String) -> [String] {
        let folder = URL(filePath: directory, directoryHint: .isDirectory)
        let changed = contents.sorted { $0.key < $1.key }.compactMap { name, content -> String? in
            guard let present = Self.read(folder.appending(path: name)) else {
                return "\(directory)/\(name) is missing."
            }
            guard present != content else { return nil }
            return "\(directory)/\(name):\n\(Self.difference(from: present, to: content))"
        }
        return changed + outdated.map { "\(directory)/\($0) is missing or out of date." }
            + leftovers(in: folder).map { "\(directory)/\($0) does not belong to any machine in the catalog." }
    }

    /// Returns the removed and the inserted lines with their numbers.
    static func difference(from old: String, to new: String) -> String {
        let lines = new.components(separatedBy: "\n").difference(from: old.components(separatedBy: "\n")).map {
            change in
            switch change {
            case .remove(let offset, let line, _): (offset, 0, "- \(offset + 1): \(line)")
            case .insert(let offset, let line, _): (offset, 1, "+ \(offset + 1): \(line)")
            }
        }
        return lines.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).joined(separator: "\n")
    }
}
