import StateMachineDiagrams

/// The diagram of a page, which Graphviz lays out for the space in a window.
///
/// Each region is laid out by itself. The regions are then arranged in rows or columns, in the
/// directions and with the labels that make the picture as large as possible.
struct PageDiagram {
    private let chart: DrawnChart
    private let space: DiagramSpace

    /// The layouts of each region from which the picture is chosen.
    private let regions: [[LaidOutChart]]

    /// The space inside a frame: at its sides, and at the top for the name of the region.
    private static let (margin, heading) = (6.0, 20.0)

    /// The space around the frames, which have lines of some width.
    private static let edge = 2.0

    /// The height of a line below the regions, and the average width of its letters.
    private static let (lineHeight, letterWidth) = (13.0, 5.2)

    /// Lays out a chart in every direction, with shorter and longer lines in its labels.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - space: The space on the page.
    ///   - layOut: A closure that has Graphviz draw a source.
    init(of chart: DrawnChart, for space: DiagramSpace, layOut: (_ dot: String) throws -> GraphvizLayout) throws {
        self.chart = chart
        self.space = space
        regions = try chart.separateRegions.map { region in
            var sources: [String] = []
            for lineWidth in space.lineWidths {
                for direction in [DrawnChart.Direction.down, .right] {
                    let source = region.graphviz(pointing: direction, .init(lineWidth: lineWidth))
                    if !sources.contains(source) { sources.append(source) }
                }
            }
            return try sources.map { try LaidOutChart(layOut($0)) }
        }
    }

    /// The picture as an SVG element.
    var svg: String {
        if regions.count == 1 {
            return regions[0].dropFirst().reduce(regions[0][0]) { best, next in
                rank(next.width, next.height, [next]) > rank(best.width, best.height, [best]) ? next : best
            }.svg
        }
        let starts = (0..<(regions.map(\.count).max() ?? 0)).map { index in
            improved(arranged(regions.map { $0[min(index, $0.count - 1)] }))
        }
        let best = starts.dropFirst().reduce(starts[0]) { $1.rank > $0.rank ? $1 : $0 }
        return svg(best.layouts, in: best.arrangement)
    }

    /// Changes the layouts of regions one by one as long as that makes the picture better.
    private func improved(_ start: Arranged) -> Arranged {
        var best = start
        var isChanged = true
        while isChanged {
            isChanged = false
            for (index, layouts) in regions.enumerated() {
                for layout in layouts {
                    var others = best.layouts
                    others[index] = layout
                    let next = arranged(others)
                    if next.rank > best.rank { (best, isChanged) = (next, true) }
                }
            }
        }
        return best
    }

    /// Returns how good a picture is: it can be read, no texts cover each other, and it is low.
    private func rank(_ width: Double, _ height: Double, _ layouts: [LaidOutChart]) -> Double {
        let overlaps = layouts.reduce(0) { $0 + $1.overlaps }
        let area = layouts.reduce(0) { $0 + $1.width * $1.height }
        let quality = space.quality(width: width, height: height, filled: area / (width * height))
        return quality - 0.2 * Double(overlaps) - height / 1e5
    }

    private typealias Arranged = (layouts: [LaidOutChart], arrangement: RegionArrangement, rank: Double)

    /// Returns the best arrangement of some layouts.
    private func arranged(_ layouts: [LaidOutChart]) -> Arranged {
        let sizes = zip(layouts, chart.regions).map { layout, region in
            let name = Double(region.name?.count ?? 0) * 8
            return (max(layout.width, name) + 2 * Self.margin, layout.height + Self.margin + Self.heading)
        }
        let all = RegionArrangement.all(sizes).map { arrangement -> Arranged in
            let (width, height) = size(of: arrangement)
            return (layouts, arrangement, rank(width, height, layouts))
        }
        return all.dropFirst().reduce(all[0]) { $1.rank > $0.rank ? $1 : $0 }
    }

    private func captions(below arrangement: RegionArrangement) -> [String] {
        chart.captions(width: max(40, Int(arrangement.width / Self.letterWidth)))
    }

    private func size(of arrangement: RegionArrangement) -> (width: Double, height: Double) {
        let lines = Double(captions(below: arrangement).count)
        return (arrangement.width + 2 * Self.edge, arrangement.height + lines * Self.lineHeight + 3 * Self.edge)
    }

    private func svg(_ layouts: [LaidOutChart], in arrangement: RegionArrangement) -> String {
        var lines: [String] = []
        for (index, (layout, frame)) in zip(layouts, arrangement.frames).enumerated() {
            let (x, y) = (frame.x + Self.edge, frame.y + Self.edge)
            lines.append(
                """
                <g id="\(DrawnChart.regionID(index))" class="cluster">
                <rect x="\(x)" y="\(y)" width="\(frame.width)" height="\(frame.height)" rx="12" \
                fill="white" stroke="\(DiagramColors.light.frame)" stroke-dasharray="5,2"/>
                \(text(chart.regions[index].name ?? "", x: x + 8, y: y + 16, size: 12))
                </g>
                """
            )
            let (left, top) = (x + (frame.width - layout.width) / 2, y + Self.heading)
            // In a frame that is higher than its region, the region is in the middle.
            let below = (frame.height - Self.heading - Self.margin - layout.height) / 2
            lines.append(layout.shapes(x: left, y: top + below, prefix: "region\(index)_"))
        }
        for (index, caption) in captions(below: arrangement).enumerated() {
            let y = arrangement.height + Self.edge + Double(index + 1) * Self.lineHeight
            lines.append(text(caption, x: Self.edge, y: y, size: 10))
        }
        let (width, height) = size(of: arrangement)
        return """
            <svg width="\(width)pt" height="\(height)pt" viewBox="0 0 \(width) \(height)" \
            xmlns="http://www.w3.org/2000/svg">
            <g id="graph0" class="graph">
            \(lines.joined(separator: "\n"))
            </g>
            </svg>
            """
    }

    private func text(_ text: String, x: Double, y: Double, size: Int) -> String {
        """
        <text x="\(x)" y="\(y)" font-family="Helvetica,Arial,sans-serif" font-size="\(size)" \
        fill="\(DiagramColors.light.ink)">\(text.escapedForXML)</text>
        """
    }
}
