/// One request, complete with its body.
public struct HTTPRequest: Hashable, Sendable {
    /// The method.
    public let method: HTTPMethod

    /// The path of the target, decoded; it begins with `/`.
    public let path: String

    /// The parameters behind the `?`, decoded.
    public let query: HTTPQuery

    /// The header fields.
    public let headers: HTTPHeaders

    /// The body; empty if there is none.
    public let body: [UInt8]

    /// Whether the client speaks HTTP/1.0, which knows no chunks.
    let isVersion10: Bool

    /// Whether the client will send another request on the same connection, if it may.
    var wantsKeepAlive: Bool {
        isVersion10 ? headers.lists("keep-alive", in: "Connection") : !headers.lists("close", in: "Connection")
    }
}
