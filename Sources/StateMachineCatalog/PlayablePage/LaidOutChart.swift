/// A chart, or one of its regions, as Graphviz has drawn it.
struct LaidOutChart {
    /// The SVG element.
    let svg: String

    let width: Double
    let height: Double

    /// The number of labels that cover each other, a state or a heading.
    let overlaps: Int

    /// The position of the drawing's zero point in the SVG element.
    private let origin: (x: Double, y: Double)

    /// Reads the size of a picture.
    init(_ layout: GraphvizLayout) throws {
        svg = layout.svg
        guard let size = svg.firstMatch(of: /viewBox="0\.00 0\.00 ([0-9.]+) ([0-9.]+)"/),
            let zero = svg.firstMatch(of: /translate\(([0-9.]+) ([0-9.]+)\)/),
            let width = Double(size.1), let height = Double(size.2), let x = Double(zero.1), let y = Double(zero.2)
        else { throw Problem("dot wrote a picture without a size. Try another version of Graphviz.") }
        (self.width, self.height, origin) = (width, height, (x, y))
        overlaps = layout.coveredLabels
    }

    /// Returns the shapes at a position of a larger picture.
    ///
    /// - Parameters:
    ///   - x: The left side.
    ///   - y: The top.
    ///   - prefix: The beginning of the identifiers that Graphviz chose itself.
    func shapes(x: Double, y: Double, prefix: String) -> String {
        // The background comes before the first group inside the whole drawing.
        guard
            let start = svg.firstRange(of: "<g id=\"graph0\"").flatMap({ svg[$0.upperBound...].firstRange(of: "<g ") }),
            let end = svg.ranges(of: "</g>").last
        else { return "" }
        let (x, y) = (x + origin.x, y + origin.y)
        return String(svg[start.lowerBound..<end.lowerBound])
            .replacing(/\sid="(node|edge|clust)/) { " id=\"\(prefix)\($0.1)" }
            .replacing(/\s(points|d)="([^"]*)"/) { attribute in
                let moved = attribute.2.replacing(/(-?[0-9.]+),(-?[0-9.]+)/) { point in
                    "\(Self.moved(point.1, x)),\(Self.moved(point.2, y))"
                }
                return " \(attribute.1)=\"\(moved)\""
            }
            .replacing(/\s(c?)(x|y)="(-?[0-9.]+)"/) { attribute in
                " \(attribute.1)\(attribute.2)=\"\(Self.moved(attribute.3, attribute.2 == "x" ? x : y))\""
            }
    }

    private static func moved(_ number: Substring, _ distance: Double) -> Double {
        (((Double(number) ?? 0) + distance) * 100).rounded() / 100
    }
}
