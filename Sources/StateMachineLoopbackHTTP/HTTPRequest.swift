/// A complete request with its body.
package struct HTTPRequest: Hashable, Sendable {
    /// The method.
    package let method: HTTPMethod

    /// The decoded path of the target, which begins with `/`.
    package let path: String

    /// The decoded parameters after the `?`.
    package let query: HTTPQuery

    /// The header fields.
    package let headers: HTTPHeaders

    /// The body; empty if there is none.
    package let body: [UInt8]

    /// Whether the client uses HTTP/1.0, which does not support chunks.
    let isVersion10: Bool

    /// Whether the client wants to keep the connection open for another request.
    var wantsKeepAlive: Bool {
        isVersion10
            ? headers.lists("keep-alive", in: "Connection") : !headers.lists("close", in: "Connection")
    }
}
