import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// Whether the server compressed the body.
    ///
    /// If it did, the announced length is not the number of decompressed bytes.
    package var isEncoded: Bool {
        let coding = value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? ""
        // The coding "identity" means no coding (RFC 9110, section 12.5.3).
        return coding != "" && coding != "identity"
    }
}
