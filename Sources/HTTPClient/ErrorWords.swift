package import Foundation

extension Duration {
    /// How long it is, for the words of an error: "10 seconds".
    package var words: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide)) }
}

extension URL {
    /// Who is asked, for the words of an error: the host, and the port where one is given.
    package var hostAndPort: String {
        // The colons of an IPv6 address are not the one in front of the port.
        let host = host().map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        return [host, port.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
