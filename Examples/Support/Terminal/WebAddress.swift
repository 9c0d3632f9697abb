package import Foundation
package import StateMachineCommandLine

/// An address on a command line.
package enum WebAddress {
    /// Parses a URL.
    ///
    /// - Parameter rule: The beginning of the error message, such as "a feed has an http or https
    ///   URL".
    /// - Throws: ``UsageError`` if the text is not a URL, or if Foundation on this system cannot
    ///   connect to it.
    package static func url(_ text: String, _ rule: String) throws(UsageError) -> URL {
        let behindScheme = text.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
        let authority = behindScheme.prefix { !"/?#".contains($0) }
        if authority.count(where: { $0 == ":" }) > 1, !authority.contains("@") { try checkIPv6(text, authority) }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host()?.isEmpty == false, (1...65_535).contains(url.port ?? 80)
        else { throw UsageError("\(rule), not '\(text)'") }
        return url
    }

    private static func checkIPv6(_ text: String, _ authority: Substring) throws(UsageError) {
        #if canImport(FoundationNetworking)
        // On Linux, `URLSession` compares the host of the URL, which has no brackets, with the host
        // from libcurl, which has brackets.
        throw UsageError(
            "'\(text)' contains an IPv6 address, to which Foundation on this system cannot connect; "
                + "use a host name such as localhost"
        )
        #else
        if !authority.hasPrefix("[") {
            throw UsageError("an IPv6 address must be in brackets, as in http://[::1]:8080/, but '\(text)' has none")
        }
        #endif
    }
}
