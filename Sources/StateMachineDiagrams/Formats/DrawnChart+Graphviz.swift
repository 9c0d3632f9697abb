extension FormatWriter {
    static let dot = FormatWriter(fileExtension: "dot") { DrawnChart(of: $0).dot }
}

extension DrawnChart {
    /// The main direction of the arrows in a picture.
    package enum Direction: String, Sendable {
        case down = "TB"
        case right = "LR"
    }

    /// The chart in the DOT language of Graphviz.
    ///
    /// States with nested states are clusters, and regions have dashed frames.
    package var dot: String { graphviz() }

    /// Changes to the usual layout.
    package struct Adjustment {
        /// The names of the frames whose headings are at their right side instead of the left one.
        package var headingsAtRight: Set<String> = []

        /// Whether there is more space between states.
        package var isWide = false

        /// The number of characters in a line of a label if the picture must be small.
        package var lineWidth: Int?

        /// Creates an adjustment.
        package init(headingsAtRight: Set<String> = [], isWide: Bool = false, lineWidth: Int? = nil) {
            self.headingsAtRight = headingsAtRight
            self.isWide = isWide
            self.lineWidth = lineWidth
        }
    }

    /// Returns the chart in the DOT language of Graphviz, with the colors of a palette.
    package func graphviz(
        _ palette: DiagramColors = .light,
        pointing direction: Direction = .down,
        _ adjustment: Adjustment = Adjustment()
    ) -> String {
        var writer = GraphvizWriter(self, palette, direction, adjustment)
        return writer.text
    }
}

private struct GraphvizWriter {
    private let chart: DrawnChart
    private let palette: DiagramColors
    private let direction: DrawnChart.Direction
    private let adjustment: DrawnChart.Adjustment
    private let states: [Int: DrawnChart.State]
    private var lines: [String] = []
    private var depth = 1

    init(
        _ chart: DrawnChart,
        _ palette: DiagramColors,
        _ direction: DrawnChart.Direction,
        _ adjustment: DrawnChart.Adjustment
    ) {
        self.chart = chart
        self.palette = palette
        self.direction = direction
        self.adjustment = adjustment
        states = Dictionary(uniqueKeysWithValues: chart.allStates.map { ($0.id, $0) })
    }

    var text: String {
        mutating get {
            let hasRegions = chart.regions.count > 1
            for (index, region) in chart.regions.enumerated() {
                if hasRegions {
                    openFrame(
                        "region\(index)",
                        region.name ?? "",
                        style: "rounded,dashed",
                        id: DrawnChart.regionID(index)
                    )
                }
                write(region, place: "\(index)")
                if hasRegions { closeFrame() }
            }
            writeFinal(chart.allStates.filter(\.isFinal))
            for arrow in chart.arrows { write(arrow) }
            writeCaptions()
            return """
                digraph \(quoted(chart.name)) {
                  graph [rankdir=\(direction.rawValue), newrank=true, compound=true, \(distances), \
                bgcolor="\(palette.background)", \
                fontname="Helvetica,Arial,sans-serif", fontsize=12, fontcolor="\(palette.ink)"]
                  node [shape=box, style="rounded,filled", margin=0, fontname="Helvetica,Arial,sans-serif", fontsize=12, \
                fontcolor="\(palette.ink)", color="\(palette.line)", fillcolor="\(palette.state)"]
                  edge [fontname="Helvetica,Arial,sans-serif", fontsize=10, fontcolor="\(palette.ink)", \
                color="\(palette.line)", arrowsize=0.7]
                \(lines.joined(separator: "\n"))
                }

                """
        }
    }

    /// The distances between states that are side by side, between states that follow each other,
    /// and around the picture.
    private var distances: String {
        if adjustment.lineWidth != nil { return "nodesep=0.35, ranksep=0.3, pad=0.1" }
        let distance = (chart.regions.count > 1 ? 0.4 : 0.6) * (adjustment.isWide ? 1.5 : 1)
        return "nodesep=\(distance), ranksep=\(adjustment.isWide ? 1 : 0.5), pad=0.2"
    }

    private mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

    /// Opens a frame with a margin that leaves room for arrow labels.
    ///
    /// Labels can extend beyond the area that Graphviz considers to be inside the frame.
    private mutating func openFrame(_ name: String, _ title: String, style: String, id: String) {
        add("subgraph \(quoted("cluster_" + name)) {")
        depth += 1
        let margin = chart.regions.count > 1 ? 48 : 32
        let side = adjustment.headingsAtRight.contains("cluster_" + name) ? "r" : "l"
        add(
            "graph [id=\"\(id)\", label=\(quoted(title)), labeljust=\(side), style=\"\(style)\", color=\"\(palette.frame)\", margin=\(margin)]"
        )
    }

    private mutating func closeFrame() {
        depth -= 1
        add("}")
    }

    private mutating func write(_ region: DrawnChart.Region, place: String) {
        for state in region.states where state.regions.isEmpty { write(state) }
        for state in region.states where !state.regions.isEmpty { writeComposite(state) }
        let initial = region.states.filter(\.isInitial)
        guard !initial.isEmpty else { return }
        let point = quoted("initial\(place)")
        add(
            "\(point) [shape=circle, label=\"\", width=0.16, style=filled, fillcolor=\"\(palette.ink)\", color=\"\(palette.ink)\"]"
        )
        for state in initial {
            add("\(point) -> \(beginning(of: state))\(clusterEnd("lhead", state.id, comma: false))")
        }
    }

    /// Draws the final state of UML, a disc in a ring, with arrows from the given states.
    ///
    /// The final state is outside every frame because inside a frame it would only be the end of a
    /// region or a state.
    private mutating func writeFinal(_ states: [DrawnChart.State]) {
        guard !states.isEmpty else { return }
        let point = quoted("final")
        add(
            "\(point) [shape=doublecircle, label=\"\", width=0.12, style=filled, fillcolor=\"\(palette.ink)\", color=\"\(palette.ink)\"]"
        )
        for state in states { add("\(node(state.id)) -> \(point)") }
    }

    private mutating func write(_ state: DrawnChart.State) {
        var attributes = ["id=\"\(state.elementID)\"", "label=<\(label(of: state))>"]
        if state.isEnd { attributes.append("peripheries=2") }
        if state.isFailure {
            attributes.append("fillcolor=\"\(palette.failure)\", color=\"\(palette.failureLine)\"")
        }
        add("\(node(state.id)) [\(attributes.joined(separator: ", "))]")
    }

    /// Returns the name, and the activities below a line.
    private func label(of state: DrawnChart.State) -> String {
        let name = "<tr><td cellpadding=\"7\"><b>\(text(state.name))</b></td></tr>"
        let activities = state.activities.map { activity in
            "<font point-size=\"10\" color=\"\(palette.note)\">\(text(activity))</font><br align=\"left\"/>"
        }
        let rows =
            activities.isEmpty
            ? "" : "<hr/><tr><td cellpadding=\"5\" align=\"left\" balign=\"left\">\(activities.joined())</td></tr>"
        return
            "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" color=\"\(palette.frame)\">\(name)\(rows)</table>"
    }

    private func text(_ text: String) -> String {
        let text = text.shortened(to: 48)
        // Even in HTML labels, Graphviz replaces `\N` with the name of the node, and it rejects a
        // lone bracket.
        return text.isEmpty ? " " : text.escapedForXML.replacingScalars { ["\\": "\\\\", "]": "&#93;"][$0] }
    }

    private mutating func writeComposite(_ state: DrawnChart.State) {
        openFrame("state\(state.id)", "", style: "rounded,filled", id: state.elementID)
        add(
            "graph [fillcolor=\"\(state.isFailure ? palette.failure : palette.composite)\", label=<\(label(of: state))>]"
        )
        let hasRegions = state.regions.count > 1
        for (index, region) in state.regions.enumerated() {
            if hasRegions {
                openFrame(
                    "state\(state.id)region\(index)",
                    region.name ?? "",
                    style: "rounded,dashed",
                    id: state.regionID(index)
                )
            }
            write(region, place: "\(state.id)_\(index)")
            if hasRegions { closeFrame() }
        }
        closeFrame()
    }

    private mutating func write(_ arrow: DrawnChart.Arrow) {
        let lines = arrow.labels.flatMap { $0.lines(width: adjustment.lineWidth) }.map { " \($0) " }
        var attributes = ["id=\"\(arrow.elementID)\"", "label=\(quoted(lines.joined(separator: "\n")))"]
        if states[arrow.target]?.isFailure == true, arrow.source != arrow.target {
            attributes.append("color=\"\(palette.failureLine)\", fontcolor=\"\(palette.failureLine)\"")
        }
        let ends = clusterEnd("ltail", arrow.source) + clusterEnd("lhead", arrow.target)
        add("\(end(of: arrow.source)) -> \(end(of: arrow.target)) [\(attributes.joined(separator: ", "))\(ends)]")
    }

    private mutating func writeCaptions() {
        let captions = chart.captions(width: 100)
        guard !captions.isEmpty else { return }
        add("graph [labelloc=b, labeljust=l, label=\(quoted(captions.joined(separator: "\n"), lineEnd: "\\l"))]")
    }

    private func node(_ id: Int) -> String { "s\(id)" }

    /// Returns the node where an arrow ends.
    ///
    /// An arrow to a cluster is clipped at the frame of the cluster.
    private func end(of id: Int) -> String {
        guard let inner = states[id]?.regions.first?.states.first else { return node(id) }
        return end(of: inner.id)
    }

    /// Returns the node where the machine begins in a state.
    ///
    /// This is the initial point inside the state if there is one, which Graphviz then places below
    /// the outer point.
    private func beginning(of state: DrawnChart.State) -> String {
        let hasPoint = state.regions.first?.states.contains(where: \.isInitial) ?? false
        return hasPoint ? quoted("initial\(state.id)_0") : end(of: state.id)
    }

    private func clusterEnd(_ attribute: String, _ id: Int, comma: Bool = true) -> String {
        guard states[id]?.regions.isEmpty == false else { return "" }
        return comma ? ", \(attribute)=\"cluster_state\(id)\"" : " [\(attribute)=\"cluster_state\(id)\"]"
    }

    /// Returns a text in quotes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - lineEnd: The end of each line, such as `\l` for left-aligned lines, or `nil` for
    ///     centered lines.
    private func quoted(_ text: String, lineEnd: String? = nil) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line).visible.replacingScalars { ["&": "&amp;", "\\": "\\\\", "\"": "\\\""][$0] }
        }
        return "\"\(lines.joined(separator: lineEnd ?? "\\n"))\(lineEnd ?? "")\""
    }
}

extension DrawnChart.Label {
    /// The description on one line, or on several if it is long and contains a guard or an output.
    fileprivate func lines(width: Int?) -> [String] {
        guard description.count > width ?? 44 else { return [text] }
        let rest = rest.flatMap { $0.visible.wrapped(to: width ?? Self.width).map { "  " + $0 } }
        return [trigger.visible.shortened(to: Self.width)] + rest
    }
}
