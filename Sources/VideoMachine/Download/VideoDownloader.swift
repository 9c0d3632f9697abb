public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPClient

/// Downloads a video over HTTP to a place on disk, where it is whole or not at all.
///
/// ```swift
/// let downloader = VideoDownloader(destination: file)
/// let keeping = Task { await downloader.keepPartialFile(of: source) }
/// try await downloader.download(from: source) { progress in print(progress.received) }
/// keeping.cancel()      // what is left of a failed download is removed
/// ```
///
/// What comes in is kept in a partial file beside the destination. A download that was interrupted resumes from it, if the
/// server allows that and still has the same version; otherwise it starts anew. A download may take as long as its bytes keep
/// coming: what bounds it is how long the server may be silent, how many bytes it has announced, and how many a video may have.
public final class VideoDownloader: Sendable {
    /// How far a download has come.
    public struct Progress: Hashable, Sendable {
        /// How many bytes are there.
        public let received: Int64

        /// How many there will be, if the server has told.
        public let expected: Int64?
    }

    /// Where the whole video will be.
    public let destination: URL

    private let timeout: Duration
    private let limit: Int64
    private let session: StreamingSession
    private let partialFiles = PartialFiles()

    /// Creates a downloader.
    ///
    /// - Parameters:
    ///   - destination: Where the whole video will be; whatever is there is replaced.
    ///   - timeout: How long the server may be silent before a download fails.
    ///   - limit: How many bytes a video may have; a longer one is given up as soon as that is known.
    public init(destination: URL, timeout: Duration = .seconds(15), limit: Int64 = 64 * 1024 * 1024 * 1024) {
        self.destination = destination
        self.timeout = timeout
        self.limit = limit
        session = StreamingSession(timeout: timeout)
    }

    deinit {
        session.invalidate()
    }

    /// Keeps a partial file for downloads from an address, until the task that calls this is cancelled, and removes it then.
    ///
    /// It returns when the file is gone.
    public func keepPartialFile(of source: URL) async {
        await partialFiles.keep(PartialFile(beside: destination), for: source)
    }

    /// Downloads the video, as soon as somebody keeps a partial file for it.
    ///
    /// - Parameters:
    ///   - source: An address with the scheme `http` or `https`.
    ///   - report: Is told of the progress, on some thread.
    /// - Returns: Where the whole video is.
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
                // To resume from this would lead to the same end.
                file.forget()
                throw .notAVideo(error)
            }
            if Task.isCancelled { throw .cancelled }
            try file.move(to: destination)
            return destination
        }
    }

    /// Asks for what is missing until nothing is.
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
                // The server sends less at once than there is.
                guard known.received > before.received else { throw .malformedAnswer }
            case .failure(let error):
                switch error {
                // To resume from this would lead to the same end.
                case .wrongLength, .tooLong: file.forget()
                default: break
                }
                throw error
            }
        }
    }
}
