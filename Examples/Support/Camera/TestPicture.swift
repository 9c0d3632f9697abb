import StateMachineLocks

/// Draws the view of the camera: a ball over the sea, the picture number, and tenths of a second.
enum TestPicture {
    private typealias Color = PlanarPicture.Color

    /// The side length of a block in a JPEG file.
    ///
    /// Most edges are multiples of this length, which keeps the files small.
    private static let unit = 8

    /// The latest files, because several cameras and viewers use the same pictures.
    private static let files = Locked<[Int: [UInt8]]>([:])

    /// Returns the JPEG file of a picture.
    static func file(number: Int) -> [UInt8] {
        if let file = files.withLock({ $0[number] }) { return file }
        let file = JPEG.encode(picture(number: number))
        files.withLock { files in
            if files.count == 256 { files = [:] }
            files[number] = file
        }
        return file
    }

    static func picture(number: Int) -> PlanarPicture {
        var picture = PlanarPicture(width: 320, height: 240, color: Color(red: 20, green: 60, blue: 110))
        for band in 0..<18 {
            let color = Color(red: 40 + band * 11, green: 70 + band * 8, blue: 150 + band * 3)
            picture.fill(x: 0..<320, y: band * unit..<(band + 1) * unit, with: color)
        }
        draw(ballAt: number, on: &picture)
        for wave in 0..<8 {
            let color = Color(red: 10, green: 50 + wave * 6, blue: 100 + wave * 6)
            picture.fill(x: 0..<320, y: 144 + wave * unit..<152 + wave * unit, with: color)
        }
        draw(digitsOf: number, on: &picture)
        for tenth in 0..<10 {
            let isOver = tenth <= number % 10
            let color = isOver ? Color(red: 255, green: 200, blue: 40) : Color(red: 60, green: 60, blue: 70)
            picture.fill(x: 16 + tenth * 29..<40 + tenth * 29, y: 216..<232, with: color)
        }
        return picture
    }

    /// Draws a ball that bounces on the water every one and a half seconds.
    private static func draw(ballAt number: Int, on picture: inout PlanarPicture) {
        let phase = number % 15 - 7
        let x = number * 6 % 400 - 40
        let y = 60 + phase * phase * 68 / 49
        picture.fillDisc(x: x, y: y, radius: 22, with: Color(red: 220, green: 70, blue: 50))
        picture.fillDisc(x: x - 7, y: y - 8, radius: 6, with: Color(red: 250, green: 180, blue: 160))
    }

    /// The segments of each digit.
    ///
    /// Their order is top, upper right, lower right, bottom, lower left, upper left, middle.
    private static let segments: [UInt8] = [
        0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111,
        0b110_1111,
    ]

    /// The positions of the segments, in units: left, top, width, height.
    private static let places = [
        (0, 0, 3, 1), (2, 0, 1, 3), (2, 2, 1, 3), (0, 4, 3, 1), (0, 2, 1, 3), (0, 0, 1, 3), (0, 2, 3, 1),
    ]

    private static func draw(digitsOf number: Int, on picture: inout PlanarPicture) {
        let digits = String(number % 100_000).compactMap(\.wholeNumberValue)
        let padded = [Int](repeating: 0, count: 5 - digits.count) + digits
        for (position, digit) in padded.enumerated() {
            for (segment, place) in places.enumerated() where segments[digit] >> UInt8(segment) & 1 == 1 {
                let (left, top) = ((2 + position * 4 + place.0) * unit, (2 + place.1) * unit)
                picture.fill(
                    x: left..<left + place.2 * unit,
                    y: top..<top + place.3 * unit,
                    with: Color(red: 255, green: 255, blue: 255)
                )
            }
        }
    }
}
