/// One request, complete with its body.
package struct HTTPRequest: Hashable, Sendable {
    /// The method.
    package let method: HTTPMethod

    /// The path of the target, decoded; it begins with `/`.
    package let path: String

    /// The parameters behind the `?`, decoded.
    package let query: HTTPQuery

    /// The header fields.
    package let headers: HTTPHeaders

    /// The body; empty if there is none.
    package let body: [UInt8]

    /// Whether the client speaks HTTP/1.0, which knows no chunks.
    let isVersion10: Bool

    /// Whether the client will send another request on the same connection, if it may.
    var wantsKeepAlive: Bool {
        isVersion10 ? headers.lists("keep-alive", in: "Connection") : !headers.lists("close", in: "Connection")
    }
}
