/// A picture of up to 256 colours, as rows of indices into its palette.
struct PalettePicture {
    /// A colour, of three parts from 0 to 255.
    struct Color: Equatable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    let width: Int
    let height: Int
    let palette: [Color]

    /// One byte a pixel, row by row.
    var pixels: [UInt8]
}

/// Writes PNG files (ISO/IEC 15948) that any reader accepts, without compressing them.
enum PNG {
    /// The bytes with which every PNG file begins.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The file of a picture.
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

    /// Each row begins with the number of its filter; 0 leaves the row as it is.
    private static func filteredRows(of picture: PalettePicture) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((picture.width + 1) * picture.height)
        for row in 0..<picture.height {
            rows.append(0)
            rows += picture.pixels[row * picture.width..<(row + 1) * picture.width]
        }
        return rows
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4), which a reader need not
    /// inflate.
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
