import Foundation
import StateMachineHTTPClient
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct URLSessionTests {
    private let session = URLSession(timeout: .seconds(60))

    @Test func `a body in chunks is read back as it was written`() async throws {
        let pieces = (1...50).map { String(repeating: "piece \($0) ", count: $0 * 20) }
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "text/plain"])
            for piece in pieces { try writer.write(piece) }
        }
        let url = try #require(URL(string: server.url + "/chunks"))
        let (data, response) = try await session.data(from: url)
        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Transfer-Encoding") == "chunked")
        #expect(data == Data(pieces.joined().utf8))
        server.stop()
    }

    @Test func `a large body is sent and answered`() async throws {
        let server = try LoopbackServer { request, writer in
            try writer.respond(body: request.body)
        }
        var request = URLRequest(url: try #require(URL(string: server.url)))
        request.httpMethod = "POST"
        request.httpBody = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let (data, _) = try await session.data(for: request)
        #expect(data == request.httpBody)
        server.stop()
    }

    @Test func `HEAD is answered without a body`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(contentLength: 1000)
            try writer.write([UInt8](repeating: 0, count: 1000))
        }
        var request = URLRequest(url: try #require(URL(string: server.url)))
        request.httpMethod = "HEAD"
        for _ in 1...2 {
            let (data, response) = try await session.data(for: request)
            #expect(data.isEmpty)
            #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Length") == "1000")
        }
        server.stop()
        #expect(server.log.map(\.bodyBytes) == [0, 0])
    }
}
