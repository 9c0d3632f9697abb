package import Foundation

/// The address of an inspector, with the token that each request of an app needs:
/// `http://127.0.0.1:49152/?token=…`.
package struct InspectorAddress: Hashable, Sendable {
    /// Why a text cannot be the address of an inspector.
    ///
    /// It does not quote the token.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The environment variable in which an app finds the address.
    package static let variable = "MACHINE_INSPECTOR"

    /// The header field of the token.
    package static let tokenField = "Machine-Inspector-Token"

    /// The origin, without a slash at its end: `http://127.0.0.1:49152`.
    package let origin: String

    /// The token.
    package let token: String

    /// Creates an address from its parts.
    package init(origin: String, token: String) {
        self.origin = origin
        self.token = token
    }

    /// Reads an address.
    ///
    /// - Throws: ``Invalid`` if the host is not this computer, or if the token could be guessed.
    package init(_ text: String) throws(Invalid) {
        guard let parts = URLComponents(string: text), parts.scheme == "http" else {
            throw Invalid(
                description: "An address such as http://127.0.0.1:49152/?token=… is required, as `serve` prints it."
            )
        }
        guard let host = parts.host, ["127.0.0.1", "localhost"].contains(host) else {
            throw Invalid(
                description: "The host must be 127.0.0.1 or localhost, since an inspector listens on no other."
            )
        }
        guard let port = parts.port, (1...65535).contains(port) else {
            throw Invalid(description: "The port must be a number from 1 to 65535.")
        }
        let token = parts.queryItems?.first { $0.name == "token" }?.value ?? ""
        guard Self.isToken(token) else {
            throw Invalid(
                description: """
                    The token must be at least 32 hexadecimal digits, which are 128 bits; `openssl rand -hex 16` makes one.
                    """
            )
        }
        self.init(origin: "http://\(host):\(port)", token: token)
    }

    /// Whether a text has at least 128 bits, if it is random.
    package static func isToken(_ text: String) -> Bool {
        text.utf8.count >= 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The port.
    package var port: Int? { URLComponents(string: origin)?.port }

    /// The address as text, which can be read again.
    package var text: String { "\(origin)/?token=\(token)" }

    /// The address of a route, which begins with a slash.
    package func url(of route: String) -> URL? { URL(string: origin + route) }
}
