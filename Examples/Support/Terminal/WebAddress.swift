package import Foundation

/// An address on a command line.
package enum WebAddress {
    /// Parses a URL.
    ///
    /// - Parameter rule: The beginning of the error message: "a feed has an http or https URL".
    /// - Throws: ``UsageError`` if it is not a URL, or one that Foundation cannot connect to on
    ///   this system.
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
        // Its URLSession compares the host of the URL, which has no brackets, with that of libcurl,
        // which has.
        throw UsageError(
            "'\(text)' names a host by its IPv6 address, which the Foundation of this system does not connect to; "
                + "give a name instead, such as localhost"
        )
        #else
        if !authority.hasPrefix("[") {
            throw UsageError("an IPv6 address stands in brackets, as in http://[::1]:8080/, which '\(text)' lacks")
        }
        #endif
    }
}
