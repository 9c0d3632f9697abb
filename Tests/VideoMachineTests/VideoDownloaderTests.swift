import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
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

    @Test func `an older file at the destination is replaced only by a whole one`() async throws {
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

    @Test func `a download that is cancelled with its last byte leaves no video`() async throws {
        try await withStudio { studio in
            let downloader = studio.downloader()
            let download = Journal<Task<URL, any Error>>()
            try await keepingPartialFile(of: studio.source, with: downloader) {
                let gate = Gate()
                let task = Task {
                    await gate.pass()
                    return try await downloader.download(from: studio.source) { progress in
                        if progress.received == progress.expected { download.entries.first?.cancel() }
                    }
                }
                download.note(task)
                gate.open()
                await #expect(throws: VideoDownloadError.cancelled) { try await task.value }
            }
            #expect(studio.files == [])
        }
    }

    /// Linux does not connect to such an address, which is not for the downloader to decide.
    @Test(arguments: ["HTTP", "Http"])
    func `a scheme with capital letters is not refused`(scheme: String) async throws {
        try await withStudio { studio in
            let address = scheme + studio.source.absoluteString.dropFirst(4)
            let source = try #require(URL(string: address))
            let downloader = studio.downloader()
            try await keepingPartialFile(of: source, with: downloader) {
                do throws(VideoDownloadError) {
                    try await downloader.download(from: source)
                } catch {
                    #expect(error != .unsupportedAddress)
                }
            }
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
}
