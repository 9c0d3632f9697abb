/// Writes baseline JPEG files (ITU-T T.81) that any reader accepts.
enum JPEG {
    /// Returns the JPEG file of a picture.
    static func encode(_ picture: PlanarPicture) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        file += segment(0xDB, [0] + JPEGTables.zigzag.map { JPEGTables.quantization[$0] })
        // There are eight bits per component and three components, all with full resolution and the
        // first table.
        let size = bigEndian(picture.height) + bigEndian(picture.width)
        file += segment(0xC0, [8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
        file += segment(0xC4, [0x00] + HuffmanTable.direct.definition + [0x10] + HuffmanTable.alternating.definition)
        file += segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
        file += scan(of: picture)
        return file + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bigEndian(content.count + 2) + content
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    private static func scan(of picture: PlanarPicture) -> [UInt8] {
        var coder = EntropyCoder()
        var transform = BlockTransform()
        for top in stride(from: 0, to: picture.height, by: 8) {
            for left in stride(from: 0, to: picture.width, by: 8) {
                for (number, plane) in picture.planes.enumerated() {
                    if transform.load(plane, at: top * picture.width + left, width: picture.width) {
                        coder.write(direct: transform.direct, of: number)
                    } else {
                        transform.run()
                        coder.write(transform.coefficients, of: number)
                    }
                }
            }
        }
        return coder.finish()
    }
}
