public import Foundation

/// A video or sound file's format, duration and size.
///
/// ```swift
/// let video = try VideoFile(contentsOf: file)
/// print(video.duration)  // 8.0 seconds
/// ```
///
/// The initializer reads only the metadata, wherever it is in the file, and never the pictures.
public struct VideoFile: Hashable, Sendable {
    /// A file's format.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// MP4 or its ancestor, the QuickTime movie (ISO/IEC 14496-12).
        case mp4 = "MP4"
        /// Sound in a RIFF file.
        case wav = "WAV"
    }

    /// The file's format.
    public let format: Format

    /// The duration of the video or the sound, which is more than zero.
    public let duration: Duration

    /// The file's size in bytes.
    public let size: Int64

    /// Reads the metadata of a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is a message for users.
    public init(contentsOf file: URL) throws(VideoFileError) {
        try self.init(parsing: try FileContents(of: file))
    }

    /// Reads the metadata from the bytes of a file.
    ///
    /// - Throws: ``VideoFileError``, whose description is a message for users.
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
