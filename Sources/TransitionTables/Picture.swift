import Foundation
import StateMachineDiagrams

/// The picture of a machine, laid out by Graphviz.
struct Picture {
    private let name: String
    private let dot: String

    init(of machine: MachineDescription) {
        name = machine.name
        dot = machine.text(in: .dot)
    }

    /// Lays the picture out.
    func svg() throws -> String {
        let output: String
        do {
            output = try Tool.run("dot", ["-Tsvg"], input: dot)
        } catch let error as Tool.NotFound {
            throw Problem(
                "\(error) Pictures are laid out by Graphviz: install it (apt-get install graphviz, brew install graphviz)."
            )
        }
        // The text before it has the version of Graphviz, and would change with each update.
        guard let start = output.range(of: "<svg") else { throw Problem("dot has written no picture of \(name).") }
        let body = output[start.lowerBound...].replacing(/<!--.*?-->\n?/, with: "")
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- \(GeneratedFiles.mark). Laid out by Graphviz. Source: \(digest) -->
            \(body)
            """
    }

    /// Whether a picture was made from this machine as it is now, whatever version of Graphviz has laid it out.
    func isUpToDate(_ svg: String) -> Bool { svg.contains("Source: \(digest) ") }

    /// A hash of the picture's source.
    ///
    /// FNV-1a (Fowler, Noll, Vo, 1991), since Swift's own hashes differ from run to run.
    var digest: String {
        let hash = dot.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
