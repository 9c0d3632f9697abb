/// The places of a chart's parts in a simple picture, for computers without Graphviz.
///
/// States are in rows, and labels of arrows are between the rows, so they do not cover each other.
/// Graphviz finds pictures with fewer crossings and shorter arrows.
struct LayeredLayout {
    struct Point: Hashable {
        var x: Double
        var y: Double
    }

    struct Box: Hashable {
        var x = 0.0
        var y = 0.0
        var width: Double
        var height: Double

        var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    }

    /// The way of an arrow: points with vertical tangents, and its label.
    struct Route {
        var points: [Point]
        /// The upper left corner of the label.
        var label: Point
        /// The lowest height of an arrow between two states of one row.
        var dip: Double?
    }

    /// The boxes of the states and the frames of the regions, by their identifiers in a picture.
    private(set) var boxes: [String: Box] = [:]
    private(set) var routes: [Int: Route] = [:]
    private(set) var size = Box(width: 0, height: 0)

    /// The sizes of states that are known, by their ``DrawnChart/State/id``.
    private var sizes: [Int: Box] = [:]

    private let chart: DrawnChart
    private let labels: [Int: Box]

    init(of chart: DrawnChart) {
        self.chart = chart
        labels = Dictionary(
            uniqueKeysWithValues: chart.arrows.map { ($0.id, Self.box(of: $0.lines, LayeredText.label)) }
        )
        size = place(chart.regions, at: Point(x: 8, y: 8)) { DrawnChart.regionID($0) }
        size.width += 16
        size.height += 16
    }

    // MARK: Sizes

    private static func box(of lines: [String], _ text: LayeredText) -> Box {
        Box(width: lines.map(text.width).max() ?? 0, height: Double(lines.count) * text.lineHeight)
    }

    /// Returns the size of a state's name and activities.
    static func heading(of state: DrawnChart.State) -> Box {
        let name = box(of: [state.pictureName], .name)
        let activities = box(of: state.pictureActivities, .label)
        return Box(
            width: max(name.width, activities.width) + 16,
            height: name.height + (state.activities.isEmpty ? 16 : 20 + activities.height)
        )
    }

    // MARK: Places

    /// Places regions side by side, and returns the box around them.
    private mutating func place(
        _ regions: [DrawnChart.Region],
        at origin: Point,
        _ id: (Int) -> String
    ) -> Box {
        guard regions.count > 1 else {
            return regions.first.map { place($0, at: origin) } ?? Box(x: origin.x, y: origin.y, width: 0, height: 0)
        }
        var x = origin.x
        var height = 0.0
        for (index, region) in regions.enumerated() {
            var box = place(region, at: Point(x: x + 12, y: origin.y + 28))
            let title = Self.box(of: [region.name ?? ""], .name)
            box = Box(x: x, y: origin.y, width: max(box.width, title.width) + 24, height: box.height + 40)
            boxes[id(index)] = box
            x += box.width + 16
            height = max(height, box.height)
        }
        for index in regions.indices { boxes[id(index)]?.height = height }
        return Box(x: origin.x, y: origin.y, width: x - origin.x - 16, height: height)
    }

    /// Places the states of a region in rows, and returns the box around them.
    private mutating func place(_ region: DrawnChart.Region, at origin: Point) -> Box {
        let states = region.states
        var owners: [Int: Int] = [:]
        for (index, state) in states.enumerated() {
            for inner in state.withInner { owners[inner.id] = index }
        }
        let edges = chart.arrows.compactMap { arrow -> LayeredRegion.Edge? in
            guard let source = owners[arrow.source], let target = owners[arrow.target], source != target else {
                return nil
            }
            return LayeredRegion.Edge(arrow: arrow.id, source: source, target: target)
        }
        let initial = states.indices.filter { states[$0].isInitial }
        let layers = LayeredRegion(count: states.count, initial: initial, edges: edges)
        // The widths are needed before the places, and the places of the inner states follow.
        let sizes = states.map { size(of: $0) }
        let row = LayeredRows(layers, sizes: sizes, margins: states.map(margins), labels: labels, at: origin)
        for (index, state) in states.enumerated() {
            _ = place(state, at: Point(x: row.boxes[index].x, y: row.boxes[index].y))
        }
        for edge in edges {
            guard let arrow = chart.arrows.first(where: { $0.id == edge.arrow }) else { continue }
            routes[edge.arrow] = row.route(
                of: edge,
                from: boxes[DrawnChart.State.elementID(arrow.source)],
                to: boxes[DrawnChart.State.elementID(arrow.target)]
            )
        }
        return row.size
    }

    /// Returns the size of a state, which does not depend on its place.
    private mutating func size(of state: DrawnChart.State) -> Box {
        if let known = sizes[state.id] { return known }
        var copy = self
        let size = copy.place(state, at: Point(x: 0, y: 0))
        sizes = copy.sizes
        sizes[state.id] = size
        return size
    }

    private mutating func place(_ state: DrawnChart.State, at origin: Point) -> Box {
        var box = Self.heading(of: state)
        if !state.regions.isEmpty {
            let top = Point(x: origin.x + 12, y: origin.y + box.height + 8)
            let inner = place(state.regions, at: top) { state.regionID($0) }
            box.width = max(box.width, inner.width + 24)
            box.height += inner.height + 20
        }
        (box.x, box.y) = (origin.x, origin.y)
        boxes[state.elementID] = box
        return box
    }

    /// Returns the space beside a state, which its own arrow and the marks of the beginning and the
    /// end need.
    private func margins(of state: DrawnChart.State) -> (left: Double, right: Double) {
        let own = chart.arrows.first { $0.source == state.id && $0.target == state.id }
        let loop = own.map { 34 + (labels[$0.id]?.width ?? 0) } ?? 0
        return (state.isInitial ? 32 : 0, max(loop, state.isFinal ? 36 : 0))
    }
}

/// A kind of text in a picture, whose width is estimated.
struct LayeredText {
    let size: Double
    let lineHeight: Double
    private let widthOfLetter: Double

    static let name = LayeredText(size: 12, lineHeight: 15, widthOfLetter: 7.4)
    static let label = LayeredText(size: 10, lineHeight: 12, widthOfLetter: 5.6)

    func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? widthOfLetter : 2 * widthOfLetter) }
    }
}

extension DrawnChart.Arrow {
    /// The lines of the labels in a picture.
    var lines: [String] { labels.map(\.text) }
}

extension DrawnChart.State {
    /// The name, shortened for a picture.
    var pictureName: String { name.visible.shortened(to: 48) }

    /// The activities, shortened for a picture.
    var pictureActivities: [String] { activities.map { $0.visible.shortened(to: 48) } }
}
