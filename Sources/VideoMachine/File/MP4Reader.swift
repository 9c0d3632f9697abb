/// Reads the duration of a movie from its movie header.
///
/// The movie header is the box `mvhd` inside the box `moov` (ISO/IEC 14496-12, section 8.2.2). The
/// file may be damaged or malicious. So the reader requires each box to fit into the box around it,
/// and it limits the number of boxes.
struct MP4Reader<Contents: VideoContents> {
    private struct Box {
        let type: String
        let contents: Range<UInt64>
    }

    private let contents: Contents
    private let mostBoxes: Int

    /// Creates a reader.
    ///
    /// - Parameter mostBoxes: The maximum number of boxes directly inside one box. The default is
    ///   enough for a day of two-second fragments.
    init(_ contents: Contents, mostBoxes: Int = 100_000) {
        self.contents = contents
        self.mostBoxes = mostBoxes
    }

    /// Returns whether a file that begins with these bytes may be a movie.
    static func beginsLikeMovie(_ bytes: [UInt8]) -> Bool {
        // Old movies do not begin with their type but with another box.
        let first: Set = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]
        return first.contains(String(decoding: bytes.dropFirst(4).prefix(4), as: Unicode.ASCII.self))
    }

    /// Returns the duration of the movie.
    func duration() throws(VideoFileError) -> Duration {
        // Read all boxes, because a file is truncated if the end of its last box is missing.
        let all = try boxes(in: 0..<contents.size)
        guard let movie = all.first(where: { $0.type == "moov" }) else { throw .truncated }
        guard let header = try boxes(in: movie.contents).first(where: { $0.type == "mvhd" }) else {
            throw .malformed("the movie has no header")
        }
        let duration = try duration(in: header.contents)
        guard all.contains(where: { $0.type == "mdat" }) else { throw .truncated }
        return duration
    }

    private func duration(in header: Range<UInt64>) throws(VideoFileError) -> Duration {
        let start = header.lowerBound
        let isWide: Bool
        switch try number(at: start, in: header, as: UInt8.self) {
        case 0: isWide = false
        case 1: isWide = true
        case let version: throw .malformed("the movie's header has version \(version)")
        }
        // The header contains a version and flags, two dates, the number of units per second, and
        // the duration in these units.
        let scale = try number(at: start + (isWide ? 20 : 12), in: header, as: UInt32.self)
        let units: UInt64
        if isWide {
            units = try number(at: start + 24, in: header)
        } else {
            let short = try number(at: start + 16, in: header, as: UInt32.self)
            units = short == .max ? .max : UInt64(short)
        }
        guard scale > 0 else { throw .malformed("the time scale of the movie is zero") }
        // A program that does not know the duration writes only one bits.
        guard units > 0, units != .max else { throw .noDuration }
        return Duration(units, per: UInt64(scale))
    }

    private func number<Number: FixedWidthInteger & UnsignedInteger>(
        at offset: UInt64,
        in box: Range<UInt64>,
        as type: Number.Type = Number.self
    ) throws(VideoFileError) -> Number {
        guard offset + UInt64(Number.bitWidth / 8) <= box.upperBound else {
            throw .malformed("the movie's header is too short")
        }
        return try contents.number(at: offset)
    }

    private func boxes(in range: Range<UInt64>) throws(VideoFileError) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        // Some programs leave a few bytes of padding after the last box.
        while range.upperBound - offset >= 8 {
            guard boxes.count < mostBoxes else { throw .malformed("the file has too many boxes") }
            let box = try box(at: offset, in: range)
            boxes.append(box)
            offset = box.contents.upperBound
        }
        return boxes
    }

    private func box(at offset: UInt64, in range: Range<UInt64>) throws(VideoFileError) -> Box {
        let type = try contents.type(at: offset + 4)
        let room = range.upperBound - offset
        var headerSize: UInt64 = 8
        let size: UInt64
        switch try contents.number(at: offset, as: UInt32.self) {
        // The box extends to the end of the box around it.
        case 0: size = room
        case 1:
            headerSize = 16
            guard headerSize <= room else { throw overrun(range) }
            size = try contents.number(at: offset + 8)
        case let short: size = UInt64(short)
        }
        guard size >= headerSize else { throw .malformed("a box is smaller than its header") }
        guard size <= room else { throw overrun(range) }
        return Box(type: type, contents: offset + headerSize..<offset + size)
    }

    /// Returns the error for a box that ends outside the range.
    ///
    /// Only the range of the file begins at 0. A box that ends outside the file means that the file
    /// is truncated.
    private func overrun(_ range: Range<UInt64>) -> VideoFileError {
        range.lowerBound == 0 ? .truncated : .malformed("a box is larger than the one around it")
    }
}
