/// The places of texts, states, frames and arrows in a layout, as Graphviz writes them in JSON.
struct LayoutGeometry: Decodable {
    /// The states and frames.
    let objects: [Item]?

    /// The arrows.
    let edges: [Item]?

    /// A state, a frame or an arrow.
    struct Item: Decodable {
        let name: String?
        let tail: Int?
        let head: Int?

        /// The numbers of the states in a frame.
        let nodes: [Int]?

        private let bb: String?
        private let pos: String?
        private let width: String?
        private let height: String?
        private let lines: [Operation]?
        private let texts: [Operation]?

        private enum CodingKeys: String, CodingKey {
            case name, tail, head, nodes, bb, pos, width, height
            case lines = "_draw_"
            case texts = "_ldraw_"
        }

        /// Something that Graphviz draws.
        struct Operation: Decodable {
            let op: String
            let size: Double?
            let pt: [Double]?
            let align: String?
            let width: Double?
            let text: String?
            let points: [[Double]]?
        }
    }
}

extension LayoutGeometry {
    /// A rectangle, with y upward.
    struct Box {
        var left, bottom, right, top: Double

        /// How far boxes reach into each other without touching to the eye, because Graphviz
        /// leaves space around texts.
        static let tolerance = 2.0

        func overlaps(_ other: Box) -> Bool {
            min(right, other.right) - max(left, other.left) > Self.tolerance
                && min(top, other.top) - max(bottom, other.bottom) > Self.tolerance
        }

        /// The box that is smaller on each side by the tolerance, or larger if it is negative.
        func inset(by distance: Double = tolerance) -> Box {
            Box(left: left + distance, bottom: bottom + distance, right: right - distance, top: top - distance)
        }

        func contains(_ other: Box) -> Bool {
            left <= other.left && bottom <= other.bottom && other.right <= right && other.top <= top
        }
    }

    /// A piece of an arrow: a cubic Bézier curve.
    struct Curve {
        /// The four points that define the curve.
        let points: ArraySlice<[Double]>

        /// Whether the curve has a point in a box.
        func enters(_ box: Box) -> Bool {
            let (x, y) = (points.map { $0[0] }, points.map { $0[1] })
            // The curve does not leave the rectangle around its four points.
            guard let left = x.min(), let right = x.max(), let bottom = y.min(), let top = y.max(),
                left < box.right, box.left < right, bottom < box.top, box.bottom < top
            else { return false }
            return (0...64).contains { step in
                let part = Double(step) / 64
                let (x, y) = (Self.value(x, part), Self.value(y, part))
                return box.left < x && x < box.right && box.bottom < y && y < box.top
            }
        }

        private static func value(_ points: [Double], _ part: Double) -> Double {
            let rest = 1 - part
            return rest * rest * rest * points[0] + 3 * rest * rest * part * points[1]
                + 3 * rest * part * part * points[2] + part * part * part * points[3]
        }
    }
}

extension LayoutGeometry.Item {
    typealias Box = LayoutGeometry.Box

    /// Whether this is the frame of a state or a region.
    var isFrame: Bool { name?.hasPrefix("cluster") ?? false }

    /// The rectangle of a frame.
    var frame: Box? {
        let corners = Self.numbers(bb)
        return corners.count == 4
            ? Box(left: corners[0], bottom: corners[1], right: corners[2], top: corners[3]) : nil
    }

    /// The rectangle of a state.
    var node: Box? {
        let center = Self.numbers(pos)
        guard center.count == 2, let width = width.flatMap(Double.init), let height = height.flatMap(Double.init) else {
            return nil
        }
        // Sizes are in inches.
        let (x, y) = (36 * width, 36 * height)
        return Box(left: center[0] - x, bottom: center[1] - y, right: center[0] + x, top: center[1] + y)
    }

    /// The rectangle of each line of the label.
    var labels: [Box] {
        var size = 0.0
        return (texts ?? []).compactMap { operation in
            size = operation.size ?? size
            guard let point = operation.pt, point.count == 2, let width = operation.width,
                operation.text?.contains(where: { $0 != " " }) == true
            else { return nil }
            let left = point[0] - width * (["l": 0, "r": 1][operation.align] ?? 0.5)
            return Box(left: left, bottom: point[1] - 0.2 * size, right: left + width, top: point[1] + 0.8 * size)
        }
    }

    /// The pieces of an arrow.
    var curves: [LayoutGeometry.Curve] {
        (lines ?? []).filter { $0.op.lowercased() == "b" }.compactMap(\.points).flatMap { points in
            guard points.allSatisfy({ $0.count == 2 }) else { return [LayoutGeometry.Curve]() }
            return stride(from: 0, to: points.count - 3, by: 3).map {
                LayoutGeometry.Curve(points: points[$0...$0 + 3])
            }
        }
    }

    private static func numbers(_ text: String?) -> [Double] {
        text?.split(separator: ",").compactMap { Double($0) } ?? []
    }
}
