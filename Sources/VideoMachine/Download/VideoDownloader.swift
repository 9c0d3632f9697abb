public import Foundation
import HTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads a video over HTTP to a destination on disk, where the file is either whole or absent.
///
/// ```swift
/// let downloader = VideoDownloader(destination: file)
/// let keeping = Task { await downloader.keepPartialFile(of: source) }
/// try await downloader.download(from: source) { progress in print(progress.received) }
/// keeping.cancel()      // removes what is left of a failed download
/// ```
///
/// The received bytes are stored in a partial file beside the destination. An interrupted download
/// resumes from it if the server supports that and still has the same version; otherwise it starts
/// anew. The whole time of a download is not bounded. What is bounded is how long the server may be
/// silent and how many bytes it may send.
public final class VideoDownloader: Sendable {
    /// How far a download has come.
    public struct Progress: Hashable, Sendable {
        /// How many bytes have been received.
        public let received: Int64

        /// How many bytes the whole video has, if the server has announced it.
        public let expected: Int64?
    }

    /// The location of the whole video.
    public let destination: URL

    private let timeout: Duration
    private let limit: Int64
    private let session: StreamingSession
    private let partialFiles = PartialFiles()

    /// Creates a downloader.
    ///
    /// - Parameters:
    ///   - destination: The location of the whole video; a file there is replaced.
    ///   - timeout: How long the server may be silent before a download fails.
    ///   - limit: How many bytes a video may have; the download of a longer one is cancelled.
    public init(destination: URL, timeout: Duration = .seconds(15), limit: Int64 = 64 * 1024 * 1024 * 1024) {
        self.destination = destination
        self.timeout = timeout
        self.limit = limit
        session = StreamingSession(timeout: timeout)
    }

    deinit {
        session.invalidate()
    }

    /// Keeps a partial file for downloads from an address, until the task that calls this is
    /// cancelled, and removes it then.
    ///
    /// It returns when the file is gone.
    public func keepPartialFile(of source: URL) async {
        await partialFiles.keep(PartialFile(beside: destination), for: source)
    }

    /// Downloads the video, once a partial file is kept for it: see ``keepPartialFile(of:)``.
    ///
    /// - Parameters:
    ///   - source: An address with the scheme `http` or `https`.
    ///   - report: Called with the progress, on any thread.
    /// - Returns: The location of the whole video.
    /// - Throws: ``VideoDownloadError``, whose description is for people.
    @discardableResult
    public func download(
        from source: URL,
        report: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(VideoDownloadError) -> URL {
        guard ["http", "https"].contains(source.scheme?.lowercased() ?? "") else { throw .unsupportedAddress }
        guard let file = await partialFiles.file(for: source) else { throw .cancelled }
        return try await file.use { () throws(VideoDownloadError) in
            try await fetch(source, into: file, report: report)
            do throws(VideoFileError) {
                _ = try VideoFile(contentsOf: file.location)
            } catch {
                // A download that resumes from this would fail in the same way.
                file.forget()
                throw .notAVideo(error)
            }
            if Task.isCancelled { throw .cancelled }
            try file.move(to: destination)
            return destination
        }
    }

    /// Requests the missing bytes until none are missing.
    private func fetch(
        _ source: URL,
        into file: PartialFile,
        report: @escaping @Sendable (Progress) -> Void
    ) async throws(VideoDownloadError) {
        file.forgetUnlessSound()
        var startsLeft = 2
        while true {
            let before = file.knowledge
            if before.received > 0, before.received == before.expected { return }
            let request = URLRequest(for: source, after: before)
            let transfer = Transfer(from: source, to: file, timeout: timeout, limit: limit, report: report)
            await session.perform(request, reportingTo: transfer)
            let known = file.knowledge
            switch transfer.result {
            case .success(.isWhole): return
            case .success(.startAnew):
                file.forget()
                startsLeft -= 1
                guard startsLeft > 0 else { throw .malformedAnswer }
            case .success(.received):
                guard let expected = known.expected, known.received < expected else { return }
                // The server sends the video in parts, which can be joined only if their version
                // has a name.
                guard known.received > before.received, known.validator != nil else { throw .malformedAnswer }
            case .failure(let error):
                switch error {
                // A download that resumes from this would fail in the same way.
                case .wrongLength, .tooLong: file.forget()
                default: break
                }
                throw error
            }
        }
    }
}
