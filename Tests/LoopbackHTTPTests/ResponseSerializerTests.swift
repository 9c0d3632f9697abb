import TestSupport
import Testing

@testable import LoopbackHTTP

@Suite(.timeLimit(.minutes(5)), .computing) struct ResponseSerializerTests {
    private func response(
        to requestText: String,
        status: HTTPStatus = .ok,
        headers: HTTPHeaders = [:],
        contentLength: Int? = nil,
        pieces: [String]
    ) throws -> (text: String, closes: Bool) {
        var parser = HTTPRequestParser(limits: LoopbackServer.Limits())
        parser.append(Array("\(requestText)\r\n\r\n".utf8))
        guard case .request(let request) = try parser.next() else {
            throw HTTPRequestParser.Failure(status: .badRequest)
        }
        var serializer = ResponseSerializer(for: request)
        var bytes = serializer.begin(status: status, headers: headers, contentLength: contentLength)
        for piece in pieces { bytes += serializer.body(Array(piece.utf8)) }
        bytes += serializer.end()
        #expect(serializer.hasEnded)
        return (String(decoding: bytes, as: UTF8.self), serializer.closesConnection)
    }

    @Test func `a body of unknown length is sent in chunks`() throws {
        let response = try response(to: "GET / HTTP/1.1", pieces: ["hello", "", "0123456789abcdef"])
        #expect(
            response.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"
        )
        #expect(!response.closes)
    }

    @Test func `a body of known length is sent as it is`() throws {
        let headers: HTTPHeaders = ["X": "a\r\nb", "Content-Length": "99", "transfer-encoding": "chunked"]
        let response = try response(to: "GET / HTTP/1.1", headers: headers, contentLength: 3, pieces: ["a", "bc"])
        #expect(response.text == "HTTP/1.1 200 OK\r\nX: ab\r\nContent-Length: 3\r\n\r\nabc")
    }

    @Test func `an HTTP 1.0 client gets no chunks: the end of the connection ends the body`() throws {
        let response = try response(to: "GET / HTTP/1.0\r\nConnection: keep-alive", pieces: ["abc"])
        #expect(response.text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc")
        #expect(response.closes)
    }

    @Test func `HEAD is answered with the headers alone`() throws {
        let known = try response(to: "HEAD / HTTP/1.1", contentLength: 3, pieces: ["abc"])
        #expect(known.text == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        let unknown = try response(to: "HEAD / HTTP/1.1", pieces: ["abc"])
        #expect(unknown.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    @Test(arguments: [HTTPStatus.noContent, .notModified], [nil, 0] as [Int?])
    func `a status without a body announces none`(status: HTTPStatus, contentLength: Int?) throws {
        let response = try response(to: "GET / HTTP/1.1", status: status, contentLength: contentLength, pieces: [])
        #expect(response.text == "HTTP/1.1 \(status)\r\n\r\n")
    }

    @Test func `closing is announced when either side asks for it`() throws {
        let byClient = try response(to: "GET / HTTP/1.1\r\nConnection: Close", contentLength: 0, pieces: [])
        let byHandler = try response(
            to: "GET / HTTP/1.1",
            headers: ["connection": "close"],
            contentLength: 0,
            pieces: []
        )
        #expect(byClient.text == byHandler.text)
        #expect(byClient.text.contains("Connection: close\r\n"))
        #expect(byClient.closes && byHandler.closes)
    }
}
