import StateMachineLoopbackHTTP

/// A cookie with which the inspector recognizes a browser.
///
/// The value depends only on the token, so pages stay connected when the inspector restarts at the
/// same address. The token cannot be derived from the cookie.
struct Cookie {
    /// The name contains the port because browsers send a host's cookies to each of its ports.
    private let name: String
    private let value: String

    init(port: Int, token: String) {
        name = "machine-inspector-\(port)"
        value = SHA256(of: "cookie of machine inspector \(token)".utf8).bytes
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The header field that sets the cookie.
    ///
    /// The cookie expires with the browser's session. Scripts and other sites cannot use it.
    var field: String { "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" }

    /// Whether the headers of a request contain the cookie.
    func isIn(_ headers: HTTPHeaders) -> Bool {
        (headers["Cookie"] ?? "").split(separator: ";").contains { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            return parts.count == 2 && parts[0] == name && RequestGate.areEqual(String(parts[1]), value)
        }
    }
}
