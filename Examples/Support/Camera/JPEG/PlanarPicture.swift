/// A picture in the colors of a JPEG file, with one plane for brightness and two for color.
struct PlanarPicture {
    /// A color with three components from 0 to 255.
    struct Color {
        let parts: (luma: UInt8, blue: UInt8, red: UInt8)

        /// Converts a color from red, green and blue (JFIF 1.02, page 3).
        init(red: Int, green: Int, blue: Int) {
            func part(_ value: Int) -> UInt8 { UInt8(min(max((value + 500) / 1000, 0), 255)) }
            parts = (
                part(299 * red + 587 * green + 114 * blue),
                part(-169 * red - 331 * green + 500 * blue + 128_000),
                part(500 * red - 419 * green - 81 * blue + 128_000)
            )
        }
    }

    let width: Int
    let height: Int

    /// The planes for brightness, blue and red, with one byte per pixel, in rows.
    private(set) var planes: [[UInt8]]

    /// Creates a picture of one color, whose sides are multiples of 8.
    init(width: Int, height: Int, color: Color) {
        precondition(width % 8 == 0 && height % 8 == 0, "the sides of a picture are multiples of 8")
        self.width = width
        self.height = height
        planes = [color.parts.luma, color.parts.blue, color.parts.red].map {
            [UInt8](repeating: $0, count: width * height)
        }
    }

    /// Fills the part of a rectangle that is inside the picture.
    mutating func fill(x: Range<Int>, y: Range<Int>, with color: Color) {
        let (x, y) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        guard !x.isEmpty else { return }
        for (plane, part) in [color.parts.luma, color.parts.blue, color.parts.red].enumerated() {
            planes[plane].withUnsafeMutableBufferPointer { pixels in
                for row in y {
                    pixels[row * width + x.lowerBound..<row * width + x.upperBound].update(repeating: part)
                }
            }
        }
    }

    /// Fills the part of a disc that is inside the picture.
    mutating func fillDisc(x: Int, y: Int, radius: Int, with color: Color) {
        for row in -radius...radius {
            let reach = Int(Double(radius * radius - row * row).squareRoot())
            fill(x: x - reach..<x + reach + 1, y: y + row..<y + row + 1, with: color)
        }
    }
}
