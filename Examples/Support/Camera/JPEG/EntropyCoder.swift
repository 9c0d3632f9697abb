/// Writes the coefficients of blocks as bits (ITU-T T.81, annex F.1.2).
struct EntropyCoder {
    private var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0

    /// The first coefficient of the previous block in each plane.
    ///
    /// The next first coefficient is written as the difference from it.
    private var predictions = [0, 0, 0]

    /// The bits of a block that is equal to the previous block.
    private static let same: (code: UInt32, length: Int) = {
        let (zero, end) = (HuffmanTable.direct.codes[0], HuffmanTable.alternating.codes[0])
        return (zero.code << UInt32(end.length) | end.code, zero.length + end.length)
    }()

    /// Writes a block that has only its first coefficient.
    mutating func write(direct: Int, of plane: Int) {
        if direct == predictions[plane] {
            // Most blocks have the color of the previous block. They consist of a zero without bits
            // and the end of the block.
            write(Self.same.code, count: Self.same.length)
        } else {
            write(direct - predictions[plane], after: 0, in: .direct)
            write(symbol: 0, in: .alternating)
            predictions[plane] = direct
        }
    }

    /// Writes a block.
    mutating func write(_ coefficients: [Int], of plane: Int) {
        write(coefficients[0] - predictions[plane], after: 0, in: .direct)
        predictions[plane] = coefficients[0]
        var zeros = 0
        for coefficient in coefficients[1...] {
            guard coefficient != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                write(symbol: 0xF0, in: .alternating)
                zeros -= 16
            }
            write(coefficient, after: zeros, in: .alternating)
            zeros = 0
        }
        if zeros > 0 { write(symbol: 0, in: .alternating) }
    }

    /// Returns the bytes of the scan, with ones after the last bit.
    mutating func finish() -> [UInt8] {
        write(0x7F, count: 7)
        return bytes
    }

    /// Writes the number of preceding zeros and the number of bits, and then the bits of a number.
    private mutating func write(_ number: Int, after zeros: Int, in table: HuffmanTable) {
        let size = Int.bitWidth - number.magnitude.leadingZeroBitCount
        write(symbol: zeros << 4 | size, in: table)
        let value = number < 0 ? number - 1 : number
        write(UInt32(truncatingIfNeeded: value) & (1 << UInt32(size) - 1), count: size)
    }

    private mutating func write(symbol: Int, in table: HuffmanTable) {
        let (code, length) = table.codes[symbol]
        write(code, count: length)
    }

    private mutating func write(_ value: UInt32, count: Int) {
        bits = bits << UInt32(count) | value
        bitCount += count
        while bitCount >= 8 {
            bitCount -= 8
            let byte = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
            bytes.append(byte)
            // A reader expects a marker after FF, unless a zero follows.
            if byte == 0xFF { bytes.append(0) }
        }
        bits &= 1 << UInt32(bitCount) - 1
    }
}
