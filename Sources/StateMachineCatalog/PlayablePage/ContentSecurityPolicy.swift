import Foundation

/// What a page allows: one script and one style sheet, each by its hash, and no request but those
/// to its own server.
struct ContentSecurityPolicy {
    /// The policy as the header of that name has it.
    let text: String

    /// - Parameter connects: Whether the script may send requests to the server of the page.
    init(script: String, style: String, connects: Bool = false) {
        text = [
            "default-src 'none'", "script-src \(Self.source(of: script))", "style-src \(Self.source(of: style))",
            "img-src data:", "connect-src \(connects ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
            "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }

    /// How a policy names a script or a style inside the page.
    private static func source(of text: String) -> String {
        "'sha256-\(Data(SHA256(of: text.utf8).bytes).base64EncodedString())'"
    }
}
