/// A small video that any player can show.
///
/// It is a QuickTime movie, drawn and written by this type. QuickTime is the format that ISO/IEC
/// 14496-12 developed from.
///
/// ```swift
/// let bytes = SampleVideo(frameCount: 20).file()  // two seconds
/// ```
package struct SampleVideo: Hashable, Sendable {
    /// The number of pictures.
    package var frameCount: Int

    /// The number of pictures per second.
    package var framesPerSecond: Int

    /// Whether the description comes after the pictures, as in recordings, instead of before them.
    package var isDescribedAtEnd: Bool

    /// Whether numbers have 64 instead of 32 bits where both are possible.
    ///
    /// These numbers are the size of the box with the pictures, dates, and durations.
    package var hasWideNumbers: Bool

    let width = 160
    let height = 90

    /// Creates a video, whose default duration is eight seconds.
    package init(
        frameCount: Int = 80,
        framesPerSecond: Int = 10,
        isDescribedAtEnd: Bool = false,
        hasWideNumbers: Bool = false
    ) {
        self.frameCount = frameCount
        self.framesPerSecond = framesPerSecond
        self.isDescribedAtEnd = isDescribedAtEnd
        self.hasWideNumbers = hasWideNumbers
    }

    /// Returns the bytes of the file.
    package func file() -> [UInt8] {
        let frames = (0..<frameCount).map { Seascape(width: width, height: height, frame: $0, of: frameCount).encoded }
        let type = box("ftyp", Array("qt  ".utf8) + bytes(0x2005_0300) + Array("qt  ".utf8))
        let size = frames.reduce(0) { $0 + $1.count }
        let media =
            (hasWideNumbers ? bytes(1) + Array("mdat".utf8) + wide(size + 16) : bytes(size + 8) + Array("mdat".utf8))
        // The size of the description does not depend on the position of the pictures in it.
        let descriptionSize = isDescribedAtEnd ? 0 : description(of: frames, from: 0).count
        let description = description(of: frames, from: type.count + descriptionSize + media.count)
        let pictures = media + frames.joined()
        return isDescribedAtEnd ? type + pictures + description : type + description + pictures
    }

    private func description(of frames: [[UInt8]], from start: Int) -> [UInt8] {
        box("moov", movieHeader, track(of: frames, from: start))
    }

    private var movieHeader: [UInt8] {
        let rest = bytes(0x0001_0000) + short(0x0100) + short(0) + bytes(0, 0) + identity + bytes(0, 0, 0, 0, 0, 0, 2)
        return box("mvhd", timing(of: frameCount), rest)
    }

    private func track(of frames: [[UInt8]], from start: Int) -> [UInt8] {
        let enabled: UInt32 = 0xF
        let placement = bytes(0, 0) + short(0) + short(0) + short(0) + short(0) + identity
        let size = bytes(width << 16, height << 16)
        let header = box("tkhd", bytes(Int(enabled)) + bytes(0, 0, 1, 0, frameCount) + placement + size)
        let mediaHeader = box("mdhd", bytes(0, 0, 0, framesPerSecond, frameCount) + short(0) + short(0))
        let handler = box("hdlr", bytes(0) + Array("mhlrvide".utf8) + bytes(0, 0, 0) + [0])
        let graphics = box("vmhd", bytes(1) + short(0x40) + short(0x8000) + short(0x8000) + short(0x8000))
        let reference = box("dinf", box("dref", bytes(0, 1), box("alis", bytes(1))))
        let information = box("minf", graphics, reference, sampleTable(of: frames, from: start))
        return box("trak", header, box("mdia", mediaHeader, handler, information))
    }

    private func sampleTable(of frames: [[UInt8]], from start: Int) -> [UInt8] {
        // The format is QuickTime Animation with 24 bits per pixel.
        let name = [9] + Array("Animation".utf8) + [UInt8](repeating: 0, count: 22)
        let picture = short(width) + short(height) + bytes(0x0048_0000, 0x0048_0000, 0) + short(1) + name
        let entry = bytes(0) + short(0) + short(1) + bytes(0, 0, 0, 512) + picture + short(24) + short(0xFFFF)
        let positions = frames.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1.count) }.dropLast()
        return box(
            "stbl",
            box("stsd", bytes(0, 1), box("rle ", entry)),
            box("stts", bytes(0, 1, frames.count, 1)),
            box("stsc", bytes(0, 1, 1, 1, 1)),
            box("stsz", bytes(0, 0, frames.count), frames.flatMap { bytes($0.count) }),
            box("stco", bytes(0, frames.count), positions.flatMap { bytes($0) })
        )
    }

    /// Returns the version and flags, two unknown dates, the time scale and the duration.
    private func timing(of duration: Int) -> [UInt8] {
        hasWideNumbers
            ? bytes(0x0100_0000) + wide(0) + wide(0) + bytes(framesPerSecond) + wide(duration)
            : bytes(0, 0, 0, framesPerSecond, duration)
    }

    private var identity: [UInt8] { bytes(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000) }

    private func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
        bytes(8 + contents.reduce(0) { $0 + $1.count }) + Array(type.utf8) + contents.joined()
    }

    private func bytes(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    private func wide(_ number: Int) -> [UInt8] { bytes(number >> 32, number) }

    private func short(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
