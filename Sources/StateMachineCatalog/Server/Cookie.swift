import LoopbackHTTP

/// The cookie by which the inspector knows a browser.
///
/// Its value depends on the token alone, so pages stay connected when the inspector is started
/// again at its address; and the token cannot be found out from it.
struct Cookie {
    /// Browsers send the cookies of one port to all ports of a host, so the name has the port.
    private let name: String
    private let value: String

    init(port: Int, token: String) {
        name = "machine-inspector-\(port)"
        value = SHA256(of: "cookie of machine inspector \(token)".utf8).bytes
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The header field that sets it.
    ///
    /// It ends with the browser's session, and no script and no other site can use it.
    var field: String { "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict" }

    /// Whether a request has it.
    func isIn(_ headers: HTTPHeaders) -> Bool {
        (headers["Cookie"] ?? "").split(separator: ";").contains { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            return parts.count == 2 && parts[0] == name && RequestGate.areEqual(String(parts[1]), value)
        }
    }
}
