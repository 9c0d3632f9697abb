import InspectionMessages
import LoopbackHTTP

/// Decides which requests are answered: those of apps and pages that have the token, and of no other site in the same browser.
///
/// A site elsewhere can send requests to this computer, and by a name of its own that leads here even read the answers. So a request has
/// to have the `Host` of this server, and what a browser says of the site behind it has to fit.
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

    /// The token of this server.
    let token: String

    /// - Parameter port: The port of this server.
    func check(_ request: HTTPRequest, port: Int) throws(Refusal) {
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
        // An address can have a token, an event stream of a browser no header.
        let given = request.headers[InspectorAddress.tokenField] ?? (isPost ? nil : request.query["token"])
        guard let given, Self.areEqual(given, token) else { throw Refusal("The token is missing, or is another one.") }
        if isPost, request.headers["Content-Type"] != "application/json" {
            throw Refusal("The body has to be application/json.", .unsupportedMediaType)
        }
    }

    /// Compares texts in a time that does not depend on where they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
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
