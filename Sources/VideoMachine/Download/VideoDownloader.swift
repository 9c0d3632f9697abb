public import Foundation
import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads a video over HTTP to a file, which is always either complete or absent.
///
/// ```swift
/// let downloader = VideoDownloader(destination: file)
/// let keeping = Task { await downloader.keepPartialFile(of: source) }
/// try await downloader.download(from: source) { progress in print(progress.received) }
/// keeping.cancel()      // removes the partial file of a failed download
/// ```
///
/// The downloader stores the received bytes in a partial file next to the destination. An
/// interrupted download resumes from this file if the server supports ranges and still has the same
/// version of the video. Otherwise, it starts again from the beginning.
///
/// The total time of a download is not limited. The downloader limits how long the server may be
/// silent and how many bytes it may send.
public final class VideoDownloader: Sendable {
    /// A download's progress.
    public struct Progress: Hashable, Sendable {
        /// The number of received bytes.
        public let received: Int64

        /// The complete video's size in bytes, if the server has announced it.
        public let expected: Int64?
    }

    /// The complete video's location.
    public let destination: URL

    private let timeout: Duration
    private let limit: Int64
    private let session: StreamingSession
    private let partialFiles = KeptPartialFiles()

    /// Creates a downloader for one destination.
    ///
    /// - Parameters:
    ///   - destination: The location for the complete video. The downloader replaces an existing
    ///     file.
    ///   - timeout: The longest time that the server may be silent before a download fails.
    ///   - limit: The maximum size of a video, in bytes. The downloader cancels the download of a
    ///     larger one.
    public init(destination: URL, timeout: Duration = .seconds(15), limit: Int64 = 64_000_000_000) {
        self.destination = destination
        self.timeout = timeout
        self.limit = limit
        session = StreamingSession(timeout: timeout)
    }

    deinit {
        session.invalidate()
    }

    /// Keeps a partial file for downloads from an address until the calling task is cancelled.
    ///
    /// This method then removes the file and returns.
    public func keepPartialFile(of source: URL) async {
        await partialFiles.keep(PartialFile(beside: destination), for: source)
    }

    /// Waits until ``keepPartialFile(of:)`` keeps a partial file for the video, and then downloads
    /// the video.
    ///
    /// - Parameters:
    ///   - source: An address with the scheme `http` or `https`.
    ///   - report: A closure to call with the progress, on any thread.
    /// - Returns: The complete video's location.
    /// - Throws: ``VideoDownloadError``, whose description is a message for users.
    @discardableResult
    public func download(
        from source: URL,
        report: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(VideoDownloadError) -> URL {
        guard ["http", "https"].contains(source.scheme?.lowercased() ?? "") else { throw .unsupportedAddress }
        guard let file = await partialFiles.file(for: source) else { throw .cancelled }
        return try await file.use { () throws(VideoDownloadError) in
            do throws(VideoDownloadError) {
                try await fetch(source, into: file, report: report)
                try requireVideo(in: file)
                if Task.isCancelled { throw .cancelled }
                try file.move(to: destination)
                return destination
            } catch {
                file.forget(after: error)
                throw error
            }
        }
    }

    /// Sends requests until no bytes are missing.
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
                // The server sends the video in parts. They can be joined only if their version has
                // an identifier.
                guard known.received > before.received, known.validator != nil else { throw .malformedAnswer }
            case .failure(let error): throw error
            }
        }
    }

    private func requireVideo(in file: PartialFile) throws(VideoDownloadError) {
        do throws(VideoFileError) {
            _ = try VideoFile(contentsOf: file.location)
        } catch {
            throw .notAVideo(error)
        }
    }
}
