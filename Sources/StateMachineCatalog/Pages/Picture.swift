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
    private let chart: DrawnChart
    private let palette: DiagramColors

    /// The directions to try at the same time, and those to try if texts overlap in these.
    private let directions: [[DrawnChart.Direction]]

    /// The width of a page in points.
    private static let pageWidth = 711.0

    /// The maximum number of arrows for which it is worthwhile to try again if texts overlap.
    ///
    /// With more arrows, Graphviz takes long, and texts overlap in almost every layout.
    private static let arrowLimit = 60

    init(of machine: MachineDescription, theme: Theme = .light) {
        name = machine.name
        chart = DrawnChart(of: machine)
        palette = theme.palette
        // With frames, most labels need the downward direction.
        directions = chart.hasFrames ? [[.down], [.right]] : [[.down, .right]]
    }

    /// Returns the file name of a machine's picture.
    static func fileName(of machine: MachineDescription, theme: Theme) -> String {
        switch theme {
        case .light: "\(machine.name).svg"
        case .dark: "\(machine.name).dark.svg"
        }
    }

    /// Returns the picture.
    ///
    /// - Parameter timeLimit: The number of seconds that Graphviz may take for each layout, or
    ///   `nil` for no limit.
    func svg(timeLimit: Int? = nil) throws -> String {
        let picture = try layout(timeLimit).svg
        guard picture.hasPrefix("<svg") else { throw Problem("dot did not write a picture of \(name).") }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- \(GeneratedFiles.mark). Laid out by Graphviz. Source: \(digest) -->
            \(picture)
            """
    }

    /// Returns the first layout in which nothing overlaps, or the one with the fewest overlaps.
    ///
    /// It first uses the same parameters for all charts. If texts overlap, it moves the headings
    /// that arrows cross, and makes more space for labels. With frames, it then tries the other
    /// direction.
    func layout(_ timeLimit: Int? = nil) throws -> GraphvizLayout {
        let isSmall = chart.arrows.count <= Self.arrowLimit
        var layouts: [GraphvizLayout] = []
        for directions in isSmall ? directions : [directions[0]] {
            var adjustments = directions.map { _ in DrawnChart.Adjustment() }
            for _ in 0..<(isSmall ? 2 : 1) {
                func layOut() throws -> [GraphvizLayout] {
                    try zip(directions, adjustments).map { direction, adjustment in
                        let dot = chart.graphviz(palette, pointing: direction, adjustment)
                        return try GraphvizLayout(of: dot, timeLimit: timeLimit, isMeasured: isSmall)
                    }
                }
                // The first layouts are enough if the others take too long.
                let drawn = layouts.isEmpty ? try layOut() : (try? layOut()) ?? []
                layouts += drawn
                if let best = Self.best(of: layouts), best.overlaps == 0 { return best }
                adjustments = drawn.map { .init(headingsAtRight: $0.crossedHeadings, isWide: $0.hiddenLabels > 0) }
            }
        }
        guard let best = Self.best(of: layouts) else { throw Problem("dot did not write a picture of \(name).") }
        return best
    }

    /// Returns the layout with the smallest height on a page among those with the fewest overlaps.
    private static func best(of layouts: [GraphvizLayout]) -> GraphvizLayout? {
        layouts.min { ($0.overlaps, height(of: $0.svg)) < ($1.overlaps, height(of: $1.svg)) }
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
        let sources = directions[0].map { chart.graphviz(palette, pointing: $0) }
        let hash = sources.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension DrawnChart {
    /// Whether states are drawn inside the frame of a region or a state.
    fileprivate var hasFrames: Bool { regions.count > 1 || allStates.contains { !$0.regions.isEmpty } }
}
