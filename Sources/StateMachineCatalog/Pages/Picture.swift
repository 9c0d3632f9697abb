import Foundation
import StateMachineDiagrams

/// A picture of a machine with a layout by Graphviz, for light or dark pages.
struct Picture {
    /// The kind of page that a picture is for.
    enum Theme: CaseIterable {
        case light, dark

        var palette: DiagramColors {
            switch self {
            case .light: .light
            case .dark: .dark
            }
        }
    }

    /// An error that reports that Graphviz, which lays out pictures, is missing.
    struct GraphvizNotFound: Error, CustomStringConvertible {
        let cause: ProgramCall.NotFound
        var description: String {
            "\(cause) Graphviz draws the pictures. Install it with apt-get install graphviz or brew install graphviz."
        }
    }

    private let name: String

    /// The sources of the layouts to try.
    private let layouts: [String]

    /// The width of a page in points.
    private static let pageWidth = 711.0

    init(of machine: MachineDescription, theme: Theme = .light) {
        name = machine.name
        let chart = DrawnChart(of: machine)
        // With frames, only the downward direction keeps the labels apart.
        let directions: [DrawnChart.Direction] = chart.hasFrames ? [.down] : [.down, .right]
        layouts = directions.map { chart.graphviz(theme.palette, pointing: $0) }
    }

    /// Returns the file name of a machine's picture.
    static func fileName(of machine: MachineDescription, theme: Theme) -> String {
        switch theme {
        case .light: "\(machine.name).svg"
        case .dark: "\(machine.name).dark.svg"
        }
    }

    /// Returns the picture with the layout that has the smallest height on a page.
    ///
    /// - Parameter timeLimit: The number of seconds that Graphviz may take for each layout, or
    ///   `nil` for no limit.
    func svg(timeLimit: Int? = nil) throws -> String {
        let pictures = try layouts.map { try Self.layOut($0, timeLimit) }
        guard let picture = pictures.min(by: { Self.height(of: $0) < Self.height(of: $1) }) else {
            throw Problem("There is no layout of \(name).")
        }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- \(GeneratedFiles.mark). Laid out by Graphviz. Source: \(digest) -->
            \(picture)
            """
    }

    /// Returns the SVG element that Graphviz draws.
    ///
    /// - Parameters:
    ///   - dot: The source of the layout.
    ///   - timeLimit: The number of seconds that Graphviz may take, or `nil` for no limit.
    static func layOut(_ dot: String, _ timeLimit: Int?) throws -> String {
        do {
            let picture = try ProgramCall.run("dot", ["-Tsvg"], input: dot, timeLimit: timeLimit)
            guard let start = picture.range(of: "<svg") else { throw Problem("dot did not write a picture.") }
            // The beginning names the version of Graphviz, which would make a difference of each
            // update.
            return String(picture[start.lowerBound...]).replacing(/<!--.*?-->\n?/, with: "")
        } catch let error as ProgramCall.NotFound {
            throw GraphvizNotFound(cause: error)
        }
    }

    /// Returns the height of a picture on a page, where a wider picture is scaled down.
    static func height(of svg: String) -> Double {
        guard let size = svg.firstMatch(of: /width="([0-9.]+)pt" height="([0-9.]+)pt"/),
            let width = Double(size.1), let height = Double(size.2), width > 0
        else { return .infinity }
        return height * min(1, pageWidth / width)
    }

    /// A hash of the picture's source.
    ///
    /// It is an FNV-1a hash (Fowler, Noll, Vo, 1991) because Swift's own hash values differ from
    /// run to run.
    var digest: String {
        let hash = layouts.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension DrawnChart {
    /// Whether states are drawn inside the frame of a region or a state.
    fileprivate var hasFrames: Bool { regions.count > 1 || allStates.contains { !$0.regions.isEmpty } }
}
