import Foundation

/// A policy that allows only one script, one style sheet and requests to the page's own server.
///
/// The script and the style sheet are identified by their hashes.
struct ContentSecurityPolicy {
    /// The value of the policy's header field.
    let text: String

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - script: The text of the script.
    ///   - style: The text of the style sheet.
    ///   - connects: Whether the script may send requests to the server of the page.
    init(script: String, style: String, connects: Bool = false) {
        text = [
            "default-src 'none'", "script-src \(Self.source(of: script))", "style-src \(Self.source(of: style))",
            "img-src data:", "connect-src \(connects ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
            "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }

    /// Returns the identifier for a script or a style sheet inside the page.
    private static func source(of text: String) -> String {
        "'sha256-\(Data(SHA256(of: text.utf8).bytes).base64EncodedString())'"
    }
}
