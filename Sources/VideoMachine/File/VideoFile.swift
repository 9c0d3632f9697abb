public import Foundation

/// What a file of video or sound says about itself: its format, and how long it takes to play.
///
/// ```swift
/// let video = try VideoFile(contentsOf: file)
/// print(video.duration)  // 8.0 seconds
/// ```
///
/// Only the descriptions in it are read, wherever in the file they are, never the pictures.
public struct VideoFile: Hashable, Sendable {
    /// How the file is made.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// MP4 and its ancestor, the QuickTime movie (ISO/IEC 14496-12).
        case mp4 = "MP4"
        /// Sound in a RIFF file.
        case wav = "WAV"
    }

    /// How the file is made.
    public let format: Format

    /// How long it takes to play; more than nothing.
    public let duration: Duration

    /// How many bytes there are.
    public let size: Int64

    /// Reads the descriptions in a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is for people.
    public init(contentsOf file: URL) throws(VideoFileError) {
        try self.init(parsing: try FileContents(of: file))
    }

    /// Reads the descriptions in the bytes of a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is for people.
    public init(bytes: [UInt8]) throws(VideoFileError) {
        try self.init(parsing: bytes)
    }

    private init(parsing contents: some VideoContents) throws(VideoFileError) {
        let start = try contents.bytes(at: 0, count: min(12, contents.size))
        if start.starts(with: "RIFF".utf8), start.dropFirst(8).elementsEqual("WAVE".utf8) {
            (format, duration) = (.wav, try WAVReader(contents).duration())
        } else if MP4Reader<[UInt8]>.beginsLikeMovie(start) {
            (format, duration) = (.mp4, try MP4Reader(contents).duration())
        } else {
            throw contents.size == 0 ? .empty : .notAVideo
        }
        size = Int64(clamping: contents.size)
    }
}
