/// Bytes that a server sends completely or in parts, with a tag for each version.
///
/// ```swift
/// let video = StoredResource(bytes, contentType: "video/mp4")
/// let server = try LoopbackServer { request, writer in try video.respond(to: request, on: writer) }
/// ```
package struct StoredResource: Sendable {
    /// The complete contents.
    package let bytes: [UInt8]

    /// The media type.
    package let contentType: String

    /// The strong entity tag, including its quotation marks.
    package let tag: String

    /// Creates a resource from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete contents.
    ///   - contentType: The media type.
    ///   - tag: The entity tag, including its quotation marks. By default, the tag is derived from
    ///     the bytes.
    package init(_ bytes: [UInt8], contentType: String, tag: String? = nil) {
        self.bytes = bytes
        self.contentType = contentType
        self.tag = tag ?? Self.tag(of: bytes)
    }

    /// The response to a request, with its status, headers, and range of bytes.
    package struct Answer: Hashable, Sendable {
        /// The status, which is 200, 206, 304, 412 or 416.
        package let status: HTTPStatus
        /// The header fields, except the fields that frame the body.
        package let headers: HTTPHeaders
        /// The range of bytes in the body.
        package let part: Range<Int>
    }

    /// Returns the response to a request (RFC 9110, sections 13 and 14).
    package func answer(to request: HTTPRequest) -> Answer {
        var headers: HTTPHeaders = ["Content-Type": contentType, "ETag": tag, "Accept-Ranges": "bytes"]
        if let condition = request.headers["If-Match"], condition != "*", !lists(condition, allowingWeak: false) {
            return Answer(status: .preconditionFailed, headers: headers, part: 0..<0)
        }
        if let condition = request.headers["If-None-Match"], condition == "*" || lists(condition, allowingWeak: true) {
            return Answer(status: .notModified, headers: headers, part: 0..<0)
        }
        // If the client has the beginning of another version, a part of this version would not fit.
        // The response then contains the complete resource.
        let isOfThisVersion = request.headers["If-Range"].map { $0 == tag } ?? true
        let field = request.method == .get && isOfThisVersion ? request.headers["Range"] : nil
        switch ByteRange.selection(of: bytes.count, by: field) {
        case .whole:
            return Answer(status: .ok, headers: headers, part: 0..<bytes.count)
        case .part(let part):
            headers.append("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
            return Answer(status: .partialContent, headers: headers, part: part)
        case .unsatisfiable:
            headers.append("Content-Range", "bytes */\(bytes.count)")
            return Answer(status: .rangeNotSatisfiable, headers: headers, part: 0..<0)
        }
    }

    /// Returns whether a condition contains this tag.
    ///
    /// - Parameter allowingWeak: Whether a weak tag also matches. It matches in `If-None-Match` but
    ///   not in `If-Match` (RFC 9110, sections 13.1.1 and 13.1.2).
    private func lists(_ condition: String, allowingWeak: Bool) -> Bool {
        condition.matches(of: /(W\/)?("[^"]*")/).contains { $0.2 == tag && (allowingWeak || $0.1 == nil) }
    }

    /// Responds to a request for these bytes.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func respond(to request: HTTPRequest, on writer: HTTPResponseWriter) throws(ClientDisconnected) {
        guard request.method == .get || request.method == .head else {
            return try writer.respond(status: .methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        let answer = answer(to: request)
        try writer.respond(status: answer.status, headers: answer.headers, body: Array(bytes[answer.part]))
    }

    /// Returns a hash of the bytes that is the same in every run.
    ///
    /// The algorithm is FNV-1a by Fowler, Noll and Vo.
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }
}
