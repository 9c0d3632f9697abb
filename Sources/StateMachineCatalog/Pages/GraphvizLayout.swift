import Foundation

/// A layout by Graphviz, with the number of places where texts are hard to read.
struct GraphvizLayout {
    /// The picture as an SVG element.
    let svg: String

    /// The names of the frames whose headings are crossed by arrows.
    private(set) var crossedHeadings: Set<String> = []

    /// The number of labels that overlap something, that other arrows cross, or that lie across a
    /// frame.
    private(set) var hiddenLabels = 0

    /// The number of labels that overlap another label, a state or a heading.
    private(set) var coveredLabels = 0

    /// The number of overlaps.
    var overlaps: Int { crossedHeadings.count + hiddenLabels }

    /// Lays out a chart.
    ///
    /// - Parameters:
    ///   - dot: The chart in the DOT language.
    ///   - timeLimit: The number of seconds that Graphviz may take, or `nil` for no limit.
    ///   - isMeasured: Whether overlaps are counted.
    init(of dot: String, timeLimit: Int?, isMeasured: Bool = true) throws {
        let formats = isMeasured ? ["-Tsvg", "-Tjson"] : ["-Tsvg"]
        do {
            self.init(output: try ProgramCall.run("dot", formats, input: dot, timeLimit: timeLimit))
        } catch let error as ProgramCall.NotFound {
            throw Picture.GraphvizNotFound(cause: error)
        }
    }

    /// Reads the output of Graphviz: a picture, and the layout in JSON if overlaps are counted.
    init(output: String) {
        let end = output.range(of: "</svg>\n")?.upperBound ?? output.endIndex
        // The beginning names the version of Graphviz, which would make a difference of each
        // update.
        let start = output.range(of: "<svg")?.lowerBound ?? output.startIndex
        svg = String(output[min(start, end)..<end]).replacing(/<!--.*?-->\n?/, with: "")
        // Graphviz leaves control characters in the strings of JSON.
        let json = output[end...].utf8.map { max($0, 0x20) }
        if let geometry = try? JSONDecoder().decode(LayoutGeometry.self, from: Data(json)) { measure(geometry) }
    }

    private mutating func measure(_ geometry: LayoutGeometry) {
        let (objects, arrows) = (geometry.objects ?? [], geometry.edges ?? [])
        let frames = objects.filter(\.isFrame)
        let others = objects.compactMap(\.node) + frames.flatMap(\.labels)
        let labels = arrows.enumerated().flatMap { number, arrow in arrow.labels.map { (arrow: number, box: $0) } }
        for (index, label) in labels.enumerated() {
            coveredLabels += others.count { $0.overlaps(label.box) }
            coveredLabels += labels[..<index].count { $0.box.overlaps(label.box) }
            hiddenLabels += frames.count { Self.isAcross(label.box, of: arrows[label.arrow], $0) }
        }
        hiddenLabels += coveredLabels
        for (number, arrow) in arrows.enumerated() {
            let curves = arrow.curves
            hiddenLabels += labels.count { label in
                label.arrow != number && curves.contains { $0.enters(label.box.inset()) }
            }
            crossedHeadings.formUnion(
                frames.filter { frame in
                    frame.labels.contains { box in curves.contains { $0.enters(box.inset()) } }
                }.compactMap(\.name)
            )
        }
    }

    /// Whether the label of an arrow lies across a frame that the arrow does not cross.
    private static func isAcross(
        _ label: LayoutGeometry.Box,
        of arrow: LayoutGeometry.Item,
        _ frame: LayoutGeometry.Item
    ) -> Bool {
        guard let tail = arrow.tail, let head = arrow.head, let nodes = frame.nodes,
            nodes.contains(tail) == nodes.contains(head),
            // Graphviz rounds the corners of frames to whole points.
            let box = frame.frame?.inset(by: -1)
        else { return false }
        return label.overlaps(box) && !box.contains(label)
    }
}
