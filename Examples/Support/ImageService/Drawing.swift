/// Draws the picture of a record.
///
/// The sky has one of many palettes, and one of a few shapes is in front of it.
struct Drawing {
    private enum Shade {
        static let sky: Range<Int> = 0..<128
        static let front: Range<Int> = 128..<192
        static let light: Range<Int> = 192..<256
    }

    private let record: ImageRecord
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    /// Returns the picture of a record with a given width.
    static func picture(of record: ImageRecord, width: Int) -> PalettePicture {
        var drawing = Drawing(record: record, width: width)
        drawing.drawSky()
        switch record.number(below: 4, for: .shape) {
        case 0: drawing.drawSunAndHills()
        case 1: drawing.drawFlower()
        case 2: drawing.drawTowers()
        default: drawing.drawBubbles()
        }
        return PalettePicture(
            width: width,
            height: drawing.height,
            palette: Palette.colors(for: record),
            pixels: drawing.pixels
        )
    }

    private init(record: ImageRecord, width: Int) {
        self.record = record
        self.width = width
        height = record.height(forWidth: width)
        pixels = [UInt8](repeating: 0, count: width * height)
    }

    private mutating func drawSky() {
        for row in 0..<height {
            fill(row, from: 0, to: width, with: shade(Shade.sky, row, of: height))
        }
    }

    private mutating func drawSunAndHills() {
        let detail = record.number(below: 60, for: .detail)
        drawDisc(x: width * (20 + detail) / 100, y: height / 3, radius: min(width, height) / 7, in: Shade.light)
        for hill in 0..<3 {
            let x = width * (detail + hill * 45) % (width * 5 / 4)
            let radius = width * (5 + hill) / 10
            drawDisc(x: x, y: height + radius * 6 / 10, radius: radius, in: Shade.front)
        }
    }

    private mutating func drawFlower() {
        let radius = min(width, height) / 7
        // The corners of a hexagon, in thousandths of the radius. Integers look the same on every
        // machine.
        let corners = [(1000, 0), (500, 866), (-500, 866), (-1000, 0), (-500, -866), (500, -866)]
        for (x, y) in corners {
            let (dx, dy) = (x * radius * 13 / 10_000, y * radius * 13 / 10_000)
            drawDisc(x: width / 2 + dx, y: height / 2 + dy, radius: radius, in: Shade.light)
        }
        drawDisc(x: width / 2, y: height / 2, radius: radius * 8 / 10, in: Shade.front)
    }

    private mutating func drawTowers() {
        var generator = SplitMix64(seed: UInt64(record.id))
        let towerWidth = max(1, width / 9)
        for left in stride(from: 0, to: width, by: towerWidth) {
            let top = height * Int.random(in: 30...80, using: &generator) / 100
            for row in top..<height {
                let color = shade(Shade.front, row - top, of: height)
                fill(row, from: left, to: left + towerWidth * 9 / 10, with: color)
            }
        }
    }

    private mutating func drawBubbles() {
        var generator = SplitMix64(seed: UInt64(record.id))
        for number in 0..<9 {
            drawDisc(
                x: width * Int.random(in: 5...95, using: &generator) / 100,
                y: height * Int.random(in: 5...95, using: &generator) / 100,
                radius: max(2, width * Int.random(in: 4...14, using: &generator) / 100),
                in: number.isMultiple(of: 2) ? Shade.light : Shade.front
            )
        }
    }

    private mutating func drawDisc(x: Int, y: Int, radius: Int, in shades: Range<Int>) {
        for row in max(0, y - radius)..<max(0, min(height, y + radius)) {
            let distance = row - y
            let reach = Int(Double(radius * radius - distance * distance).squareRoot())
            fill(row, from: x - reach, to: x + reach, with: shade(shades, distance + radius, of: 2 * radius))
        }
    }

    /// Returns the shade at a position in a sequence of shades.
    private func shade(_ shades: Range<Int>, _ place: Int, of length: Int) -> UInt8 {
        UInt8(shades.lowerBound + shades.count * min(place, length - 1) / max(1, length))
    }

    private mutating func fill(_ row: Int, from left: Int, to right: Int, with shade: UInt8) {
        let (left, right) = (min(max(left, 0), width), min(max(right, 0), width))
        guard left < right else { return }
        let range = row * width + left..<row * width + right
        pixels.withUnsafeMutableBufferPointer { $0[range].update(repeating: shade) }
    }
}
