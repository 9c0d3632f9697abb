import Foundation
import StateMachineDiagrams

/// A page with pictures for each machine, and an index.
struct DocumentationPages {
    let machines: [MachineDescription]

    /// Whether these are all machines of the catalog: then an index is written too, and leftovers
    /// are removed.
    let isComplete: Bool

    /// The files; pictures in the directory that are up to date are reused.
    ///
    /// - Parameter isLayingOut: Whether Graphviz makes the other pictures. Otherwise they are
    ///   reported as outdated.
    func files(in directory: String, isLayingOut: Bool) throws -> GeneratedFiles {
        var contents: [String: String] = [:]
        var outdated: [String] = []
        for machine in machines {
            let addresses = MarkdownPage.Picture(
                light: Picture.fileName(of: machine, theme: .light).asPathComponent,
                dark: Picture.fileName(of: machine, theme: .dark).asPathComponent
            )
            contents["\(machine.name).md"] = heading + MarkdownPage(machine, picture: addresses).text
            for theme in Picture.Theme.allCases {
                let file = Picture.fileName(of: machine, theme: theme)
                let picture = Picture(of: machine, theme: theme)
                let present = try? String(contentsOf: URL(filePath: "\(directory)/\(file)"), encoding: .utf8)
                if let present, picture.isUpToDate(present) {
                    contents[file] = present
                } else if isLayingOut {
                    contents[file] = try picture.svg()
                } else {
                    outdated.append(file)
                }
            }
        }
        if isComplete { contents["README.md"] = heading + index }
        return GeneratedFiles(contents, outdated: outdated, isComplete: isComplete)
    }

    private var heading: String { "<!-- \(GeneratedFiles.mark) -->\n\n" }

    private var index: String {
        let hasProperties = machines.contains { !$0.properties.isEmpty }
        let rows = machines.map { machine in
            let page = MarkdownPage(machine)
            return [
                "[\(machine.name.escapedForMarkdown)](\(machine.name.asPathComponent).md)",
                (page.summary ?? "").inTableCell, page.size, machine.verdict,
            ]
        }
        let header = ["machine", "what it is", "states × events", "properties"]
        let table = ([header, header.map { _ in "---" }] + rows).map { row in
            "| \(row.prefix(hasProperties ? 4 : 3).joined(separator: " | ")) |"
        }
        // A size such as (4 + 2) × 11.
        let ofRegions =
            rows.contains { $0[2].contains("+") }
            ? " A machine with\nregions has a matrix for each: (4 + 2) × 11 are 11 events in one region of four states and in one of two."
            : ""
        return """
            # Machines

            What each machine does, found by running it: each sample event in each state that can be reached. A page has the picture of
            its machine, the matrix of states and events, what they mean, and what has been proved.\(ofRegions)

            \(table.joined(separator: "\n"))

            """
    }
}

extension MachineDescription {
    /// How many of the properties hold; empty if there are none.
    fileprivate var verdict: String {
        let count = properties.count { $0.refutation == nil }
        guard !properties.isEmpty else { return "" }
        return count == properties.count ? "\(count) hold" : "**\(count) of \(properties.count) hold**"
    }
}

extension String {
    /// A file name as the address of a link.
    var asPathComponent: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
    }
}
