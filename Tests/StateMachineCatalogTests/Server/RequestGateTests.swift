import StateMachineInspectionMessages
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(5)), .outside) struct RequestGateTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private let server: InspectionServer

    init() throws {
        server = try InspectionServer(
            token: Self.token,
            limits: .init(bodyBytes: 1000),
            pages: ServedPages(["Door"]) { throw Problem("There is no \($0).") }
        ) { .zero }
    }

    /// Sends a request, and returns the head and the body of the answer.
    ///
    /// `PORT` and `TOKEN` stand for those of the server, `COOKIE` for its cookie, and `ONCE` for
    /// the code of a new link.
    private func answer(to request: String) async throws -> String {
        let client = try RawClient(port: server.port)
        defer { server.stop() }
        let cookie = Cookie(port: server.port, token: Self.token).field.split(separator: ";")[0].split(separator: "=")[
            1
        ]
        let text = request.replacing("PORT", with: "\(server.port)").replacing("TOKEN", with: Self.token)
            .replacing("COOKIE", with: cookie).replacing("ONCE", with: server.makeLink().suffix(32))
        client.send(text.replacing("\n", with: "\r\n"))
        return await client.read { $0.contains("event: hello") }.text
    }

    private static let end = "Connection: close\n\n"
    private static let head = "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\n"
    private static let get = head + "Machine-Inspector-Token: TOKEN\n"
    private static let cookie = head + "Cookie: theme=dark; machine-inspector-PORT=COOKIE; a\n"
    private static let post = """
        POST /records HTTP/1.1
        Host: 127.0.0.1:PORT
        Origin: http://127.0.0.1:PORT
        Machine-Inspector-Token: TOKEN
        Content-Type: application/json
        Content-Length: \(batch.utf8.count)

        """
    private static let batch = #"{"version":1,"session":"a","app":"app","process":1,"date":0}"#

    @Test(arguments: [
        get, get.replacing("Host: 127.0.0.1", with: "Host: localhost"), get + "Sec-Fetch-Site: none\n",
        get + "Sec-Fetch-Site: same-origin\nOrigin: http://127.0.0.1:PORT\n",
        cookie, cookie.replacing("/ ", with: "/events "), cookie + "Sec-Fetch-Site: same-origin\n",
        get.replacing("/ ", with: "/events "), post,
        post.replacing("Machine-Inspector-Token: TOKEN", with: "Cookie: machine-inspector-PORT=COOKIE"),
    ])
    func `a request with all that is needed is answered`(request: String) async throws {
        let answer = try await answer(to: request + Self.end + (request.hasPrefix("POST") ? Self.batch : ""))
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        for field in [
            "Cache-Control: no-store", "Content-Security-Policy: frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
        ] {
            #expect(answer.contains("\r\n\(field)\r\n"))
        }
        #expect(!answer.lowercased().contains("access-control"))
    }

    private static let refused: [(request: String, status: Int)] = [
        // Another host, by a name that leads here, and none.
        (get.replacing("127.0.0.1:PORT", with: "example.org:PORT"), 403),
        (get.replacing("127.0.0.1:PORT", with: "127.0.0.1"), 403),
        (get.replacing("127.0.0.1:PORT", with: "127.0.0.1:PORT.example.org"), 403),
        (get + "Host: example.org\n", 403),
        (get.replacing("Host: 127.0.0.1:PORT\n", with: ""), 403),
        // Another site.
        (get + "Origin: http://example.org\n", 403),
        (get + "Origin: null\n", 403),
        (get + "Sec-Fetch-Site: cross-site\n", 403),
        (get + "Sec-Fetch-Site: same-site\n", 403),
        (post.replacing("Origin: http://127.0.0.1:PORT", with: "Origin: http://example.org"), 403),
        (post.replacing("Origin: http://127.0.0.1:PORT", with: "Origin: null"), 403),
        (post.replacing("Origin: http://127.0.0.1:PORT", with: "Origin: http://localhost:PORT"), 403),
        (post.replacing("Origin: http://127.0.0.1:PORT\n", with: ""), 403),
        (post + "Sec-Fetch-Site: cross-site\n", 403),
        // No token, another one, a part of it, and one in the address of a post.
        (get.replacing("TOKEN", with: ""), 403),
        (get.replacing("TOKEN", with: "0123456789abcdef0123456789abcdee"), 403),
        (get.replacing("TOKEN", with: "0123456789abcdef"), 403),
        (post.replacing("Machine-Inspector-Token: TOKEN\n", with: ""), 403),
        (post.replacing("/records", with: "/records?token=TOKEN").replacing("or-Token: TOKEN", with: "or: TOKEN"), 403),
        (post.replacing("Token: TOKEN", with: "Token: 0123456789abcdef0123456789abcdee"), 403),
        // What a form can send.
        (post.replacing("application/json", with: "text/plain"), 415),
        (post.replacing("Content-Type: application/json\n", with: ""), 415),
        // Other methods.
        (get.replacing("GET", with: "OPTIONS"), 405),
        (post.replacing("POST", with: "PUT"), 405),
        // Bodies that are too large, and of no known length.
        (post.replacing("Content-Length: \(batch.utf8.count)", with: "Content-Length: 1001"), 413),
        (post.replacing("Content-Length: \(batch.utf8.count)", with: "Transfer-Encoding: chunked"), 411),
        // What is not there.
        (get.replacing("/ ", with: "/nothing "), 404),
        (get.replacing("/ ", with: "/machines/Window "), 404),
        (get.replacing("/ ", with: "/machines/Window.json "), 404),
        (get.replacing("/ ", with: "/machines/Door "), 500),
        (get.replacing("/ ", with: "/commands?session=none "), 404),
        (post.replacing("/records", with: "/nothing"), 404),
    ]

    /// Requests of a browser without the cookie, or with one that does not fit.
    private static let refusedBrowsers: [String] = [
        head,
        head.replacing("/ ", with: "/events "),
        head.replacing("/ ", with: "/events?token=TOKEN "),
        head.replacing("/ ", with: "/events?once=ONCE "),
        head.replacing("/ ", with: "/machines/Door "),
        head.replacing("GET / ", with: "HEAD /?once=ONCE "),
        head.replacing("/ ", with: "/?token=0123456789abcdef0123456789abcdee "),
        head.replacing("/ ", with: "/?once=0123456789abcdef0123456789abcdef "),
        cookie + "Sec-Fetch-Site: cross-site\n",
        cookie + "Sec-Fetch-Site: same-site\n",
        cookie + "Origin: http://127.0.0.1:1\n",
        cookie.replacing("Host: 127.0.0.1", with: "Host: example.org"),
        cookie.replacing("-PORT=", with: "-1="),
        cookie.replacing("COOKIE", with: "TOKEN"),
        cookie + "Machine-Inspector-Token: 0123456789abcdef0123456789abcdee\n",
        head.replacing("/ ", with: "/?once=ONCE ") + "Sec-Fetch-Site: cross-site\n",
    ]

    @Test(arguments: refusedBrowsers)
    func `a browser without the cookie, or from elsewhere, is refused`(request: String) async throws {
        #expect(try await answer(to: request + Self.end).hasPrefix("HTTP/1.1 403 "))
    }

    @Test(arguments: refused)
    func `a request that lacks something is refused`(request: String, status: Int) async throws {
        let answer = try await answer(to: request + Self.end + (request.hasPrefix("P") ? Self.batch : ""))
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }

    @Test(arguments: [
        ("/?once=ONCE", "/"), ("/machines/Door?once=ONCE", "/machines/Door"), ("/?token=TOKEN", "/"),
        ("/machines//evil.com/%22?once=ONCE", "/machines/evil.com/%22"),
    ])
    func `a link is exchanged for a cookie, and leaves an address without a secret`(link: String, path: String)
        async throws
    {
        let answer = try await answer(to: Self.head.replacing("/ ", with: "\(link) ") + Self.end)
        #expect(answer.hasPrefix("HTTP/1.1 303 ") && answer.contains("\r\nLocation: \(path)\r\n"), "\(answer)")
        let cookie = Cookie(port: server.port, token: Self.token).field
        #expect(answer.contains("\r\nSet-Cookie: \(cookie)\r\n") && !answer.contains(Self.token))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    }

    @Test func `a link works once, and the latest alone`() {
        let links = OneTimeLinks()
        #expect(!links.use(""))
        let (first, second) = (links.makeCode(), links.makeCode())
        #expect([first, second, second].map(links.use) == [false, true, false])
    }

    @Test func `a browser that is known is led on by a used link`() async throws {
        let request = Self.cookie.replacing("/ ", with: "/?once=used ")
        #expect(try await answer(to: request + Self.end).hasPrefix("HTTP/1.1 303 "))
    }

    @Test func `a cookie depends on the token and is not the token`() {
        let cookies = [("1", 1), ("2", 1), ("1", 2)].map { Cookie(port: $1, token: $0).field }
        #expect(Set(cookies).count == 3 && cookies[0] == Cookie(port: 1, token: "1").field)
    }

    @Test func `the value of a cookie is a hash of 256 bits, which no script and no other site can use`() {
        // `printf 'cookie of machine inspector t' | sha256sum`
        let hash = "48d807a23e4f1e19e961e0c2f554795fe14a55dccae20fb224db206565ed78a1"
        let field = "machine-inspector-80=\(hash); Path=/; HttpOnly; SameSite=Strict"
        #expect(Cookie(port: 80, token: "t").field == field)
    }

    @Test func `tokens are different, and of 128 bits`() {
        let tokens = (0..<1000).map { _ in RequestGate.makeToken() }
        #expect(Set(tokens).count == 1000)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
