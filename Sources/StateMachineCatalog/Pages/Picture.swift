import Foundation
import StateMachineDiagrams

/// The picture of a machine, laid out by Graphviz, for light pages or for dark ones.
struct Picture {
    /// What kind of page a picture is for.
    enum Theme: CaseIterable {
        case light, dark

        var palette: Palette {
            switch self {
            case .light: .light
            case .dark: .dark
            }
        }
    }

    /// The program that lays pictures out is missing.
    struct GraphvizNotFound: Error, CustomStringConvertible {
        let cause: Tool.NotFound
        var description: String {
            "\(cause) Pictures are laid out by Graphviz: install it (apt-get install graphviz, brew install graphviz)."
        }
    }

    private let name: String

    /// The sources of the layouts that are tried.
    private let layouts: [String]

    /// How wide a page is, in points.
    private static let pageWidth = 711.0

    init(of machine: MachineDescription, theme: Theme = .light) {
        name = machine.name
        let chart = StateChart(of: machine)
        // Around frames, only what points down keeps labels apart.
        let directions: [StateChart.Direction] = chart.hasFrames ? [.down] : [.down, .right]
        layouts = directions.map { chart.graphviz(theme.palette, pointing: $0) }
    }

    /// The name of the file with the picture of a machine.
    static func fileName(of machine: MachineDescription, theme: Theme) -> String {
        switch theme {
        case .light: "\(machine.name).svg"
        case .dark: "\(machine.name).dark.svg"
        }
    }

    /// Lays the picture out, so that it is as low as possible on a page.
    ///
    /// - Parameter timeLimit: How many seconds Graphviz may take for each way to do it; `nil` for
    ///   any.
    func svg(timeLimit: Int? = nil) throws -> String {
        let pictures = try layouts.map { try Self.layOut($0, timeLimit) }
        guard let picture = pictures.min(by: { Self.height(of: $0) < Self.height(of: $1) }),
            let start = picture.range(of: "<svg")
        else { throw Problem("dot has written no picture of \(name).") }
        // The beginning names the version of Graphviz, which would make a difference of each
        // update.
        let body = picture[start.lowerBound...].replacing(/<!--.*?-->\n?/, with: "")
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- \(GeneratedFiles.mark). Laid out by Graphviz. Source: \(digest) -->
            \(body)
            """
    }

    private static func layOut(_ dot: String, _ timeLimit: Int?) throws -> String {
        do {
            return try Tool.run("dot", ["-Tsvg"], input: dot, timeLimit: timeLimit)
        } catch let error as Tool.NotFound {
            throw GraphvizNotFound(cause: error)
        }
    }

    /// How high a picture is on a page, where it is scaled down if it is wider.
    static func height(of svg: String) -> Double {
        guard let size = svg.firstMatch(of: /width="([0-9.]+)pt" height="([0-9.]+)pt"/),
            let width = Double(size.1), let height = Double(size.2), width > 0
        else { return .infinity }
        return height * min(1, pageWidth / width)
    }

    /// Whether a picture was made from this machine as it is now, whatever version of Graphviz has
    /// laid it out.
    func isUpToDate(_ svg: String) -> Bool { svg.contains("Source: \(digest) ") }

    /// A hash of the picture's source.
    ///
    /// FNV-1a (Fowler, Noll, Vo, 1991), since Swift's own hashes differ from run to run.
    var digest: String {
        let hash = layouts.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension StateChart {
    /// Whether states are drawn inside a frame, of a region or of a state.
    fileprivate var hasFrames: Bool { regions.count > 1 || allStates.contains { !$0.regions.isEmpty } }
}
