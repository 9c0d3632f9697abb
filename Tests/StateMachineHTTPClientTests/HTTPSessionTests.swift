import Foundation
import StateMachineHTTPClient
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct HTTPSessionTests {
    private let bounds = AnswerBounds(timeout: .seconds(600), bytes: 1_000_000)

    private func withServer(
        _ handler: @escaping LoopbackServer.Handler,
        _ body: (LoopbackServer, URLRequest) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(handler: handler)
        defer { server.stop() }
        try await body(server, URLRequest(url: try #require(URL(string: server.url))))
    }

    @Test func `an answer is its status, its head and its bytes`() async throws {
        try await withServer { _, writer in
            try writer.respond(status: .notFound, headers: ["X-Reason": "none"], body: Array("gone".utf8))
        } _: { _, request in
            let answer = try await HTTPSession(bounds: bounds).answer(to: request)
            #expect(answer.status == 404)
            #expect(answer.response.value(forHTTPHeaderField: "X-Reason") == "none")
            #expect(answer.body == Data("gone".utf8))
            #expect(!answer.isCutOff)
        }
    }

    @Test func `a cancelled task is dropped by the server`() async throws {
        try await withServer { _, writer in
            try writer.waitForDisconnection()
        } _: { server, request in
            let session = HTTPSession(bounds: bounds)
            let task = Task { () throws(TransportFailure) in try await session.answer(to: request) }
            #expect(await eventually { server.requestsInProgress == 1 })
            task.cancel()
            await #expect(throws: TransportFailure.cancelled) { try await task.value }
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `an answer that has as many bytes as it may is taken, and one more is too long`() async throws {
        for announces in [true, false] {
            for excess in [0, 1] {
                let count = bounds.bytes + excess
                try await withServer { _, writer in
                    try writer.begin(contentLength: announces ? count : nil)
                    try writer.write([UInt8](repeating: 7, count: count))
                } _: { _, request in
                    let session = HTTPSession(bounds: bounds)
                    guard excess == 1 else {
                        let answer = try await session.answer(to: request)
                        #expect(answer.body.count == count)
                        return
                    }
                    await #expect(throws: TransportFailure.tooLong(limit: bounds.bytes)) {
                        try await session.answer(to: request)
                    }
                }
            }
        }
    }

    @Test func `an endless answer is cancelled as soon as it is too long`() async throws {
        try await withServer { _, writer in
            try writer.begin()
            let piece = [UInt8](repeating: 7, count: 64 * 1024)
            // At first faster than a session on Linux can be cancelled.
            for _ in 0..<2_000 { try writer.write(piece) }
            while true {
                try writer.write(piece)
                try writer.wait(.milliseconds(1))
            }
        } _: { server, request in
            let session = HTTPSession(bounds: bounds)
            await #expect(throws: TransportFailure.tooLong(limit: bounds.bytes)) {
                try await session.answer(to: request)
            }
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `an answer that is announced to be too long is not waited for`() async throws {
        try await withServer { _, writer in
            try writer.begin(contentLength: 100_000_000)
            try writer.waitForDisconnection()
        } _: { server, request in
            let session = HTTPSession(bounds: bounds)
            await #expect(throws: TransportFailure.tooLong(limit: bounds.bytes)) {
                try await session.answer(to: request)
            }
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `an answer that arrives slowly is cancelled at the deadline`() async throws {
        try await withServer { _, writer in
            try writer.begin()
            while true {
                try writer.write(" ")
                try writer.wait(.milliseconds(5))
            }
        } _: { server, request in
            let clock = ManualClock()
            let bounds = AnswerBounds(timeout: .seconds(600), deadline: .seconds(30), bytes: 1_000_000_000)
            let session = HTTPSession(bounds: bounds, clock: clock)
            let task = Task { () throws(TransportFailure) in try await session.answer(to: request) }
            try await clock.waitForSleepers()
            #expect(await eventually { server.requestsInProgress == 1 })
            clock.advance(by: .seconds(29))
            #expect(server.requestsInProgress == 1)
            clock.advance(by: .seconds(1))
            await #expect(throws: TransportFailure.tooSlow(after: .seconds(30))) { try await task.value }
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `a whole answer may take ten times the silence unless a deadline is given`() {
        #expect(AnswerBounds(timeout: .seconds(3), bytes: 1).deadline == .seconds(30))
        #expect(AnswerBounds(timeout: .seconds(3), deadline: .seconds(4), bytes: 1).deadline == .seconds(4))
    }

    #if canImport(FoundationNetworking)
    @Test func `the error for an IPv6 address says what works`() async throws {
        let request = URLRequest(url: try #require(URL(string: "http://[::1]:1/")))
        await #expect(
            throws: TransportFailure.other(
                "Foundation on this system cannot connect to the IPv6 address [::1]:1; use a host name such as localhost"
            )
        ) {
            try await HTTPSession(bounds: bounds).answer(to: request)
        }
    }
    #endif

    /// `body` and a thousand times `x`, compressed with `gzip -9`.
    private static let compressedWord: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x4B, 0xCA, 0x4F, 0xA9, 0x04, 0x00,
        0xB2, 0x0B, 0xA8, 0xDB, 0x04, 0x00, 0x00, 0x00,
    ]
    private static let compressedThousand: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xAB, 0xA8, 0x18, 0x05, 0xA3, 0x60,
        0x14, 0x0C, 0x77, 0x00, 0x00, 0xE6, 0xC9, 0x41, 0x3B, 0xE8, 0x03, 0x00, 0x00,
    ]

    /// The limits are smaller and larger than the compressed bytes: only the decompressed ones
    /// count.
    @Test(
        arguments: [true, false],
        [
            (compressedWord, "body", 4), (compressedWord, "body", 3),
            (compressedThousand, String(repeating: "x", count: 1000), 1000),
            (compressedThousand, String(repeating: "x", count: 1000), 999),
        ]
    )
    func `a compressed answer is whole, and its decompressed bytes count`(
        announces: Bool,
        answer: (bytes: [UInt8], text: String, limit: Int)
    ) async throws {
        try await withServer { _, writer in
            let headers: HTTPHeaders = ["Content-Encoding": "gzip"]
            try writer.begin(headers: headers, contentLength: announces ? answer.bytes.count : nil)
            try writer.write(answer.bytes)
        } _: { _, request in
            let session = HTTPSession(bounds: AnswerBounds(timeout: .seconds(600), bytes: answer.limit))
            guard answer.text.count <= answer.limit else {
                await #expect(throws: TransportFailure.tooLong(limit: answer.limit)) {
                    try await session.answer(to: request)
                }
                return
            }
            let received = try await session.answer(to: request)
            #expect(String(decoding: received.body, as: UTF8.self) == answer.text)
            #expect(!received.isCutOff)
        }
    }

    @Test(arguments: [nil, 10_000] as [Int?])
    func `an answer that breaks off is no answer`(announced: Int?) async throws {
        try await withServer { _, writer in
            try writer.begin(contentLength: announced)
            try writer.write("the beginning")
            writer.abort()
        } _: { _, request in
            await #expect(throws: TransportFailure.connectionLost) {
                try await HTTPSession(bounds: bounds).answer(to: request)
            }
        }
    }

    @Test func `a server that is silent for too long is not waited for`() async throws {
        try await withServer { _, writer in
            try writer.waitForDisconnection()
        } _: { server, request in
            let session = HTTPSession(bounds: AnswerBounds(timeout: .seconds(1), deadline: .seconds(600), bytes: 10))
            await #expect(throws: TransportFailure.timedOut) { try await session.answer(to: request) }
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `a session that is released closes its connection`() async throws {
        try await withServer { _, writer in
            try writer.respond()
        } _: { server, request in
            var session: HTTPSession? = HTTPSession(bounds: bounds)
            let answer = try await session?.answer(to: request)
            #expect(answer?.status == 200)
            #expect(server.openConnections == 1)
            session = nil
            #expect(await eventually { server.openConnections == 0 })
        }
    }
}
