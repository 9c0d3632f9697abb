import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// Whether the server compressed the body, so that its announced length is not the number of
    /// decompressed bytes.
    package var isEncoded: Bool {
        let coding = value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? ""
        // "identity" is the name for no coding (RFC 9110, section 12.5.3).
        return coding != "" && coding != "identity"
    }
}
