import Foundation
import StateMachineDiagrams

/// A page with a picture for each machine, and an index.
struct DocumentationPages {
    let machines: [MachineDescription]

    /// Whether these are all machines of the catalog: then an index is written too, and leftovers are removed.
    let isComplete: Bool

    /// The files; pictures in the directory that are up to date are reused.
    ///
    /// - Parameter isLayingOut: Whether Graphviz makes the other pictures. Otherwise they are reported as outdated.
    func files(in directory: String, isLayingOut: Bool) throws -> GeneratedFiles {
        var contents: [String: String] = [:]
        var outdated: [String] = []
        for machine in machines {
            let file = "\(machine.name).svg"
            contents["\(machine.name).md"] = heading + MarkdownPage(machine, picture: file.addressInMarkdown).text
            let picture = Picture(of: machine)
            let present = try? String(contentsOf: URL(filePath: "\(directory)/\(file)"), encoding: .utf8)
            if let present, picture.isUpToDate(present) {
                contents[file] = present
            } else if isLayingOut {
                contents[file] = try picture.svg()
            } else {
                outdated.append(file)
            }
        }
        // The index has the sizes of the pictures.
        if isComplete, outdated.isEmpty { contents["README.md"] = index(pictures: contents) }
        return GeneratedFiles(contents, outdated: outdated, isComplete: isComplete)
    }

    private var heading: String { "<!-- \(GeneratedFiles.mark) -->\n\n" }

    /// - Parameter pictures: The other files, pictures among them.
    private func index(pictures: [String: String]) -> String {
        let sections = machines.map { machine in
            let address = machine.name.addressInMarkdown
            let summary = MarkdownPage(machine).comment.map { String($0.prefix { $0 != "\n" }) + "\n\n" } ?? ""
            // Small, but all at the same scale.
            let width = pictures["\(machine.name).svg"]?.firstMatch(of: /width="(\d+)pt"/).flatMap { Int($0.1) }
            let size = width.map { " width=\"\($0 * 4 / 5)\"" } ?? ""
            return """
                ## [\(machine.name.escapedForMarkdown)](\(address).md)

                \(summary)<a href="\(address).md"><img src="\(address).svg" alt="\(machine.name.escapedForXML)"\(size)></a>
                """
        }
        return heading + """
            # Machines

            What each machine does, found by running it: each sample event in each state that can be reached.

            \(sections.joined(separator: "\n\n"))

            """
    }
}

extension String {
    /// A file name as the address of a link.
    fileprivate var addressInMarkdown: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
    }
}
