package import Foundation

/// The address of an inspector, with the token that each request needs: `http://127.0.0.1:49152/?token=…`.
package struct InspectorAddress: Hashable, Sendable {
    /// The environment variable in which an app finds the address.
    package static let variable = "MACHINE_INSPECTOR"

    /// The header field of the token.
    package static let tokenField = "Machine-Inspector-Token"

    /// The origin, without a slash at its end: `http://127.0.0.1:49152`.
    package let origin: String

    /// The token.
    package let token: String

    /// An address of its parts.
    package init(origin: String, token: String) {
        self.origin = origin
        self.token = token
    }

    /// Reads an address; `nil` if it is none of an inspector.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host,
            let port = parts.port,
            let token = parts.queryItems?.first(where: { $0.name == "token" })?.value, !token.isEmpty
        else { return nil }
        self.init(origin: "http://\(host):\(port)", token: token)
    }

    /// The port.
    package var port: Int? { URLComponents(string: origin)?.port }

    /// The address as text, which can be read again.
    package var text: String { "\(origin)/?token=\(token)" }

    /// The address of a route, which begins with a slash.
    package func url(of route: String) -> URL? { URL(string: origin + route) }
}
