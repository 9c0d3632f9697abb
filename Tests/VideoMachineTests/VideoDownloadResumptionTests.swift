import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
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

    private static let past = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let now = "Sun, 06 Nov 1994 08:49:38 GMT"

    /// Which fields of an answer that breaks off let the next request ask for the rest, and under
    /// which name.
    @Test(
        arguments: [
            (["ETag": "\"first\""], "\"first\""),
            (["ETag": "W/\"first\"", "Last-Modified": past, "Date": now], nil),
            (["Last-Modified": past, "Date": now], past),
            (["Last-Modified": now, "Date": now], nil),
            ([:], nil),
        ] as [([String: String], String?)]
    )
    func `only bytes of a version with a name are resumed from`(fields: [String: String], name: String?) async throws {
        let half = Studio.video.bytes.prefix(10_000)
        let server = try LoopbackServer { request, writer in
            guard request.headers["Range"] == "bytes=0-" else {
                return try writer.respond(status: .notFound)
            }
            var headers: HTTPHeaders = [:]
            for (name, value) in fields { headers.append(name, value) }
            try writer.begin(headers: headers, contentLength: Studio.video.bytes.count)
            try writer.write(Array(half))
            writer.abort()
        }
        defer { server.stop() }
        let source = try #require(URL(string: server.url))
        try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: source, with: downloader) {
                for _ in 1...2 {
                    await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: source) }
                }
            }
        }
        #expect(await eventually { server.log.count == 2 })
        let requests = server.log.map(\.headers)
        #expect(requests.map { $0["Range"] } == ["bytes=0-", name == nil ? "bytes=0-" : "bytes=10000-"])
        #expect(requests.map { $0["If-Range"] } == [nil, name])
        #expect(requests.map { $0["Accept-Encoding"] } == ["identity", "identity"])
    }

    @Test func `bytes of an unknown total are whole if the server has no more of them`() async throws {
        let video = Studio.video.bytes
        let server = try LoopbackServer { request, writer in
            let headers: HTTPHeaders = ["ETag": "\"first\""]
            guard request.headers["Range"] == "bytes=0-" else {
                let range = "bytes */\(video.count)"
                return try writer.respond(status: .rangeNotSatisfiable, headers: ["Content-Range": range])
            }
            try writer.begin(headers: headers)
            try writer.write(video)
            writer.abort()
        }
        defer { server.stop() }
        let source = try #require(URL(string: server.url))
        try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: source, with: downloader) {
                let whole = Int64(video.count)
                await #expect(throws: VideoDownloadError.connectionLost(received: whole, expected: nil)) {
                    try await downloader.download(from: source)
                }
                try await downloader.download(from: source)
            }
            #expect(try Array(Data(contentsOf: downloader.destination)) == video)
        }
        #expect(await eventually { server.log.count == 2 })
        #expect(server.log.last?.headers["Range"] == "bytes=\(video.count)-")
    }

    /// A download that resumed from such bytes would fail again in the same way.
    @Test(
        arguments: [
            (206, 9_000, 9_001), (206, 9_000, 8_999), (200, 9_000, 9_000), (206, 9_000, 9_000),
            (200, 200_000, 0), (200, nil, 200_000),
        ] as [(Int, Int?, Int)]
    )
    func `bytes that cannot become the video are forgotten`(status: Int, announced: Int?, sent: Int) async throws {
        let server = try LoopbackServer { request, writer in
            let bytes = [UInt8](repeating: 7, count: sent)
            var headers: HTTPHeaders = ["ETag": "\"first\""]
            if status == 206, let announced { headers.append("Content-Range", "bytes 0-\(announced - 1)/\(announced)") }
            let length = status == 200 ? announced : nil
            try writer.begin(status: HTTPStatus(rawValue: status), headers: headers, contentLength: length)
            try writer.write(length.map { Array(bytes.prefix($0)) } ?? bytes)
            if let length, length > sent { try writer.waitForDisconnection() }
        }
        defer { server.stop() }
        let source = try #require(URL(string: server.url))
        try await withEmptyFolder { folder in
            let downloader = VideoDownloader(destination: folder.appending(path: "ocean.mov"), limit: 100_000)
            try await keepingPartialFile(of: source, with: downloader) {
                for _ in 1...2 {
                    await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: source) }
                }
            }
        }
        #expect(await eventually { server.log.count == 2 })
        #expect(server.log.map { $0.headers["Range"] } == ["bytes=0-", "bytes=0-"])
    }
}
