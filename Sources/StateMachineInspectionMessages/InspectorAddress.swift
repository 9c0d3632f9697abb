package import Foundation

/// The address of an inspector, with the token that every request of an app needs.
///
/// An example is `http://127.0.0.1:49152/?token=…`.
package struct InspectorAddress: Hashable, Sendable {
    /// The reason why a text cannot be the address of an inspector.
    ///
    /// The description does not quote the token.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The environment variable that contains the address for an app.
    package static let variable = "MACHINE_INSPECTOR"

    /// The header field of the token.
    package static let tokenField = "Machine-Inspector-Token"

    /// The origin without a trailing slash, such as `http://127.0.0.1:49152`.
    package let origin: String

    /// The token.
    package let token: String

    /// Creates an address from its parts.
    package init(origin: String, token: String) {
        self.origin = origin
        self.token = token
    }

    /// Reads an address from a text.
    ///
    /// - Throws: ``Invalid`` if the host is not this computer, or if the token is too easy to
    ///   guess.
    package init(_ text: String) throws(Invalid) {
        guard let parts = URLComponents(string: text), parts.scheme == "http" else {
            throw Invalid(
                description: "The address must look like http://127.0.0.1:49152/?token=…, as `serve` prints it."
            )
        }
        guard let host = parts.host, ["127.0.0.1", "localhost"].contains(host) else {
            throw Invalid(
                description: "The host must be 127.0.0.1 or localhost, because an inspector listens only there."
            )
        }
        guard let port = parts.port, (1...65535).contains(port) else {
            throw Invalid(description: "The port must be a number from 1 to 65535.")
        }
        let token = parts.queryItems?.first { $0.name == "token" }?.value ?? ""
        guard Self.isToken(token) else {
            throw Invalid(
                description: """
                    The token must have at least 32 hexadecimal digits (128 bits). Run `openssl rand -hex 16` to create one.
                    """
            )
        }
        self.init(origin: "http://\(host):\(port)", token: token)
    }

    /// Returns whether a text has at least 128 bits, provided that it is random.
    package static func isToken(_ text: String) -> Bool {
        text.utf8.count >= 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The port.
    package var port: Int? { URLComponents(string: origin)?.port }

    /// The address as a text that ``init(_:)`` can read.
    package var text: String { "\(origin)/?token=\(token)" }

    /// Returns the URL of a route that begins with a slash.
    package func url(of route: String) -> URL? { URL(string: origin + route) }
}
