import StateMachineInspectionMessages
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog
@testable import StateMachineLoopbackHTTP

// How each field of a request may be spelled, and which links are exchanged for a cookie.

extension RequestGateTableTests {
    /// A post that is answered, with one field changed.
    private func decision(with name: String, _ value: String?) throws -> Decision {
        let fields: [(String, String?)] = [
            ("Host", "localhost:8000"), ("Origin", "http://localhost:8000"), ("Content-Type", "application/json"),
            (InspectorAddress.tokenField, Self.token),
        ]
        let request = try request(fields: fields.filter { $0.0 != name } + [(name, value)])
        return Decision(request, at: RequestGate(token: Self.token))
    }

    @Test(arguments: [
        "localhost", "localhost:", "localhost:80", "localhost:8001", "localhost:80000", "localhost:08000",
        "evil.localhost:8000", "localhost.evil.com:8000", "localhost:8000.evil.com", "evil-localhost:8000",
        "localhost.:8000", "LOCALHOST:8000", "user@localhost:8000", "127.0.0.1", "127.0.0.1:8000.evil.com",
        "127.0.0.2:8000", "127.1:8000", "2130706433:8000", "0.0.0.0:8000", "[::1]:8000", ":8000", "*",
        "http://localhost:8000", "localhost:8000/", "localhost:8000, localhost:8000", "localhost:8000 evil.com",
    ])
    func `only the two names of the server are its host`(host: String) throws {
        #expect(try decision(with: "Host", host) == .otherHost)
        #expect(try decision(with: "Host", "localhost:8000") == .answer)
    }

    @Test(arguments: [
        "", "null", "localhost:8000", "http://localhost", "http://localhost:80", "http://localhost:8001",
        "https://localhost:8000", "http://localhost:8000/", "http://localhost:8000.evil.com",
        "http://evil.localhost:8000", "http://127.0.0.1:8000", "HTTP://LOCALHOST:8000", "http://evil.com",
        "http://localhost:8000, http://evil.com", "http://evil.com/http://localhost:8000", "file://",
    ])
    func `only the host itself is the origin of a request`(origin: String) throws {
        #expect(try decision(with: "Origin", origin) == .otherSite)
        #expect(try decision(with: "Origin", nil) == .otherSite)
    }

    @Test(arguments: [
        "application/json; charset=utf-8", "application/json;", "application/jsonp", "application/json-patch+json",
        "application/json, text/plain", "application/json\u{0}", "text/plain; application/json", "text/json",
        "application/problem+json", "APPLICATION/JSON", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json", "*/*", "",
    ])
    func `only application/json, as apps send it, is the type of a body`(type: String) throws {
        #expect(try decision(with: "Content-Type", type) == .otherType)
        #expect(try decision(with: "content-type", "text/plain") == .otherType)
    }

    @Test(arguments: [
        ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("", false),
        ("Same-Origin", false), ("same-origin, cross-site", false), ("other", false),
    ])
    func `only the server's own pages and the user's own requests are from this site`(site: String, isHere: Bool) throws
    {
        #expect(try decision(with: "Sec-Fetch-Site", site) == (isHere ? .answer : .otherSite))
    }

    private static let tokens: [String] = [
        token, "", token.uppercased(), String(token.dropLast()), "\(token)0", " \(token)", "\(token), \(token)",
        "1\(token.dropFirst())", "\(token.dropLast())e",
    ]

    @Test(arguments: tokens)
    func `only the whole token is the token`(text: String) throws {
        #expect(try decision(with: InspectorAddress.tokenField, text) == (text == Self.token ? .answer : .unknown))
    }

    @Test(arguments: [
        ("COOKIE", true), ("a=b; COOKIE", true), ("COOKIE; a=b", true), ("a; COOKIE;", true), ("a=b;COOKIE", true),
        ("a=COOKIE", false), ("COOKIEx", false), ("xCOOKIE", false), ("x COOKIE", false), ("", false), (";=;", false),
        ("machine-inspector-8000", false), ("machine-inspector-8000=", false),
        ("machine-inspector-8000=\(token)", false), ("machine-inspector-80=VALUE", false),
        ("machine-inspector-8001=VALUE", false), ("Machine-Inspector-8000=VALUE", false), ("=VALUE", false),
        ("machine-inspector-8000=x; COOKIE", true), ("a=b, COOKIE", false),
    ])
    func `only the cookie of this port with its whole value is the cookie`(field: String, isKnown: Bool) throws {
        let value = Self.cookie.split(separator: "=")[1]
        let text = field.replacing("COOKIE", with: Self.cookie).replacing("VALUE", with: value)
        let request = try request("GET", "/", fields: [("Host", "localhost:8000"), ("Cookie", text)])
        #expect(Decision(request, at: RequestGate(token: Self.token)) == (isKnown ? .answer : .unknown), "\(text)")
    }

    // MARK: Links

    enum Parameters: CaseIterable {
        case none, code, wrongCode, emptyCode, token, wrongToken, emptyToken
        case codeBesideWrongToken, wrongCodeBesideToken

        func query(code: String) -> String {
            let (token, wrong) = (RequestGateTableTests.token, RequestGateTableTests.token.reversed())
            return switch self {
            case .none: ""
            case .code: "once=\(code)"
            case .wrongCode: "once=\(String(wrong))"
            case .emptyCode: "once="
            case .token: "token=\(token)"
            case .wrongToken: "token=\(String(wrong))"
            case .emptyToken: "token="
            case .codeBesideWrongToken: "token=\(String(wrong))&once=\(code)"
            case .wrongCodeBesideToken: "token=\(token)&once=\(String(wrong))"
            }
        }
    }

    @Test(
        arguments: ["/", "/machines/", "/machines/Door", "/machines", "/machinesDoor", "/events", "/records", "//"],
        [Method.get, .head, .post]
    )
    func `a link to a page is exchanged, and the parameters of other requests mean nothing`(
        path: String,
        method: Method
    )
        throws
    {
        let isPage = method == .get && ["/", "/machines/", "/machines/Door"].contains(path)
        for parameters in Parameters.allCases {
            for credential in Credential.allCases {
                let gate = RequestGate(token: Self.token)
                let code = gate.links.makeCode()
                let fields: [(String, String?)] = [
                    ("Host", "localhost:8000"), ("Origin", "http://localhost:8000"),
                    ("Content-Type", "application/json"),
                ]
                let query = parameters.query(code: code)
                let request = try request(method.rawValue, path, query: query, fields: fields + credential.fields)
                let hasCookie = credential == .cookie || credential == .wrongTokenBesideCookie
                let usual: Decision = credential.isKnown ? .answer : .unknown
                let expected: Decision =
                    switch parameters {
                    case _ where !isPage: usual
                    case .none: usual
                    case .code, .codeBesideWrongToken, .token: .exchange
                    // A browser that is known is led on by a used link.
                    case .wrongCode, .emptyCode, .wrongCodeBesideToken: hasCookie ? .exchange : .unknown
                    case .wrongToken, .emptyToken: .unknown
                    }
                #expect(Decision(request, at: gate) == expected, "\(method) \(path) \(parameters) \(credential)")
                // A code is used up by the exchange that needs it.
                let isUsed = isPage && !hasCookie && [.code, .codeBesideWrongToken].contains(parameters)
                #expect(gate.links.use(code) == !isUsed, "\(method) \(path) \(parameters) \(credential)")
            }
        }
    }

    @Test(arguments: [
        ("/", "/"), ("/machines/", "/machines"), ("/machines/Door", "/machines/Door"),
        ("/machines//evil.com/", "/machines/evil.com"), ("/machines/a b", "/machines/a%20b"),
        ("/machines/é?#%", "/machines/%C3%A9%3F%23%25"),
        ("/machines/\r\nSet-Cookie: a", "/machines/%0D%0ASet-Cookie%3A%20a"),
        ("/machines/A-._~9", "/machines/A-._~9"), ("/machines/\\evil.com", "/machines/%5Cevil.com"),
    ])
    func `the page after an exchange is an address on this server`(path: String, location: String) throws {
        let gate = RequestGate(token: Self.token)
        let request = try request("GET", path, query: "token=\(Self.token)", fields: [("Host", "localhost:8000")])
        let field = Cookie(port: Self.port, token: Self.token).field
        #expect(try gate.check(request, port: Self.port) == .exchange(cookie: field, path: location))
    }
}
