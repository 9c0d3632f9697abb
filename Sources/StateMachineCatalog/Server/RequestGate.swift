import Foundation
import StateMachineInspectionMessages
import StateMachineLoopbackHTTP

/// Decides which requests the inspector answers.
///
/// The inspector answers apps that send the token and browsers that send the cookie. It rejects
/// requests that a browser sends for other sites. A site can send requests from a browser to this
/// computer. If the host name of the site resolves to this computer, the site can even read the
/// responses. To prevent this, the `Host` of a request must be this server, and the browser's
/// information about the requesting site must match.
///
/// A browser receives the cookie in exchange for a link that works once, so the address of a page
/// never contains a secret.
struct RequestGate: Sendable {
    /// A reason why a request is rejected.
    struct Refusal: Error, Hashable {
        let status: HTTPStatus
        let reason: String

        init(_ reason: String, _ status: HTTPStatus = .forbidden) {
            self.status = status
            self.reason = reason
        }
    }

    /// The next step for an accepted request.
    enum Passage: Hashable {
        /// The server answers the request.
        case answer
        /// The browser receives the cookie and is redirected to the page's address without the code
        /// or token.
        case exchange(cookie: String, path: String)
    }

    /// The token of this server.
    let token: String

    let links = OneTimeLinks()

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - port: The port of this server.
    /// - Returns: The next step for the request.
    func check(_ request: HTTPRequest, port: Int) throws(Refusal) -> Passage {
        try checkSite(of: request, port: port)
        let cookie = Cookie(port: port, token: token)
        let isPage = request.method == .get && (request.path == "/" || request.path.hasPrefix("/machines/"))
        if isPage, try isExchange(request.query, cookie.isIn(request.headers)) {
            return .exchange(cookie: cookie.field, path: Self.location(of: request.path))
        }
        let hasToken = request.headers[InspectorAddress.tokenField].map { Self.areEqual($0, token) }
        guard hasToken ?? cookie.isIn(request.headers) else { throw Refusal(Self.advice) }
        if request.method == .post, request.headers["Content-Type"] != "application/json" {
            throw Refusal("The content type of the body must be application/json.", .unsupportedMediaType)
        }
        return .answer
    }

    private func checkSite(of request: HTTPRequest, port: Int) throws(Refusal) {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request.headers["Host"], hosts.contains(host) else {
            throw Refusal("The Host header must be the address of this server.")
        }
        let isPost = request.method == .post
        guard isPost || request.method == .get || request.method == .head else {
            throw Refusal("The method must be GET, HEAD or POST.", .methodNotAllowed)
        }
        let origin = request.headers["Origin"]
        guard origin == "http://\(host)" || origin == nil && !isPost else {
            throw Refusal("The request must come from a page of this server.")
        }
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            throw Refusal("The request must come from a page of this server.")
        }
    }

    /// Checks whether the query contains a code or a token that can be exchanged for the cookie.
    ///
    /// An invalid code or token throws an error.
    ///
    /// - Returns: Whether the query contains either of them.
    private func isExchange(_ query: HTTPQuery, _ hasCookie: Bool) throws(Refusal) -> Bool {
        let isRight: Bool
        if let code = query["once"] {
            isRight = hasCookie || links.use(code)
        } else if let given = query["token"] {
            isRight = Self.areEqual(given, token)
        } else {
            return false
        }
        guard isRight else { throw Refusal(Self.advice) }
        return true
    }

    private static let advice = """
        The inspector does not know this browser. Each link works once. Press Enter in the terminal where `serve` runs and open the new link.
        An app must send the token that `serve` prints.
        """

    /// Returns a path as an address on this server.
    ///
    /// Consecutive slashes at the beginning would begin the name of another host.
    private static func location(of path: String) -> String {
        "/" + path.split(separator: "/").map { String($0).asPathComponent }.joined(separator: "/")
    }

    /// Compares texts in a time that does not depend on the position of the first difference.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns a token of 128 random bits.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
