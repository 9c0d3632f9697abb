extension DrawnChart {
    /// Returns a simple picture of the chart, which needs no other program.
    ///
    /// Its elements have the identifiers and classes of a picture that Graphviz lays out.
    package func layeredSVG(_ palette: DiagramColors = .light) -> String {
        LayeredPicture(self, palette).svg
    }
}

private struct LayeredPicture {
    private let chart: DrawnChart
    private let palette: DiagramColors
    private let layout: LayeredLayout
    private typealias Point = LayeredLayout.Point
    private typealias Box = LayeredLayout.Box

    init(_ chart: DrawnChart, _ palette: DiagramColors) {
        self.chart = chart
        self.palette = palette
        layout = LayeredLayout(of: chart)
    }

    var svg: String {
        let captions = chart.captions(width: 100)
        let bottom = layout.size.height + Double(captions.count) * LayeredText.name.lineHeight
        let width = max(layout.size.width, (captions.map(LayeredText.name.width).max() ?? 0) + 16)
        let notes = captions.enumerated().map { line, caption in
            text(caption, .name, Point(x: 8, y: layout.size.height + Double(line) * LayeredText.name.lineHeight))
        }
        return """
            <svg width="\(number(width))pt" height="\(number(bottom + 8))pt" \
            viewBox="0 0 \(number(width)) \(number(bottom + 8))" xmlns="http://www.w3.org/2000/svg">
            <g class="graph">
            <polygon fill="\(palette.background)" stroke="none" \
            points="0,0 \(number(width)),0 \(number(width)),\(number(bottom + 8)) 0,\(number(bottom + 8))"/>
            \((regions(chart.regions) { DrawnChart.regionID($0) } + chart.arrows.map(element) + notes).joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    // MARK: States

    private func regions(_ regions: [DrawnChart.Region], _ id: (Int) -> String) -> [String] {
        regions.enumerated().flatMap { index, region -> [String] in
            let frame = regions.count > 1 ? [self.frame(id(index), region.name ?? "")] : []
            return frame + region.states.flatMap(elements)
        }
    }

    private func frame(_ id: String, _ title: String) -> String {
        guard let box = layout.boxes[id] else { return "" }
        let shape = rectangle(box, fill: "none", stroke: palette.frame, " stroke-dasharray=\"5,2\"")
        return group(id, "cluster", [shape, text(title.visible, .name, Point(x: box.x + 10, y: box.y + 6))])
    }

    private func elements(of state: DrawnChart.State) -> [String] {
        guard let box = layout.boxes[state.elementID] else { return [] }
        let fill = state.isFailure ? palette.failure : state.regions.isEmpty ? palette.state : palette.composite
        let stroke = state.isFailure ? palette.failureLine : palette.line
        var parts = [rectangle(box, fill: fill, stroke: stroke)]
        if state.isEnd {
            let outer = Box(x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8)
            parts.append(rectangle(outer, fill: "none", stroke: stroke))
        }
        parts.append(text(state.pictureName, .name, Point(x: box.x + 8, y: box.y + 8), isBold: true))
        if !state.activities.isEmpty {
            let line = box.y + 27
            parts.append(path([Point(x: box.x, y: line), Point(x: box.x + box.width, y: line)], palette.frame))
            parts += state.pictureActivities.enumerated().map { index, activity in
                let y = line + 4 + Double(index) * LayeredText.label.lineHeight
                return text(activity, .label, Point(x: box.x + 8, y: y), color: palette.note)
            }
        }
        return [group(state.elementID, state.regions.isEmpty ? "node" : "cluster", parts)] + marks(of: state, box)
            + regions(state.regions) { state.regionID($0) }
    }

    /// Returns the disc before an initial state, and the disc in a ring after a final state.
    private func marks(of state: DrawnChart.State, _ box: Box) -> [String] {
        let (left, right, y) = (box.x, box.x + box.width, box.y + box.height * 0.75)
        let disc = "<circle fill=\"\(palette.ink)\" stroke=\"\(palette.ink)\""
        var marks: [String] = []
        if state.isInitial {
            marks.append("\(disc) cx=\"\(number(left - 26))\" cy=\"\(number(box.center.y))\" r=\"6\"/>")
            marks += arrow([Point(x: left - 20, y: box.center.y), Point(x: left, y: box.center.y)], palette.line)
        }
        if state.isFinal {
            marks.append("\(disc) cx=\"\(number(right + 28))\" cy=\"\(number(y))\" r=\"4\"/>")
            marks.append(
                "<circle fill=\"none\" stroke=\"\(palette.ink)\" cx=\"\(number(right + 28))\" cy=\"\(number(y))\" r=\"7\"/>"
            )
            marks += arrow([Point(x: right, y: y), Point(x: right + 21, y: y)], palette.line)
        }
        return marks
    }

    // MARK: Arrows

    private func element(_ arrow: DrawnChart.Arrow) -> String {
        let fails = arrow.source != arrow.target && chart.allStates.contains { $0.id == arrow.target && $0.isFailure }
        let color = fails ? palette.failureLine : palette.line
        let route = layout.routes[arrow.id] ?? ownRoute(of: arrow)
        let corner = route.label
        let labels = arrow.lines.enumerated().map { line, words in
            let y = corner.y + Double(line) * LayeredText.label.lineHeight
            return text(words, .label, Point(x: corner.x, y: y), color: fails ? color : palette.ink, hasHalo: true)
        }
        return group(arrow.elementID, "edge", self.arrow(route.points, color, dip: route.dip) + labels)
    }

    /// Returns the way of an arrow from a state to itself, or to a state around it or inside it.
    private func ownRoute(of arrow: DrawnChart.Arrow) -> LayeredLayout.Route {
        let source = layout.boxes[DrawnChart.State.elementID(arrow.source)] ?? layout.size
        let target = layout.boxes[DrawnChart.State.elementID(arrow.target)] ?? layout.size
        if arrow.source == arrow.target {
            let (right, y) = (source.x + source.width, source.y + min(source.height / 2, 16))
            let corners = [(right, y - 6), (right + 22, y - 6), (right + 22, y + 6), (right, y + 6)]
            let points = corners.map { Point(x: $0.0, y: $0.1) }
            return LayeredLayout.Route(points: points, label: Point(x: right + 26, y: y - 6))
        }
        let isInward = source.height > target.height
        let (outer, inner) = isInward ? (source, target) : (target, source)
        let ends = [Point(x: inner.center.x + 10, y: outer.y), Point(x: inner.center.x + 10, y: inner.y)]
        let label = Point(x: inner.center.x + 14, y: inner.y - 14)
        return LayeredLayout.Route(points: isInward ? ends : ends.reversed(), label: label)
    }

    private func arrow(_ points: [Point], _ color: String, dip: Double? = nil) -> [String] {
        guard points.count > 1, let end = points.last else { return [] }
        let before = points[points.count - 2]
        let isLevel = before.y == end.y && dip == nil
        let sign = isLevel ? (before.x < end.x ? -1.0 : 1) : (before.y < end.y && dip == nil ? -1.0 : 1)
        let wings = [-3.0, 3].map { wing in
            isLevel ? Point(x: end.x + 7 * sign, y: end.y + wing) : Point(x: end.x + wing, y: end.y + 7 * sign)
        }
        let corners = [end] + wings
        let list = corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        return [path(points, color, dip: dip), "<polygon fill=\"\(color)\" stroke=\"\(color)\" points=\"\(list)\"/>"]
    }

    /// Returns a curve through points, vertical in each of them, or straight between points at one
    /// height.
    private func path(_ points: [Point], _ color: String, dip: Double? = nil) -> String {
        var data = "M\(number(points[0].x)),\(number(points[0].y))"
        for (start, end) in zip(points, points.dropFirst()) {
            // A curve reaches three quarters of the height of its control points.
            let middle = dip.map { start.y + ($0 - start.y) / 0.75 } ?? (start.y + end.y) / 2
            data +=
                (start.y == end.y || start.x == end.x) && dip == nil
                ? "L\(number(end.x)),\(number(end.y))"
                : "C\(number(start.x)),\(number(middle)) \(number(end.x)),\(number(middle)) \(number(end.x)),\(number(end.y))"
        }
        return "<path fill=\"none\" stroke=\"\(color)\" d=\"\(data)\"/>"
    }

    // MARK: Elements

    private func group(_ id: String, _ kind: String, _ parts: [String]) -> String {
        "<g id=\"\(id)\" class=\"\(kind)\">\n\(parts.joined(separator: "\n"))\n</g>"
    }

    private func rectangle(_ box: Box, fill: String, stroke: String, _ style: String = "") -> String {
        let (width, height) = (number(box.width - 12), number(box.height - 12))
        return """
            <path fill="\(fill)" stroke="\(stroke)"\(style) d="M\(number(box.x + 6)),\(number(box.y))h\(width)\
            q6,0 6,6v\(height)q0,6 -6,6h-\(width)q-6,0 -6,-6v-\(height)q0,-6 6,-6z"/>
            """
    }

    private func text(
        _ text: String,
        _ kind: LayeredText,
        _ corner: Point,
        color: String? = nil,
        isBold: Bool = false,
        hasHalo: Bool = false
    ) -> String {
        let halo = hasHalo ? " paint-order=\"stroke\" stroke=\"\(palette.background)\" stroke-width=\"3\"" : ""
        return """
            <text x="\(number(corner.x))" y="\(number(corner.y + kind.size))" font-family="Helvetica,Arial,sans-serif" \
            font-size="\(number(kind.size))"\(isBold ? " font-weight=\"bold\"" : "") fill="\(color ?? palette.ink)"\(halo)>\
            \(text.escapedForXML)</text>
            """
    }

    private func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
