/// Frames of regions in rows or in columns.
struct RegionArrangement {
    /// A frame's position and size in points.
    struct Frame {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// The space between frames.
    private static let gap = 10.0

    private(set) var frames: [Frame] = []

    /// The width of all frames together.
    var width: Double { frames.map { $0.x + $0.width }.max() ?? 0 }

    /// The height of all frames together.
    var height: Double { frames.map { $0.y + $0.height }.max() ?? 0 }

    /// Places frames in rows or columns, whose frames have the same height or width.
    ///
    /// - Parameters:
    ///   - sizes: The smallest size of each frame.
    ///   - counts: The number of frames in each row or column.
    ///   - isInRows: Whether the first frames are in a row rather than in a column.
    init(_ sizes: [(width: Double, height: Double)], counts: [Int], isInRows: Bool) {
        var (rest, across) = (sizes[...], 0.0)
        for count in counts {
            let line = rest.prefix(count)
            rest = rest.dropFirst(count)
            let depth = line.map { isInRows ? $0.height : $0.width }.max() ?? 0
            var along = 0.0
            for (width, height) in line {
                frames.append(
                    isInRows
                        ? Frame(x: along, y: across, width: width, height: depth)
                        : Frame(x: across, y: along, width: depth, height: height)
                )
                along += (isInRows ? width : height) + Self.gap
            }
            across += depth + Self.gap
        }
    }

    /// Returns ways to place frames, or all ways if there are only a few frames.
    static func all(_ sizes: [(width: Double, height: Double)]) -> [RegionArrangement] {
        let equal = (1...max(1, sizes.count)).map { Array(repeating: $0, count: (sizes.count + $0 - 1) / $0) }
        return (sizes.count > 6 ? equal : sums(to: sizes.count)).flatMap { counts in
            [true, false].map { RegionArrangement(sizes, counts: counts, isInRows: $0) }
        }
    }

    /// Returns every sequence of positive numbers with a sum.
    private static func sums(to sum: Int) -> [[Int]] {
        if sum == 0 { return [[]] }
        return (1...sum).flatMap { first in sums(to: sum - first).map { [first] + $0 } }
    }
}
