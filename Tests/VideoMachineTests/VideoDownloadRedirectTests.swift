import Foundation
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing
import VideoMachine

/// A server that leads each request to another address, as those do that spread their load.
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoDownloadRedirectTests {
    /// Two videos of the same length.
    private static let old = Studio.video.bytes
    private static let new = Array(old.dropLast()) + [old[old.count - 1] ^ 1]
    private static let (half, whole) = (old.count / 2, old.count)

    /// Serves the first half of the old video at the first address, and a video at the second one.
    ///
    /// - Parameter fields: How the servers at both addresses name their versions.
    private func server(of next: [UInt8], _ fields: [String: String]) throws -> LoopbackServer {
        let redirections = Journal<Void>()
        return try LoopbackServer { request, writer in
            var headers: HTTPHeaders = [:]
            for (name, value) in fields { headers.append(name, value) }
            let begin = Int(request.headers["Range"]?.dropFirst(6).dropLast() ?? "") ?? 0
            switch request.path {
            case "/first" where begin == 0:
                headers.append("Content-Range", "bytes 0-\(Self.whole - 1)/\(Self.whole)")
                try writer.begin(status: .partialContent, headers: headers, contentLength: Self.whole)
                try writer.write(Array(Self.old[..<Self.half]))
                writer.abort()
            case "/second":
                headers.append("Content-Range", "bytes \(begin)-\(Self.whole - 1)/\(Self.whole)")
                try writer.respond(status: .partialContent, headers: headers, body: Array(next[begin...]))
            default:
                let address = redirections.entries.isEmpty ? "/first" : "/second"
                redirections.note(())
                try writer.respond(status: HTTPStatus(rawValue: 302), headers: ["Location": address])
            }
        }
    }

    /// Downloads twice; returns what is there then, and the ranges that the second address was
    /// asked for.
    private func download(_ next: [UInt8], _ fields: [String: String]) async throws -> (Data, ranges: [String?]) {
        let server = try server(of: next, fields)
        defer { server.stop() }
        let source = try #require(URL(string: server.url + "/ocean.mov"))
        return try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: source, with: downloader) {
                let (half, whole) = (Int64(Self.half), Int64(Self.whole))
                await #expect(throws: VideoDownloadError.connectionLost(received: half, expected: whole)) {
                    try await downloader.download(from: source)
                }
                try await downloader.download(from: source)
            }
            server.stop()
            let ranges = server.log.filter { $0.path == "/second" }.map { $0.headers["Range"] }
            return (try Data(contentsOf: downloader.destination), ranges)
        }
    }

    @Test func `the rest comes from another address if it has the same tag`() async throws {
        let (video, ranges) = try await download(Self.old, ["ETag": "\"first\""])
        #expect(Array(video) == Self.old)
        #expect(ranges == ["bytes=\(Self.half)-"])
    }

    @Test func `a date is no name for the same bytes at two addresses`() async throws {
        let fields = ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT"]
        let (video, ranges) = try await download(Self.new, fields)
        #expect(Array(video) == Self.new)
        #expect(ranges == ["bytes=\(Self.half)-", "bytes=0-"])
    }
}
