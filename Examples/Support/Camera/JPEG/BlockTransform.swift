/// The cosine transform of a block of 8 by 8 pixels, and its quantization.
///
/// The algorithm is by Arai, Agui and Nakajima ("A fast DCT-SQ scheme for images", 1988). It leaves
/// out a factor of each coefficient, which the divisors contain instead.
struct BlockTransform {
    private static let scales: [Float] = [
        1, 1.387_039_845, 1.306_562_965, 1.175_875_602, 1, 0.785_694_958, 0.541_196_1, 0.275_899_379,
    ]

    private static let divisors: [Float] = (0..<64).map {
        Float(JPEGTables.quantization[$0]) * scales[$0 / 8] * scales[$0 % 8] * 8
    }

    private var values = [Float](repeating: 0, count: 64)

    /// The quantized coefficients, in the order of a file.
    private(set) var coefficients = [Int](repeating: 0, count: 64)

    /// The quantized first coefficient of a block with only one color.
    private(set) var direct = 0

    /// Loads a block of a plane.
    ///
    /// - Returns: Whether the block has only one color and needs no transform, which is true for
    ///   most blocks.
    mutating func load(_ plane: [UInt8], at start: Int, width: Int) -> Bool {
        plane.withUnsafeBytes { pixels in
            let first = pixels.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let color = first & 0xFF
            var isFlat = first == color &* 0x0101_0101_0101_0101
            for row in 1..<8 where isFlat {
                isFlat = pixels.loadUnaligned(fromByteOffset: start + row * width, as: UInt64.self) == first
            }
            if isFlat {
                direct = Int((8 * (Float(pixels[start]) - 128) / Float(JPEGTables.quantization[0])).rounded())
                return true
            }
            for place in 0..<64 { values[place] = Float(pixels[start + place / 8 * width + place % 8]) - 128 }
            return false
        }
    }

    /// Transforms the loaded block.
    mutating func run() {
        values.withUnsafeMutableBufferPointer { values in
            for row in 0..<8 { Self.transform(&values, from: row * 8, by: 1) }
            for column in 0..<8 { Self.transform(&values, from: column, by: 8) }
        }
        for (place, source) in JPEGTables.zigzag.enumerated() {
            coefficients[place] = Int((values[source] / Self.divisors[source]).rounded())
        }
    }

    private static func transform(_ v: inout UnsafeMutableBufferPointer<Float>, from start: Int, by step: Int) {
        let (i0, i1, i2, i3) = (start, start + step, start + 2 * step, start + 3 * step)
        let (i4, i5, i6, i7) = (start + 4 * step, start + 5 * step, start + 6 * step, start + 7 * step)
        let (sum0, sum1, sum2, sum3) = (v[i0] + v[i7], v[i1] + v[i6], v[i2] + v[i5], v[i3] + v[i4])
        let (difference0, difference1) = (v[i0] - v[i7], v[i1] - v[i6])
        let (difference2, difference3) = (v[i2] - v[i5], v[i3] - v[i4])

        let (even0, even1) = (sum0 + sum3, sum1 + sum2)
        let even3 = sum0 - sum3
        let turned = (sum1 - sum2 + even3) * 0.707_106_781
        v[i0] = even0 + even1
        v[i4] = even0 - even1
        v[i2] = even3 + turned
        v[i6] = even3 - turned

        let (odd0, odd1, odd2) = (difference3 + difference2, difference2 + difference1, difference1 + difference0)
        let shared = (odd0 - odd2) * 0.382_683_433
        let low = odd0 * 0.541_196_1 + shared
        let high = odd2 * 1.306_562_965 + shared
        let middle = odd1 * 0.707_106_781
        let (plus, minus) = (difference0 + middle, difference0 - middle)
        v[i5] = minus + low
        v[i3] = minus - low
        v[i1] = plus + high
        v[i7] = plus - high
    }
}
