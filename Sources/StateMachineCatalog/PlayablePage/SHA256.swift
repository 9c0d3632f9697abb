/// The hash with which a content security policy identifies scripts and styles.
///
/// Neither the standard library nor Foundation provides this hash on every platform. The algorithm
/// is from NIST, Secure Hash Standard, FIPS 180-4 (2015), sections 5.1.1 and 6.2.
struct SHA256 {
    /// The 32 bytes of the hash.
    let bytes: [UInt8]

    /// Computes the hash of a message.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(of message: some Collection<UInt8>) {
        var padded = Array(message) + [0x80]
        padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += Self.bigEndianBytes(UInt64(message.count) * 8)

        var hash = Self.initialHash
        for start in stride(from: 0, to: padded.count, by: 64) {
            Self.compress(padded[start..<start + 64], into: &hash)
        }
        bytes = hash.flatMap(Self.bigEndianBytes)
    }

    private static func compress(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
        }
        var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ sum &+ choice &+ roundConstants[index] &+ schedule[index]
            let majority = a & b ^ a & c ^ b & c
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func bigEndianBytes<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
        stride(from: Integer.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> Integer($0)) }
    }

    /// The fractional parts of the square roots of the first eight primes.
    private static let initialHash: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

    /// The fractional parts of the cube roots of the first 64 primes.
    private static let roundConstants: [UInt32] = primes.map(cubeRootFraction)

    private static let primes: [UInt64] = (2...311).filter { number in
        !(2..<number).contains { number.isMultiple(of: $0) }
    }

    private static func fraction(_ value: Double) -> UInt32 { UInt32((value - value.rounded(.down)) * 0x1p32) }

    /// Returns the first 32 bits after the binary point of a cube root.
    ///
    /// The cube root is rounded down to 32 fractional bits.
    private static func cubeRootFraction(of prime: UInt64) -> UInt32 {
        var (low, high) = (0 as UInt64, 7 << 32 as UInt64)
        while high - low > 1 {
            let middle = (low + high) / 2
            let square = middle.multipliedFullWidth(by: middle)
            // The root has 35 bits and its cube has 105 bits, so the comparison uses 128 bits.
            let cube = (UInt128(square.high) << 64 | UInt128(square.low)) * UInt128(middle)
            if cube <= UInt128(prime) << 96 { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}
