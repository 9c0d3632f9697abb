import Foundation
import StateMachineTestSupport
import Testing

@testable import VideoMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transfer that is told what a session would report, without a session.
@Suite(.timeLimit(.minutes(5)), .outside) struct TransferTests {
    private static let rest = Data("fghij".utf8)
    private static let source = URL(string: "http://localhost/ocean.mov")

    /// What is known of bytes from there.
    private func known(_ received: Int64, of expected: Int64, _ validator: String?) -> PartialFile.Knowledge {
        .init(received: received, expected: expected, validator: validator, address: Self.source)
    }

    /// Five of ten bytes are on disk, and an answer follows.
    private func transfer(
        received: String = "abcde",
        limit: Int64 = 100,
        status: Int,
        _ fields: [String: String],
        _ body: (Transfer, Bool) throws -> Void = { _, _ in }
    ) async throws -> (result: Result<Transfer.Outcome, VideoDownloadError>, bytes: String, file: PartialFile) {
        try await withEmptyFolder { folder in
            let file = PartialFile(beside: folder.appending(path: "ocean.mov"))
            if !received.isEmpty {
                try file.open(at: 0, expecting: 10, of: "\"first\"")
                try file.append(Data(received.utf8))
                file.close()
            }
            let source = try #require(Self.source)
            let transfer = Transfer(from: source, to: file, timeout: .seconds(1), limit: limit) { _ in }
            let response = HTTPURLResponse(url: source, statusCode: status, httpVersion: nil, headerFields: fields)
            let goesOn = transfer.didReceive(try #require(response))
            try body(transfer, goesOn)
            let bytes = (try? Data(contentsOf: file.location)) ?? Data()
            return (transfer.result, String(decoding: bytes, as: UTF8.self), file)
        }
    }

    /// The limit is for the bytes on disk and the bytes to come together.
    @Test(arguments: [
        (206, "", ["Content-Range": "bytes 0-9/10"]), (206, "", ["Content-Range": "bytes 0-9/*"]),
        (206, "", ["Content-Range": "bytes 0-4/10"]), (206, "abcde", ["Content-Range": "bytes 5-9/10"]),
        (206, "abcde", ["Content-Range": "bytes 5-7/10"]), (200, "abcde", ["Content-Length": "10"]),
        (200, "", ["Content-Length": "10"]),
    ])
    func `an answer that announces more than the limit is refused`(
        status: Int,
        received: String,
        fields: [String: String]
    ) async throws {
        for limit in [9, 10] as [Int64] {
            let (result, _, _) = try await transfer(received: received, limit: limit, status: status, fields) {
                #expect($1 == (limit == 10))
                $0.didComplete(URLError(.cancelled))
            }
            #expect(result == .failure(limit == 10 ? .cancelled : .tooLong(limit: 9)))
        }
    }

    @Test func `bytes that were not announced count against the limit, with those on disk`() async throws {
        for (limit, isEnough) in [(9, false), (10, true)] as [(Int64, Bool)] {
            let whole = try await transfer(received: "", limit: limit, status: 200, [:]) { transfer, _ in
                #expect(transfer.didReceive(Data("abcde".utf8)))
                #expect(transfer.didReceive(Self.rest) == isEnough)
                transfer.didComplete(nil)
            }
            #expect(whole.result == (isEnough ? .success(.received) : .failure(.tooLong(limit: limit))))
            #expect(whole.bytes == (isEnough ? "abcdefghij" : "abcde"))
        }
    }

    @Test func `bytes after the announced end are an error at once`() async throws {
        let fields = ["Content-Range": "bytes 5-8/10"]
        let (result, bytes, _) = try await transfer(status: 206, fields) { transfer, _ in
            #expect(transfer.didReceive(Data("fghi".utf8)))
            #expect(!transfer.didReceive(Data("j".utf8)))
            // These bytes were in flight, and are not written.
            #expect(transfer.didReceive(Data("k".utf8)))
            transfer.didComplete(URLError(.cancelled))
        }
        #expect(result == .failure(.wrongLength(received: 10, expected: 9)))
        #expect(bytes == "abcdefghij")
    }

    @Test func `an answer that ends before the announced end has the wrong length`() async throws {
        for (count, isWhole) in [(0, false), (4, false), (5, true)] {
            let fields = ["Content-Range": "bytes 5-9/10"]
            let (result, bytes, file) = try await transfer(status: 206, fields) { transfer, _ in
                #expect(transfer.didReceive(Self.rest.prefix(count)))
                transfer.didComplete(nil)
            }
            let failure = VideoDownloadError.wrongLength(received: Int64(5 + count), expected: 10)
            #expect(result == (isWhole ? .success(.received) : .failure(failure)))
            #expect(bytes == "abcde" + "fghij".prefix(count))
            #expect(file.knowledge == known(Int64(5 + count), of: 10, "\"first\""))
        }
    }

    @Test func `a part that does not name its version belongs to the version on disk`() async throws {
        for (name, fields) in [("same", ["ETag": "\"first\""]), ("unnamed", [:])] {
            var fields = fields
            fields["Content-Range"] = "bytes 5-6/*"
            let (_, _, file) = try await transfer(status: 206, fields) { transfer, _ in
                #expect(transfer.didReceive(Data("fg".utf8)))
                transfer.didComplete(nil)
            }
            #expect(file.knowledge == known(7, of: 10, "\"first\""), "\(name)")
        }
    }

    @Test func `a whole answer replaces the bytes on disk and their version`() async throws {
        for tag in [nil, "\"second\""] {
            var fields = ["Content-Length": "3"]
            fields["ETag"] = tag
            let (result, bytes, file) = try await transfer(status: 200, fields) { transfer, _ in
                #expect(transfer.didReceive(Data("ABC".utf8)))
                transfer.didComplete(nil)
            }
            #expect(result == .success(.received))
            #expect(bytes == "ABC")
            #expect(file.knowledge == known(3, of: 3, tag))
        }
    }

    @Test(
        arguments: [
            (416, ["Content-Range": "bytes */5"], .success(.startAnew)), (206, [:], .success(.startAnew)),
            (404, [:], .failure(.refused(status: 404))),
        ] as [(Int, [String: String], Result<Transfer.Outcome, VideoDownloadError>)]
    )
    func `an answer without useful bytes ends the transfer, and the file is as it was`(
        status: Int,
        fields: [String: String],
        expected: Result<Transfer.Outcome, VideoDownloadError>
    ) async throws {
        let (result, bytes, file) = try await transfer(status: status, fields) { transfer, goesOn in
            #expect(!goesOn)
            #expect(transfer.didReceive(Data("page".utf8)))
            transfer.didComplete(URLError(.cancelled))
        }
        #expect(result == expected)
        #expect(bytes == "abcde")
        #expect(file.knowledge.received == 5)
    }

    @Test func `the progress is told at the beginning and with each piece`() async throws {
        try await withEmptyFolder { folder in
            let file = PartialFile(beside: folder.appending(path: "ocean.mov"))
            let source = try #require(URL(string: "http://localhost/ocean.mov"))
            let steps = Journal<VideoDownloader.Progress>()
            let transfer = Transfer(from: source, to: file, timeout: .seconds(1), limit: 10) { steps.note($0) }
            #expect(transfer.result == .failure(.malformedAnswer))
            let fields = ["Content-Length": "5"]
            let head = HTTPURLResponse(url: source, statusCode: 200, httpVersion: nil, headerFields: fields)
            #expect(transfer.didReceive(try #require(head)))
            #expect(transfer.didReceive(Data("abc".utf8)))
            #expect(transfer.didReceive(Data("de".utf8)))
            transfer.didComplete(nil)
            #expect(steps.entries == [0, 3, 5].map { .init(received: $0, expected: 5) })
            #expect(transfer.result == .success(.received))
        }
    }

    @Test func `a lost connection says how much there was`() async throws {
        let fields = ["Content-Range": "bytes 5-9/10"]
        let (result, bytes, _) = try await transfer(status: 206, fields) { transfer, _ in
            #expect(transfer.didReceive(Data("fg".utf8)))
            transfer.didComplete(URLError(.networkConnectionLost))
        }
        #expect(result == .failure(.connectionLost(received: 7, expected: 10)))
        #expect(bytes == "abcdefg")
    }
}
