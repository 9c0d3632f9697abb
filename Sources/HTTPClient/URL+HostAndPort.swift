package import Foundation

extension URL {
    /// The host and, if the address has one, the port, for messages.
    package var hostAndPort: String {
        // Brackets keep the colons of an IPv6 address apart from the one before the port.
        let host = host().map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        return [host, port.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
