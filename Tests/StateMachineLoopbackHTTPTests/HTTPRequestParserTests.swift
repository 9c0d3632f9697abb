import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

@Suite(.timeLimit(.minutes(5)), .computing) struct HTTPRequestParserTests {
    private let limits = LoopbackServer.Limits(headerBytes: 200, bodyBytes: 10)

    private func steps(_ pieces: [String]) throws(HTTPRequestParser.Failure) -> [HTTPRequest] {
        var parser = HTTPRequestParser(limits: limits)
        var requests: [HTTPRequest] = []
        for piece in pieces {
            parser.append(Array(piece.utf8))
            while case .request(let request) = try parser.next() { requests.append(request) }
        }
        return requests
    }

    @Test func `a request is the same however its bytes are split`() throws {
        let text = "POST /a%20b?x=1&x=2&y=%C3%A9+z&flag HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nb\r\no"
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 7) {
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
                let requests = try steps(pieces.map { String(decoding: $0, as: UTF8.self) })
                try #require(requests.count == 1, "cut at \(first) and \(second)")
                #expect(requests[0].body == Array("b\r\no".utf8))
                #expect(requests[0].path == "/a b")
            }
        }
    }

    @Test func `the parts of a request are decoded`() throws {
        let request = try #require(
            try steps(["GET /a+b%2Fc?q=red+flower%26&q=2&flag&=v HTTP/1.1\r\nX-Thing:  one \r\nx-thing: two\r\n\r\n"])
                .first
        )
        #expect(request.method == .get)
        #expect(request.path == "/a+b/c")
        #expect(request.query.items.map(\.name) == ["q", "q", "flag", ""])
        #expect(request.query.items.map(\.value) == ["red flower&", "2", "", "v"])
        #expect(request.query["q"] == "red flower&")
        #expect(request.query["none"] == nil)
        #expect(request.headers["X-THING"] == "one, two")
        #expect(request.headers["X-Other"] == nil)
    }

    @Test func `requests that arrive together are parsed one by one`() throws {
        let requests = try steps(["GET /1 HTTP/1.1\r\n\r\n\r\nGET /2 HTTP/1.1\n\nGET /3 HTTP/1.0\r\n\r\nGET"])
        #expect(requests.map(\.path) == ["/1", "/2", "/3"])
        #expect(requests.map(\.wantsKeepAlive) == [true, true, false])
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", HTTPStatus.badRequest),
        ("GET  / HTTP/1.1\r\n\r\n", .badRequest),
        (" / HTTP/1.1\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1 \r\n\r\n", .badRequest),
        ("G\u{1}T / HTTP/1.1\r\n\r\n", .badRequest),
        ("GET index HTTP/1.1\r\n\r\n", .badRequest),
        ("GET /%4 HTTP/1.1\r\n\r\n", .badRequest),
        ("GET /?%zz HTTP/1.1\r\n\r\n", .badRequest),
        ("GET /%ff HTTP/1.1\r\n\r\n", .badRequest),
        ("GET / FTP/1.1\r\n\r\n", .badRequest),
        ("GET / HTTP/2.0\r\n\r\n", .versionNotSupported),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nName : value\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\nName: value\r\n folded\r\n\r\n", .badRequest),
        ("GET / HTTP/1.1\r\n: value\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .badRequest),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthRequired),
        ("POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\n", .contentTooLarge),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", .contentTooLarge),
    ])
    func `a malformed request is refused with a status`(text: String, status: HTTPStatus) {
        #expect(throws: HTTPRequestParser.Failure(status: status)) { try steps([text]) }
    }

    @Test(arguments: ["", "\r\n\r\n"])
    func `a header block over the limit is refused, ended or not`(ending: String) {
        let line = "X: \(String(repeating: "x", count: 200))"
        #expect(throws: HTTPRequestParser.Failure(status: .headerFieldsTooLarge)) {
            try steps(["GET / HTTP/1.1\r\n", line, ending])
        }
    }

    @Test(arguments: ["\r\n", "\n"], [198, 199, 200, 201, 202])
    func `a header block has at most so many bytes, with the empty line that ends it`(end: String, count: Int) throws {
        let start = "GET / HTTP/1.1\(end)X: "
        let head = start + String(repeating: "x", count: count - start.utf8.count - 2 * end.utf8.count) + end + end
        #expect(head.utf8.count == count)
        if count <= 200 {
            #expect(try steps([head]).count == 1)
            #expect(try steps([String(head.dropLast()), end]).count == 1)
        } else {
            #expect(throws: HTTPRequestParser.Failure(status: .headerFieldsTooLarge)) { try steps([head]) }
        }
        // Without an end it is refused when it is longer.
        let open = start + String(repeating: "x", count: count - start.utf8.count)
        if count <= 200 {
            #expect(try steps([open]).isEmpty)
        } else {
            #expect(throws: HTTPRequestParser.Failure(status: .headerFieldsTooLarge)) { try steps([open]) }
        }
    }

    /// The characters of a token (RFC 9110, section 5.6.2).
    @Test func `a method and a name of a field are tokens`() {
        let tokens = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
        for value in UInt32(0)...0x100 {
            guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\r" else { continue }
            let method = try? steps(["A\(scalar)B / HTTP/1.1\r\n\r\n"]).first?.method.rawValue
            #expect(method == (tokens.contains(scalar) ? "A\(scalar)B" : nil), "method with \(value)")
            let value = try? steps(["GET / HTTP/1.1\r\nA\(scalar)B: v\r\n\r\n"]).first?.headers["A\(scalar)B"]
            // What comes after a colon is the value.
            #expect(value == (tokens.contains(scalar) ? "v" : nil), "name with \(scalar.value)")
        }
    }

    @Test(
        arguments: [
            ("1.1", nil, true), ("1.1", "close", false), ("1.1", "Close", false), ("1.1", "x, close", false),
            ("1.1", "closed", true), ("1.1", "keep-alive", true), ("1.0", nil, false), ("1.0", "keep-alive", true),
            ("1.0", "x,\tKeep-Alive ,y", true), ("1.0", "close", false), ("1.0", "keep-alives", false),
        ] as [(String, String?, Bool)]
    )
    func `a connection stays open as its version and its field say`(version: String, field: String?, stays: Bool) throws
    {
        let line = field.map { "Connection: \($0)\r\n" } ?? ""
        #expect(try steps(["GET / HTTP/\(version)\r\n\(line)\r\n"]).first?.wantsKeepAlive == stays)
    }

    @Test(
        arguments: [
            ("%41%7a%2F", "Az/"), ("%c3%A9", "é"), ("a+b", "a+b"), ("%2b", "+"), ("%00", "\0"), ("é", "é"),
            ("%", nil), ("%4", nil), ("%4g", nil), ("%g4", nil), ("%-1", nil), ("%%41", nil), ("%C3", nil),
            ("%:0", nil),
            ("%@0", nil), ("%`0", nil), ("%/0", nil), ("%G0", nil),
        ] as [(String, String?)]
    )
    func `escapes are two hexadecimal digits, and make UTF-8`(encoded: String, text: String?) {
        #expect(PercentEncoding.decode(encoded[...], plusIsSpace: false) == text)
        let inForm = encoded.contains("+") ? text?.replacing("+", with: " ") : text
        #expect(PercentEncoding.decode(encoded[...], plusIsSpace: true) == inForm)
    }

    @Test(arguments: [
        ("1.1", "100-continue", 1), ("1.1", "100-Continue", 1), ("1.1", "200-ok", 0), ("1.0", "100-continue", 0),
    ])
    func `only a client of HTTP 1.1 that asks for it waits for 100 Continue`(version: String, field: String, count: Int)
        throws
    {
        var parser = HTTPRequestParser(limits: limits)
        let head = "PUT / HTTP/\(version)\r\nExpect: \(field)\r\nContent-Length: 2\r\n\r\n"
        parser.append(Array(head.utf8))
        #expect(try parser.next() == (count == 1 ? .needsContinue : .needsMore))
        #expect(try parser.next() == .needsMore, "it is told once")
        parser.append(Array("ab\(head)".utf8))
        guard case .request = try parser.next() else { return #expect(Bool(false)) }
        #expect(try parser.next() == (count == 1 ? .needsContinue : .needsMore), "each request is told")
        // A client that sends the body has not waited.
        var other = HTTPRequestParser(limits: limits)
        other.append(Array((head + "a").utf8))
        #expect(try other.next() == .needsMore)
        other.append(Array("b\(head)".utf8))
        guard case .request(let request) = try other.next() else { return #expect(Bool(false)) }
        #expect(request.body == Array("ab".utf8))
        #expect(try other.next() == (count == 1 ? .needsContinue : .needsMore), "each request is told")
    }

    @Test func `a body of exactly the limit is accepted`() throws {
        let request = try #require(try steps(["PUT /x HTTP/1.1\r\nContent-Length: 10\r\n\r\n0123456789"]).first)
        #expect(request.body.count == 10)
    }

    @Test func `a client that expects it gets 100 Continue once`() throws {
        var parser = HTTPRequestParser(limits: limits)
        parser.append(Array("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n".utf8))
        #expect(try parser.next() == .needsContinue)
        #expect(try parser.next() == .needsMore)
        #expect(!parser.isBetweenRequests)
        parser.append(Array("ab".utf8))
        guard case .request(let request) = try parser.next() else { return #expect(Bool(false)) }
        #expect(request.body == Array("ab".utf8))
        #expect(parser.isBetweenRequests)
    }

    @Test func `the target may be a whole URL`() throws {
        let targets = ["http://h:80/p?q=1", "http://h", "http://h?q=/2"]
        let requests = try steps([targets.map { "GET \($0) HTTP/1.1\r\n\r\n" }.joined()])
        #expect(requests.map(\.path) == ["/p", "/", "/"])
        #expect(requests.map { $0.query["q"] } == ["1", nil, "/2"])
    }
}
