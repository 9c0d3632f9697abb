/// The coordinates of a region's rows, and of the labels between them.
struct LayeredRows {
    typealias Point = LayeredLayout.Point
    typealias Box = LayeredLayout.Box

    /// The boxes of the states.
    private(set) var boxes: [Box]
    /// The box around all of it.
    private(set) var size: Box

    private let layers: LayeredRegion
    private var passing: [LayeredRegion.Item: Box] = [:]
    /// The upper left corners of the labels.
    private var labels: [Int: Point] = [:]
    /// Where arrows leave and enter the states, from 0 at the left to 1.
    private var ports: [Port: Double] = [:]

    private struct Port: Hashable {
        var arrow: Int
        var isSource: Bool
    }

    private static let gap = 36.0

    init(
        _ layers: LayeredRegion,
        sizes: [Box],
        margins: [(left: Double, right: Double)],
        labels: [Int: Box],
        at origin: Point
    ) {
        self.layers = layers
        boxes = sizes
        size = Box(x: origin.x, y: origin.y, width: 0, height: 0)
        placeHorizontally(margins, origin.x)
        choosePorts()
        placeVertically(labels, origin.y)
    }

    /// Returns the way of an arrow between two boxes, which may be inside the states of the region.
    func route(of edge: LayeredRegion.Edge, from source: Box?, to target: Box?) -> LayeredLayout.Route {
        let (first, last) = (layers.rowOfState[edge.source], layers.rowOfState[edge.target])
        let start = end(of: edge, isSource: true, at: source ?? boxes[edge.source], isBottom: first <= last)
        let end = end(of: edge, isSource: false, at: target ?? boxes[edge.target], isBottom: first >= last)
        let label = labels[edge.arrow] ?? start
        var points = [start]
        if first == last {
            let middle = Point(x: (start.x + end.x) / 2 + 4, y: label.y)
            return LayeredLayout.Route(points: [start, end], label: middle, dip: label.y)
        }
        for row in layers.passedRows(of: edge) {
            guard let box = passing[.passing(arrow: edge.arrow, row: row)] else { continue }
            let ends = [Point(x: box.center.x, y: box.y), Point(x: box.center.x, y: box.y + box.height)]
            points += first < last ? ends : ends.reversed()
        }
        points.append(end)
        return LayeredLayout.Route(points: points, label: Point(x: Self.x(on: points, at: label.y + 6) + 4, y: label.y))
    }

    private func end(of edge: LayeredRegion.Edge, isSource: Bool, at box: Box, isBottom: Bool) -> Point {
        let isInner = box != boxes[isSource ? edge.source : edge.target]
        let share = isInner ? (isSource ? 0.4 : 0.6) : ports[Port(arrow: edge.arrow, isSource: isSource)] ?? 0.5
        return Point(x: box.x + box.width * share, y: isBottom ? box.y + box.height : box.y)
    }

    /// Returns where a curve crosses a height.
    private static func x(on points: [Point], at y: Double) -> Double {
        for (start, end) in zip(points, points.dropFirst())
        where (min(start.y, end.y)...max(start.y, end.y)).contains(y) {
            var (low, high) = (0.0, 1.0)
            let middle = (start.y + end.y) / 2
            func value(_ from: Double, _ a: Double, _ b: Double, _ to: Double, _ t: Double) -> Double {
                let s = 1 - t
                return s * s * s * from + 3 * s * s * t * a + 3 * s * t * t * b + t * t * t * to
            }
            for _ in 0..<24 {
                let t = (low + high) / 2
                if (value(start.y, middle, middle, end.y, t) < y) == (start.y < end.y) { low = t } else { high = t }
            }
            return value(start.x, start.x, end.x, end.x, low)
        }
        return points[0].x
    }

    private mutating func placeHorizontally(_ margins: [(left: Double, right: Double)], _ left: Double) {
        var widths: [Double] = []
        for row in layers.rows {
            var x = 0.0
            for item in row {
                switch item {
                case .state(let state):
                    boxes[state].x = x + margins[state].left
                    x += margins[state].left + boxes[state].width + margins[state].right
                case .passing:
                    passing[item] = Box(x: x, width: 8, height: 0)
                    x += 8
                }
                x += Self.gap
            }
            widths.append(max(0, x - Self.gap))
        }
        size.width = widths.max() ?? 0
        for (row, width) in zip(layers.rows, widths) {
            for item in row { move(item, by: left + (size.width - width) / 2) }
        }
    }

    private mutating func move(_ item: LayeredRegion.Item, by distance: Double) {
        switch item {
        case .state(let state): boxes[state].x += distance
        case .passing: passing[item]?.x += distance
        }
    }

    private func box(_ item: LayeredRegion.Item) -> Box {
        switch item {
        case .state(let state): boxes[state]
        case .passing: passing[item] ?? Box(width: 0, height: 0)
        }
    }

    /// Spreads the arrows over the sides of the states, in the order of their other ends.
    private mutating func choosePorts() {
        var sides: [[Int]: [(port: Port, x: Double)]] = [:]
        for edge in layers.edges {
            let items = layers.items(along: edge)
            let (first, last) = (layers.rowOfState[edge.source], layers.rowOfState[edge.target])
            sides[[edge.source, first <= last ? 1 : 0], default: []]
                .append((Port(arrow: edge.arrow, isSource: true), box(items[1]).center.x))
            sides[[edge.target, first >= last ? 1 : 0], default: []]
                .append((Port(arrow: edge.arrow, isSource: false), box(items[items.count - 2]).center.x))
        }
        for side in sides.values {
            let sorted = side.sorted { ($0.x, $0.port.arrow) < ($1.x, $1.port.arrow) }
            for (place, end) in sorted.enumerated() {
                ports[end.port] = Double(place + 1) / Double(side.count + 1)
            }
        }
    }

    /// Places the rows below each other, with enough space for the labels between them.
    private mutating func placeVertically(_ sizes: [Int: Box], _ top: Double) {
        var y = top
        for (number, row) in layers.rows.enumerated() {
            let height = row.map { box($0).height }.max() ?? 0
            for item in row {
                switch item {
                case .state(let state): boxes[state].y = y + (height - boxes[state].height) / 2
                case .passing:
                    passing[item]?.y = y
                    passing[item]?.height = height
                }
            }
            y += height
            let edges = layers.edges.filter { edge in
                min(layers.rowOfState[edge.source], layers.rowOfState[edge.target]) == number
            }
            if number + 1 < layers.rows.count || !edges.isEmpty { y = placeLabels(of: edges, sizes, below: y) }
        }
        size.height = y - top
    }

    /// Places labels below a row on shelves, where they cannot cover each other, and returns where
    /// the next row begins.
    private mutating func placeLabels(of edges: [LayeredRegion.Edge], _ sizes: [Int: Box], below top: Double) -> Double
    {
        struct Shelf {
            var ranges: [ClosedRange<Double>]
            var height: Double
        }
        var shelves: [Shelf] = []
        var shelfOfArrow: [Int: Int] = [:]
        for edge in edges {
            let items = layers.items(along: edge)
            // The label is beside the part of the arrow between this row and the next one.
            let isUp = layers.rowOfState[edge.source] > layers.rowOfState[edge.target]
            let near = box(isUp ? items[items.count - 1] : items[0])
            let next = box(isUp ? items[items.count - 2] : items[1])
            let width = sizes[edge.arrow]?.width ?? 0
            let range = min(near.x, next.x) - 8...max(near.x + near.width, next.x + next.width) + width + 8
            size.width = max(size.width, range.upperBound - size.x)
            let free = shelves.firstIndex { !$0.ranges.contains { $0.overlaps(range) } } ?? shelves.count
            if free == shelves.count { shelves.append(Shelf(ranges: [], height: 0)) }
            shelves[free].ranges.append(range)
            shelves[free].height = max(shelves[free].height, sizes[edge.arrow]?.height ?? 0)
            shelfOfArrow[edge.arrow] = free
        }
        var y = top + 14
        var tops: [Double] = []
        for shelf in shelves {
            tops.append(y)
            y += shelf.height + 5
        }
        for (arrow, shelf) in shelfOfArrow { labels[arrow] = Point(x: 0, y: tops[shelf]) }
        return y + 16
    }
}
