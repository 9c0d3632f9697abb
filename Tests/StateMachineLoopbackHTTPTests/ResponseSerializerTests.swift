import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

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

    @Test(arguments: [
        (100, true), (101, true), (199, true), (200, false), (204, true), (205, false), (206, false), (303, false),
        (304, true), (404, false), (500, false),
    ])
    func `only some statuses forbid a body`(status: Int, forbidsBody: Bool) throws {
        let status = HTTPStatus(rawValue: status)
        let head = "HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)\r\n"
        let known = try response(to: "GET / HTTP/1.1", status: status, contentLength: 1, pieces: ["x"])
        let unknown = try response(to: "GET / HTTP/1.1", status: status, pieces: ["x"])
        let last = try response(to: "GET / HTTP/1.0", status: status, pieces: ["x"])
        #expect(known.text == head + (forbidsBody ? "\r\n" : "Content-Length: 1\r\n\r\nx"))
        #expect(unknown.text == head + (forbidsBody ? "\r\n" : "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"))
        #expect(last.text == head + "Connection: close\r\n\r\n" + (forbidsBody ? "" : "x"))
    }

    @Test func `an HTTP 1.0 client that stays is told so`() throws {
        let response = try response(to: "GET / HTTP/1.0\r\nConnection: keep-alive", contentLength: 1, pieces: ["x"])
        #expect(response.text.contains("\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx"))
        #expect(!response.closes)
    }

    @Test func `a body can end only when all of its length is written, unless it is omitted`() throws {
        for (method, canEnd) in [("GET", false), ("HEAD", true)] {
            var parser = HTTPRequestParser(limits: LoopbackServer.Limits())
            parser.append(Array("\(method) / HTTP/1.1\r\n\r\n".utf8))
            guard case .request(let request) = try parser.next() else { return #expect(Bool(false)) }
            var serializer = ResponseSerializer(for: request)
            #expect(!serializer.canEnd && !serializer.hasBegun)
            _ = serializer.begin(status: .ok, headers: [:], contentLength: 2)
            _ = serializer.body([1])
            #expect(serializer.hasBegun && serializer.canEnd == canEnd && !serializer.hasEnded)
            _ = serializer.body([2])
            #expect(serializer.canEnd)
        }
    }

    /// The phrases of RFC 9110, section 15, and RFC 6585.
    @Test(arguments: [
        (HTTPStatus.ok, "200 OK"), (.noContent, "204 No Content"), (.partialContent, "206 Partial Content"),
        (.seeOther, "303 See Other"), (.notModified, "304 Not Modified"), (.badRequest, "400 Bad Request"),
        (.forbidden, "403 Forbidden"), (.notFound, "404 Not Found"), (.methodNotAllowed, "405 Method Not Allowed"),
        (.requestTimeout, "408 Request Timeout"), (.conflict, "409 Conflict"), (.lengthRequired, "411 Length Required"),
        (.contentTooLarge, "413 Content Too Large"), (.unsupportedMediaType, "415 Unsupported Media Type"),
        (.rangeNotSatisfiable, "416 Range Not Satisfiable"),
        (.headerFieldsTooLarge, "431 Request Header Fields Too Large"),
        (.internalServerError, "500 Internal Server Error"), (.notImplemented, "501 Not Implemented"),
        (.serviceUnavailable, "503 Service Unavailable"), (.versionNotSupported, "505 HTTP Version Not Supported"),
        (HTTPStatus(rawValue: 299), "299 "),
    ])
    func `a status has its number and its phrase`(status: HTTPStatus, text: String) {
        #expect("\(status)" == text)
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
