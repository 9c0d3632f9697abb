package import Foundation

extension URL {
    /// The host and the port, if the address has one, for messages.
    package var hostAndPort: String {
        // Brackets separate the colons of an IPv6 address from the colon before the port.
        let host = host().map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        return [host, port.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
