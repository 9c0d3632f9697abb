/// A picture with up to 256 colors, as rows of indices into its palette.
struct PalettePicture {
    /// A color with three components from 0 to 255.
    struct Color: Equatable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    let width: Int
    let height: Int
    let palette: [Color]

    /// The indices of the pixels, with one byte per pixel, in rows.
    var pixels: [UInt8]
}

/// Writes uncompressed PNG files (ISO/IEC 15948) that any reader accepts.
enum PNG {
    /// The bytes at the beginning of every PNG file.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns the PNG file of a picture.
    static func encode(_ picture: PalettePicture) -> [UInt8] {
        let depth: UInt8 = 8
        let colorTypePalette: UInt8 = 3
        let header = bigEndian(picture.width) + bigEndian(picture.height) + [depth, colorTypePalette, 0, 0, 0]
        var file = signature
        file += chunk("IHDR", header)
        file += chunk("PLTE", picture.palette.flatMap { [$0.red, $0.green, $0.blue] })
        file += chunk("IDAT", zlibStream(of: filteredRows(of: picture)))
        file += chunk("IEND", [])
        return file
    }

    /// Returns the rows, each after the number of its filter.
    ///
    /// Filter 0 leaves a row unchanged.
    private static func filteredRows(of picture: PalettePicture) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((picture.width + 1) * picture.height)
        for row in 0..<picture.height {
            rows.append(0)
            rows += picture.pixels[row * picture.width..<(row + 1) * picture.width]
        }
        return rows
    }

    /// Returns a zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
    ///
    /// A reader does not have to inflate stored blocks.
    private static func zlibStream(of bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
            stream += [UInt8(truncatingIfNeeded: ~count), UInt8(~count >> 8)]
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(Int(Adler32.checksum(of: bytes)))
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bigEndian(content.count) + body + bigEndian(Int(CRC32.checksum(of: body)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
