import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import VideoMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct VideoDownloadErrorTests {
    @Test(arguments: VideoFault.allCases.usually { $0 != .slow })
    func `each fault is an error in words for people, and another try succeeds`(fault: VideoFault) async throws {
        try await withStudio(fault: fault) { studio in
            // Only a request that is never answered is given up soon.
            let timeout: Duration = fault == .timeout ? .seconds(1) : .seconds(60)
            let downloader = studio.downloader(timeout: timeout)
            let expected = fault.expectedError(of: Studio.video, at: studio.source, timeout: timeout)
            func fail() async throws {
                do throws(VideoDownloadError) {
                    try await downloader.download(from: studio.source)
                    #expect(expected == nil, "the download succeeded")
                } catch {
                    #expect(error == expected)
                    #expect(error.errorDescription == "\(error)")
                    #expect(!FileManager.default.fileExists(atPath: studio.destination.path(percentEncoded: false)))
                }
                try studio.service.setFault(nil)
            }
            try await keepingPartialFile(of: studio.source, with: downloader) {
                try await fail()
                if fault != .timeout { try await downloader.download(from: studio.source) }
            }
            if fault == .timeout {
                let patient = studio.downloader()
                try await keepingPartialFile(of: studio.source, with: patient) {
                    try await patient.download(from: studio.source)
                }
            }
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(studio.files == ["ocean.mov"])
        }
    }

    @Test func `a file that cannot be written is an error, and its folder may be made later`() async throws {
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

    @Test func `a file that cannot be moved to its destination is not fetched twice`() async throws {
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

    @Test(arguments: ["ftp://127.0.0.1/x.mp4", "file:///etc/hostname", "x.mp4", "httpx://127.0.0.1/x.mp4"])
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
        (.refused(status: 503), "The server responded with status 503"),
        (.wrongLength(received: 5, expected: 9), "The server announced 9 bytes but sent 5"),
        (.notAVideo(.truncated), "The downloaded file is not playable: the file is truncated"),
        (.timedOut(after: .seconds(2)), "The server did not respond within 2 seconds"),
        (.diskFull, "The disk is full: No space left on device"),
        (.tooLong(limit: 5_000_000), "The video is larger than 5 MB"),
        (.connectionLost(received: 1, expected: nil), "The connection was lost after 1 byte"),
        (.unsupportedAddress, "The address of a video must begin with http or https"),
        (.unreachable(host: "a.b:80"), "Cannot connect to the server at a.b:80"),
        (.refused(status: 404), "This address does not exist (status 404)"),
        (.wrongLength(received: 5, expected: 1), "The server announced 1 byte but sent 5"),
        (.malformedAnswer, "The headers of the response contradict each other"),
        (.cannotWrite("it is full"), "Cannot write the file: it is full"),
        (.cancelled, "The download was cancelled"), (.network("no route"), "The network reported an error: no route"),
        (.connectionLost(received: 0, expected: nil), "The connection was lost after 0 bytes"),
        (.connectionLost(received: 0, expected: 1), "The connection was lost after 0 of 1 byte"),
    ])
    func `errors read well`(error: VideoDownloadError, words: String) {
        #expect("\(error)" == words)
    }

    @Test(
        arguments: [
            (.cancelled, .cancelled), (.timedOut, .timedOut(after: .seconds(3))),
            (.cannotConnectToHost, .unreachable(host: "a.b:80")),
            (.networkConnectionLost, .connectionLost(received: 5, expected: 9)), (.badURL, .network("words")),
        ] as [(URLError.Code, VideoDownloadError)]
    )
    func `each error of a session means one error of a download`(code: URLError.Code, error: VideoDownloadError) throws
    {
        let failure = URLError(code, userInfo: [NSLocalizedDescriptionKey: "words"])
        let source = try #require(URL(string: "http://a.b:80/ocean.mov"))
        #expect(VideoDownloadError(failure, from: source, timeout: .seconds(3), received: 5, expected: 9) == error)
    }
}
