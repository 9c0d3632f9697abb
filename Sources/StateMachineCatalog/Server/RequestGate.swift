import Foundation
import InspectionMessages
import LoopbackHTTP

/// Decides which requests are answered: those of apps with the token and of browsers with the
/// cookie, and of no other site in a browser.
///
/// A site elsewhere can send requests to this computer, and by a name of its own that leads here
/// even read the answers. So a request has to have the `Host` of this server, and what a browser
/// says of the site behind it has to fit.
///
/// A browser gets the cookie in exchange for a link that works once, so no address of a page
/// contains a secret.
struct RequestGate: Sendable {
    /// Why a request is refused.
    struct Refusal: Error, Hashable {
        let status: HTTPStatus
        let reason: String

        init(_ reason: String, _ status: HTTPStatus = .forbidden) {
            self.status = status
            self.reason = reason
        }
    }

    /// What becomes of a request that is not refused.
    enum Passage: Hashable {
        /// It is answered.
        case answer
        /// The browser gets the cookie, and asks for the same page without what it was exchanged
        /// for.
        case exchange(cookie: String, path: String)
    }

    /// The token of this server.
    let token: String

    let links = OneTimeLinks()

    /// - Parameter port: The port of this server.
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
            throw Refusal("The body has to be application/json.", .unsupportedMediaType)
        }
        return .answer
    }

    private func checkSite(of request: HTTPRequest, port: Int) throws(Refusal) {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request.headers["Host"], hosts.contains(host) else {
            throw Refusal("The request names another host.")
        }
        let isPost = request.method == .post
        guard isPost || request.method == .get || request.method == .head else {
            throw Refusal("There are GET and POST.", .methodNotAllowed)
        }
        let origin = request.headers["Origin"]
        guard origin == "http://\(host)" || origin == nil && !isPost else {
            throw Refusal("The request comes from another site.")
        }
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
            throw Refusal("The request comes from another site.")
        }
    }

    /// - Returns: Whether the query has what can be exchanged for the cookie.
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
        The inspector does not know this browser. A link works once: press Enter in the terminal where `serve` runs, and open the new link.
        An app needs the token of this inspector, as `serve` prints it.
        """

    /// A path as an address on this server.
    ///
    /// Several slashes in a row would begin the name of another one.
    private static func location(of path: String) -> String {
        "/" + path.split(separator: "/").map { String($0).asPathComponent }.joined(separator: "/")
    }

    /// Compares texts in a time that does not depend on where they differ.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A token of 128 random bits.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
