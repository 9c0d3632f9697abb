import Foundation
import ExampleSupport
import TestSupport
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct VideoDownloaderTests {
    @Test func `a video is there whole, and nothing beside it`() async throws {
        try await withStudio { studio in
            let downloader = studio.downloader()
            let steps = Journal<VideoDownloader.Progress>()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                let file = try await downloader.download(from: studio.source) { steps.note($0) }
                #expect(file == studio.destination)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(studio.files == ["ocean.mov"])
            let received = steps.entries.map(\.received)
            #expect(received.first == 0 && received.last == Int64(Studio.video.bytes.count))
            #expect(received == received.sorted())
            #expect(steps.entries.allSatisfy { $0.expected == Int64(Studio.video.bytes.count) })
        }
    }

    @Test func `an older file in its place is replaced only by a whole one`() async throws {
        try await withStudio(fault: .disconnect) { studio in
            try Data("older".utf8).write(to: studio.destination)
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.self) { try await downloader.download(from: studio.source) }
                #expect(try Data(contentsOf: studio.destination) == Data("older".utf8))
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
        }
    }

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

    @Test func `from a server without ranges it starts anew`() async throws {
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
    func `a partial file that somebody else has changed is not resumed from in the wrong place`(size: UInt64?)
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

    @Test(arguments: [true, false])
    func `a video that is longer than it may be is left at once, and nothing of it is kept`(announces: Bool)
        async throws
    {
        let server = try LoopbackServer { _, writer in
            try writer.begin(contentLength: announces ? 1_000_000_000 : nil)
            if announces { try writer.waitForDisconnection() }
            while true {
                try writer.write([UInt8](repeating: 7, count: 10_000))
                try writer.wait(.milliseconds(1))
            }
        }
        defer { server.stop() }
        try await withStudio { studio in
            let source = try #require(URL(string: server.url))
            let downloader = VideoDownloader(destination: studio.destination, timeout: .seconds(60), limit: 100_000)
            try await keepingPartialFile(of: source, with: downloader) {
                await #expect(throws: VideoDownloadError.tooLong(limit: 100_000)) {
                    try await downloader.download(from: source)
                }
            }
            #expect(studio.files == [])
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `the answer may be without a length`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            try writer.write(Studio.video.bytes)
        }
        defer { server.stop() }
        try await withStudio { studio in
            let source = try #require(URL(string: server.url))
            let downloader = studio.downloader()
            let steps = Journal<VideoDownloader.Progress>()
            try await keepingPartialFile(of: source, with: downloader) {
                try await downloader.download(from: source) { steps.note($0) }
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(steps.entries.allSatisfy { $0.expected == nil })
        }
    }

    @Test(arguments: VideoFault.allCases)
    func `each fault is an error in words for people, and another try succeeds`(fault: VideoFault) async throws {
        let timeout: Duration = fault == .timeout ? .seconds(2) : .seconds(60)
        try await withStudio(fault: fault) { studio in
            let downloader = studio.downloader(timeout: timeout)
            let expected = fault.expectedError(of: Studio.video, at: studio.source, timeout: timeout)
            try await keepingPartialFile(of: studio.source, with: downloader) {
                do throws(VideoDownloadError) {
                    try await downloader.download(from: studio.source)
                    #expect(expected == nil, "the download succeeded")
                } catch {
                    #expect(error == expected)
                    #expect(error.errorDescription == "\(error)")
                    #expect(!FileManager.default.fileExists(atPath: studio.destination.path(percentEncoded: false)))
                }
                try studio.service.setFault(nil)
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(studio.files == ["ocean.mov"])
        }
    }

    @Test func `a cancelled download ends at once, and the server sees its client go`() async throws {
        try await withStudio(bytesPerSecond: 500) { studio in
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                let steps = Journal<VideoDownloader.Progress>()
                let download = Task {
                    try await downloader.download(from: studio.source) { steps.note($0) }
                }
                #expect(await eventually { (steps.entries.last?.received ?? 0) > 0 })
                download.cancel()
                await #expect(throws: VideoDownloadError.cancelled) { try await download.value }
                #expect(await eventually { studio.service.log.last?.outcome == .clientDisconnected })
                #expect(studio.files.count == 1)
            }
            #expect(studio.files == [])
        }
    }

    @Test func `what cannot be written is an error, and the way there may be made later`() async throws {
        try await withStudio { studio in
            let destination = studio.folder.appending(path: "missing/ocean.mov")
            let downloader = VideoDownloader(destination: destination)
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.cannotWrite("No such file or directory")) {
                    try await downloader.download(from: studio.source)
                }
                try FileManager.default.createDirectory(
                    at: destination.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: destination)) == Studio.video.bytes)
        }
    }

    @Test func `a file that cannot be moved to its place is not fetched twice`() async throws {
        try await withStudio { studio in
            try FileManager.default.createDirectory(at: studio.destination, withIntermediateDirectories: false)
            let downloader = studio.downloader()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.cannotWrite("Is a directory")) {
                    try await downloader.download(from: studio.source)
                }
                try FileManager.default.removeItem(at: studio.destination)
                try await downloader.download(from: studio.source)
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.service.log.count == 1 })
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/x.mp4", "file:///etc/hostname", "x.mp4"])
    func `addresses of other kinds are refused`(address: String) async throws {
        try await withStudio { studio in
            let downloader = studio.downloader()
            let source = try #require(URL(string: address))
            await #expect(throws: VideoDownloadError.unsupportedAddress) { try await downloader.download(from: source) }
        }
    }

    @Test(arguments: [
        (VideoDownloadError.connectionLost(received: 5, expected: 9), "The connection was lost after 5 of 9 bytes"),
        (.connectionLost(received: 5, expected: nil), "The connection was lost after 5 bytes"),
        (.refused(status: 503), "The server answered with status 503"),
        (.wrongLength(received: 5, expected: 9), "The server announced 9 bytes and sent 5"),
        (.notAVideo(.truncated), "What the server sent cannot be played: the file is cut off"),
        (.timedOut(after: .seconds(2)), "The server did not answer within 2 seconds"),
        (.diskFull, "There is no room left for the file: No space left on device"),
        (.tooLong(limit: 5_000_000), "The video is longer than 5 MB"),
        (.connectionLost(received: 1, expected: nil), "The connection was lost after 1 byte"),
    ])
    func `errors read well`(error: VideoDownloadError, words: String) {
        #expect("\(error)" == words)
    }
}
