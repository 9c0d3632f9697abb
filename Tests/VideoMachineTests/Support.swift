import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import Testing
import VideoMachine

/// A service with a video, and an empty folder to download it into.
struct Studio {
    let service: VideoService
    let source: URL
    let folder: URL

    var destination: URL { folder.appending(path: "ocean.mov") }

    /// The names of the files in the folder.
    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()) ?? []
    }

    /// The one partial file there is.
    func partialFile() throws -> URL {
        folder.appending(path: try #require(files.first { $0.hasSuffix(".partial") }))
    }

    func downloader(timeout: Duration = .seconds(60)) -> VideoDownloader {
        VideoDownloader(destination: destination, timeout: timeout)
    }

    /// The fields `Range` of the requests so far.
    var ranges: [String?] { service.log.map { $0.headers["Range"] } }

    /// A video of three seconds, smaller than the one that is served to people.
    static let video = StoredResource(SampleVideo(frameCount: 30).file(), contentType: "video/quicktime")
}

/// Does something with a studio, and cleans up.
func withStudio(
    video: StoredResource = Studio.video,
    bytesPerSecond: Int? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    fault: VideoFault? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Studio) async throws -> Void
) async throws {
    let service = try VideoService(video: video, bytesPerSecond: bytesPerSecond, clock: clock, fault: fault)
    defer { service.stop() }
    let source = try #require(URL(string: service.address))
    try await withEmptyFolder { folder in
        try await body(Studio(service: service, source: source, folder: folder))
    }
}

/// Does something with an empty folder, and removes it with its files.
func withEmptyFolder<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (URL) async throws -> Result
) async throws -> Result {
    let folder = URL.temporaryDirectory.appending(path: "VideoTests.\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Does something while a partial file is kept for an address.
func keepingPartialFile(
    of source: URL,
    with downloader: VideoDownloader,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async throws {
    let keeping = Task { await downloader.keepPartialFile(of: source) }
    let result: Result<Void, any Error>
    do {
        result = .success(try await body())
    } catch {
        result = .failure(error)
    }
    keeping.cancel()
    await keeping.value
    try result.get()
}

extension VideoFault {
    /// What the downloader says of it at first; `nil` where the video comes all the same.
    func expectedError(of video: StoredResource, at source: URL, timeout: Duration) -> VideoDownloadError? {
        let (half, whole) = (Int64(video.bytes.count / 2), Int64(video.bytes.count))
        return switch self {
        case .notFound: .refused(status: 404)
        case .disconnect, .noRanges: .connectionLost(received: half, expected: whole)
        case .wrongLength: .wrongLength(received: whole - 1000, expected: whole)
        case .notAVideo: .notAVideo(.notAVideo)
        case .timeout: .timedOut(after: timeout)
        case .refused: .unreachable(host: "127.0.0.1:\(source.port ?? 0)")
        case .slow: nil
        }
    }
}
