import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing
import VideoMachine

/// A server that answers each request with a part of the video (RFC 9110, section 15.3.7).
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoDownloadPartsTests {
    /// Serves the parts of a video under a tag that the handler chooses for each request, by its
    /// number from 0 on.
    private func serverOfParts(tag: @escaping @Sendable (Int) -> String?) throws -> LoopbackServer {
        let requests = Journal<Void>()
        return try LoopbackServer { request, writer in
            let number = requests.entries.count
            requests.note(())
            let first = Int(request.headers["Range"]?.dropFirst(6).dropLast() ?? "") ?? 0
            let end = min(first + 10_000, Studio.video.bytes.count)
            var headers: HTTPHeaders = ["Content-Range": "bytes \(first)-\(end - 1)/\(Studio.video.bytes.count)"]
            if let tag = tag(number) { headers.append("ETag", tag) }
            try writer.respond(status: .partialContent, headers: headers, body: Array(Studio.video.bytes[first..<end]))
        }
    }

    private func expectFailure(_ error: VideoDownloadError, from server: LoopbackServer) async throws {
        let source = try #require(URL(string: server.url))
        try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: source, with: downloader) {
                await #expect(throws: error) { try await downloader.download(from: source) }
            }
        }
    }

    @Test func `a server that gives a piece at a time is asked for the next`() async throws {
        let server = try serverOfParts { _ in Studio.video.tag }
        defer { server.stop() }
        try await withStudio { studio in
            let source = try #require(URL(string: server.url))
            let downloader = studio.downloader()
            try await keepingPartialFile(of: source, with: downloader) { try await downloader.download(from: source) }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
        }
    }

    @Test func `a video that changes with each part is given up after the second start`() async throws {
        let server = try serverOfParts { "\"\($0)\"" }
        defer { server.stop() }
        try await expectFailure(.malformedAnswer, from: server)
        #expect(await eventually { server.log.count == 4 })
        let ranges = server.log.map { $0.headers["Range"] }
        #expect(ranges == ["bytes=0-", "bytes=10000-", "bytes=0-", "bytes=10000-"])
    }

    @Test func `parts of a version without a name are not joined`() async throws {
        let server = try serverOfParts { _ in nil }
        defer { server.stop() }
        try await expectFailure(.malformedAnswer, from: server)
        #expect(await eventually { server.log.count == 1 })
    }

    @Test func `later parts need not name their version, and each request does`() async throws {
        let server = try serverOfParts { $0 == 0 ? "\"first\"" : nil }
        defer { server.stop() }
        let source = try #require(URL(string: server.url))
        try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: source, with: downloader) {
                try await downloader.download(from: source)
            }
            #expect(try Array(Data(contentsOf: downloader.destination)) == Studio.video.bytes)
        }
        #expect(await eventually { server.log.count == (Studio.video.bytes.count + 9_999) / 10_000 })
        let versions = server.log.dropFirst().map { $0.headers["If-Range"] }
        #expect(versions.count > 1 && versions.allSatisfy { $0 == "\"first\"" })
    }

    @Test func `a server that takes its total back is asked twice`() async throws {
        let server = try LoopbackServer { request, writer in
            let headers: HTTPHeaders = ["ETag": "\"first\"", "Content-Range": "bytes 0-9/20"]
            guard request.headers["Range"] == "bytes=0-" else {
                return try writer.respond(status: .rangeNotSatisfiable, headers: ["Content-Range": "bytes */10"])
            }
            try writer.respond(status: .partialContent, headers: headers, body: Array(Studio.video.bytes.prefix(10)))
        }
        defer { server.stop() }
        try await expectFailure(.malformedAnswer, from: server)
        #expect(await eventually { server.log.count == 4 })
    }
}
