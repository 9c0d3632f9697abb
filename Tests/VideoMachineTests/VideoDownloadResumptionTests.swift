import Foundation
import ExampleSupport
import LoopbackHTTP
import TestSupport
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct VideoDownloadResumptionTests {
    @Test func `an interrupted download resumes where it was`() async throws {
        try await withStudio(fault: .disconnect) { studio in
            let downloader = studio.downloader()
            let (half, whole) = (Studio.video.bytes.count / 2, Studio.video.bytes.count)
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.connectionLost(received: Int64(half), expected: Int64(whole)))
                {
                    try await downloader.download(from: studio.source)
                }
                #expect(try Array(Data(contentsOf: studio.partialFile())) == Array(Studio.video.bytes.prefix(half)))
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.service.log.count == 2 })
            #expect(await eventually { studio.ranges == ["bytes=0-", "bytes=\(half)-"] })
            #expect(studio.service.log.last?.status == .partialContent)
            #expect(studio.service.log.last?.headers["If-Range"] == Studio.video.tag)
            #expect(studio.service.log.last?.bodyBytes == whole - half)
        }
    }

    @Test func `a download from a server without ranges starts anew`() async throws {
        try await withStudio(fault: .noRanges) { studio in
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: studio.source) }
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.service.log.count == 2 })
            #expect(await eventually { studio.ranges == ["bytes=0-", "bytes=0-"] })
        }
    }

    @Test func `a new version on the server is not spliced to the old one`() async throws {
        try await withStudio(fault: .disconnect) { studio in
            let downloader = studio.downloader()
            let next = StoredResource(SampleVideo(frameCount: 12).file(), contentType: "video/quicktime")
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: studio.source) }
                studio.service.replaceVideo(by: next)
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == next.bytes)
            #expect(await eventually { studio.service.log.last?.status == .ok })
        }
    }

    @Test func `a version that is shorter than what is there is fetched from its beginning`() async throws {
        // Under the old tag, so that only the range shows that something is wrong.
        let next = StoredResource(
            SampleVideo(frameCount: 4).file(),
            contentType: "video/quicktime",
            tag: Studio.video.tag
        )
        try await withStudio(fault: .disconnect) { studio in
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: studio.source) }
                studio.service.replaceVideo(by: next)
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == next.bytes)
            #expect(await eventually { studio.service.log.count == 3 })
            #expect(
                await eventually {
                    studio.service.log.map(\.status) == [.partialContent, .rangeNotSatisfiable, .partialContent]
                }
            )
        }
    }

    @Test(arguments: [nil, 10, 100_000] as [UInt64?])
    func `a partial file that another program has changed is not resumed from at a wrong offset`(size: UInt64?)
        async throws
    {
        try await withStudio(fault: .disconnect) { studio in
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: studio.source) }
                let file = try studio.partialFile()
                if let size {
                    let handle = try FileHandle(forUpdating: file)
                    try handle.truncate(atOffset: size)
                    try handle.close()
                } else {
                    try FileManager.default.removeItem(at: file)
                }
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
        }
    }

    @Test func `a redirection is followed, when a download resumes too`() async throws {
        try await withStudio(fault: .disconnect) { studio in
            let server = try LoopbackServer { _, writer in
                try writer.respond(
                    status: HTTPStatus(rawValue: 302),
                    headers: ["Location": studio.source.absoluteString]
                )
            }
            defer { server.stop() }
            let source = try #require(URL(string: server.url + "/moved"))
            let downloader = studio.downloader()
            try await keepingPartialFile(of: source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: source) }
                try await downloader.download(from: source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.service.log.count == 2 })
            #expect(await eventually { studio.ranges == ["bytes=0-", "bytes=\(Studio.video.bytes.count / 2)-"] })
        }
    }

    @Test func `a server that gives a piece at a time is asked for the next`() async throws {
        let video = Studio.video
        let server = try LoopbackServer { request, writer in
            let first = Int(request.headers["Range"]?.dropFirst(6).dropLast() ?? "") ?? 0
            let end = min(first + 10_000, video.bytes.count)
            let headers: HTTPHeaders = [
                "ETag": video.tag, "Content-Range": "bytes \(first)-\(end - 1)/\(video.bytes.count)",
            ]
            try writer.respond(status: .partialContent, headers: headers, body: Array(video.bytes[first..<end]))
        }
        defer { server.stop() }
        try await withStudio { studio in
            let source = try #require(URL(string: server.url))
            let downloader = studio.downloader()
            try await keepingPartialFile(of: source, with: downloader) { try await downloader.download(from: source) }
            #expect(try Array(Data(contentsOf: studio.destination)) == video.bytes)
        }
    }
}
