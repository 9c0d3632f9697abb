/// The checksum at the end of every chunk of a PNG file (ISO/IEC 15948, annex D).
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    /// Returns the checksum of some bytes.
    static func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            ~bytes.reduce(0xFFFF_FFFF as UInt32) { crc, byte in
                table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
            }
        }
    }
}

/// The checksum at the end of a zlib stream (RFC 1950, section 8.2).
struct Adler32 {
    /// Returns the checksum of some bytes.
    static func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        var untilReduction = 5552  // The maximum number of bytes for which `high` fits into 32 bits.
        for byte in bytes {
            low &+= UInt32(byte)
            high &+= low
            untilReduction -= 1
            if untilReduction == 0 {
                low %= 65521
                high %= 65521
                untilReduction = 5552
            }
        }
        return (high % 65521) << 16 | low % 65521
    }
}
