import Foundation
import StateMachineDiagrams

/// The properties of a machine in an otherwise hand-written file.
struct PropertiesInReadme {
    let path: String
    let machine: MachineDescription

    private var beginning: String { "<!-- properties of \(machine.name) -->" }
    private let end = "<!-- end of properties -->"

    /// Writes the current properties between the two marker lines.
    ///
    /// - Returns: Whether the file has changed.
    @discardableResult
    func write() throws -> Bool {
        let (present, expected) = try texts()
        guard present != expected else { return false }
        do {
            try Data(expected.utf8).write(to: URL(filePath: path), options: .atomic)
            return true
        } catch {
            throw Problem("Cannot write to \(path): \(GeneratedFiles.reason(for: error))")
        }
    }

    /// Returns the differences of the file, if any.
    func differences() throws -> [String] {
        let (present, expected) = try texts()
        return present == expected ? [] : ["\(path):\n\(GeneratedFiles.difference(from: present, to: expected))"]
    }

    private func texts() throws -> (present: String, expected: String) {
        guard let present = GeneratedFiles.read(URL(filePath: path)) else { throw Problem("Cannot read \(path).") }
        guard let start = present.range(of: "\(beginning)\n"),
            let stop = present.range(of: end, range: start.upperBound..<present.endIndex)
        else {
            throw Problem(
                "\(path) must contain the lines \(beginning) and \(end). The program replaces everything between them."
            )
        }
        let page = MarkdownPage(machine)
        let properties =
            page.properties.map { [$0, page.progress].compactMap(\.self).joined(separator: "\n\n") }
            ?? "This machine has no properties."
        let range = start.upperBound..<stop.lowerBound
        return (present, present.replacingCharacters(in: range, with: "\n\(properties)\n\n"))
    }
}
