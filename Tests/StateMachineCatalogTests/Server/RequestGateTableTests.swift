import StateMachineInspectionMessages
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog
@testable import StateMachineLoopbackHTTP

/// Tables of requests at the gate: `Host` (RFC 9110, section 7.2), `Origin` and `Sec-Fetch-Site` as
/// browsers send them (Fetch, and Fetch Metadata), and what apps and pages send by the doc comment
/// of `InspectionServer`.
@Suite(.timeLimit(.minutes(5)), .computing) struct RequestGateTableTests {
    static let port = 8000
    static let token = "0123456789abcdef0123456789abcdef"
    static let cookie = String(Cookie(port: port, token: token).field.prefix { $0 != ";" })

    enum Method: String, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
        case options = "OPTIONS"
        case lowercase = "post"
    }

    enum Host: String, CaseIterable {
        case address = "127.0.0.1:8000"
        case name = "localhost:8000"
        case other = "example.org:8000"
        case missing = ""
    }

    enum Origin: String, CaseIterable {
        case missing
        /// The one of the `Host`.
        case same
        /// The other name of this server.
        case sibling
        case other
    }

    enum Site: String, CaseIterable {
        case missing
        case sameOrigin = "same-origin"
        case user = "none"
        case sameSite = "same-site"
        case crossSite = "cross-site"
    }

    enum ContentType: String, CaseIterable {
        case missing = ""
        case json = "application/json"
        case form = "text/plain"
    }

    enum Credential: CaseIterable {
        case missing, token, wrongToken, cookie, wrongCookie, wrongTokenBesideCookie, tokenBesideWrongCookie

        /// A token says who an app is, whatever cookie comes with it.
        var isKnown: Bool {
            switch self {
            case .token, .cookie, .tokenBesideWrongCookie: true
            case .missing, .wrongToken, .wrongCookie, .wrongTokenBesideCookie: false
            }
        }

        var fields: [(String, String)] {
            let token = (InspectorAddress.tokenField, RequestGateTableTests.token)
            let wrongToken = (InspectorAddress.tokenField, String(RequestGateTableTests.token.reversed()))
            let cookie = ("Cookie", RequestGateTableTests.cookie)
            let wrongCookie = ("Cookie", "\(RequestGateTableTests.cookie)0")
            return switch self {
            case .missing: []
            case .token: [token]
            case .wrongToken: [wrongToken]
            case .cookie: [cookie]
            case .wrongCookie: [wrongCookie]
            case .wrongTokenBesideCookie: [wrongToken, cookie]
            case .tokenBesideWrongCookie: [token, wrongCookie]
            }
        }
    }

    enum Decision: Hashable {
        case answer
        case exchange
        case otherHost, otherMethod, otherSite, unknown, otherType
        /// A refusal that no row of a table expects.
        case surprise

        init(_ request: HTTPRequest, at gate: RequestGate) {
            do throws(RequestGate.Refusal) {
                self = try gate.check(request, port: RequestGateTableTests.port) == .answer ? .answer : .exchange
            } catch {
                let known: [RequestGate.Refusal: Decision] = [
                    .init("The Host header must be the address of this server.", .forbidden): .otherHost,
                    .init("The method must be GET, HEAD or POST.", .methodNotAllowed): .otherMethod,
                    .init("The request must come from a page of this server.", .forbidden): .otherSite,
                    .init("The content type of the body must be application/json.", .unsupportedMediaType): .otherType,
                ]
                let isUnknown = error.status == .forbidden && error.reason.hasPrefix("The inspector does not know")
                self = known[error] ?? (isUnknown ? .unknown : .surprise)
            }
        }
    }

    func request(
        _ method: String = "POST",
        _ path: String = "/records",
        query: String = "",
        fields: [(String, String?)]
    ) throws -> HTTPRequest {
        var headers: HTTPHeaders = [:]
        for (name, value) in fields { if let value { headers.append(name, value) } }
        return HTTPRequest(
            method: HTTPMethod(rawValue: method),
            path: path,
            query: try #require(HTTPQuery(encoded: Substring(query))),
            headers: headers,
            body: [],
            isVersion10: false
        )
    }

    @Test(arguments: Method.allCases, Host.allCases)
    func `a request is refused for the first thing that does not fit`(method: Method, host: Host) throws {
        let gate = RequestGate(token: Self.token)
        for origin in Origin.allCases {
            for site in Site.allCases {
                for type in ContentType.allCases {
                    for credential in Credential.allCases {
                        let sibling: Host = host == .address ? .name : .address
                        let origins: [Origin: String] = [
                            .same: "http://\(host.rawValue)", .sibling: "http://\(sibling.rawValue)",
                            .other: "http://example.org:8000",
                        ]
                        let fields: [(String, String?)] = [
                            ("Host", host == .missing ? nil : host.rawValue), ("Origin", origins[origin]),
                            ("Sec-Fetch-Site", site == .missing ? nil : site.rawValue),
                            ("Content-Type", type == .missing ? nil : type.rawValue),
                        ]
                        let request = try request(method.rawValue, fields: fields + credential.fields)
                        let decision = Decision(request, at: gate)
                        let expected = expected(method, host, origin, site, type, credential)
                        #expect(decision == expected, "\(method) \(host) \(origin) \(site) \(type) \(credential)")
                    }
                }
            }
        }
    }

    private func expected(
        _ method: Method,
        _ host: Host,
        _ origin: Origin,
        _ site: Site,
        _ type: ContentType,
        _ credential: Credential
    ) -> Decision {
        switch host {
        case .address, .name: break
        case .other, .missing: return .otherHost
        }
        let changesSomething: Bool
        switch method {
        case .get, .head: changesSomething = false
        case .post: changesSomething = true
        case .put, .delete, .options, .lowercase: return .otherMethod
        }
        switch origin {
        case .same: break
        case .missing: if changesSomething { return .otherSite }
        case .sibling, .other: return .otherSite
        }
        switch site {
        case .missing, .sameOrigin, .user: break
        case .sameSite, .crossSite: return .otherSite
        }
        guard credential.isKnown else { return .unknown }
        return changesSomething && type != .json ? .otherType : .answer
    }
}
