public import Foundation

/// The format, duration and size of a file of video or sound.
///
/// ```swift
/// let video = try VideoFile(contentsOf: file)
/// print(video.duration)  // 8.0 seconds
/// ```
///
/// It reads only the metadata, wherever in the file that is, never the pictures.
public struct VideoFile: Hashable, Sendable {
    /// The format of a file.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// MP4 and its ancestor, the QuickTime movie (ISO/IEC 14496-12).
        case mp4 = "MP4"
        /// Sound in a RIFF file.
        case wav = "WAV"
    }

    /// The format of the file.
    public let format: Format

    /// How long it takes to play; more than zero.
    public let duration: Duration

    /// How many bytes there are.
    public let size: Int64

    /// Reads the metadata of a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is for people.
    public init(contentsOf file: URL) throws(VideoFileError) {
        try self.init(parsing: try FileContents(of: file))
    }

    /// Reads the metadata in the bytes of a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is for people.
    package init(bytes: [UInt8]) throws(VideoFileError) {
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
