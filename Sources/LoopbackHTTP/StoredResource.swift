/// Bytes that a server sends as a whole or in parts, with a tag for each version.
///
/// ```swift
/// let video = StoredResource(bytes, contentType: "video/mp4")
/// let server = try LoopbackServer { request, writer in try video.respond(to: request, on: writer) }
/// ```
package struct StoredResource: Sendable {
    /// All the bytes.
    package let bytes: [UInt8]

    /// The media type.
    package let contentType: String

    /// The strong entity tag, with its quotes.
    package let tag: String

    /// Keeps some bytes.
    ///
    /// - Parameters:
    ///   - bytes: All the bytes.
    ///   - contentType: The media type.
    ///   - tag: The entity tag, with its quotes; one that is made of the bytes, unless given.
    package init(_ bytes: [UInt8], contentType: String, tag: String? = nil) {
        self.bytes = bytes
        self.contentType = contentType
        self.tag = tag ?? Self.tag(of: bytes)
    }

    /// The answer to a request: the status, the headers, and the range of bytes.
    package struct Answer: Hashable, Sendable {
        /// 200, 206, 304 or 416.
        package let status: HTTPStatus
        /// The header fields, without those that frame the body.
        package let headers: HTTPHeaders
        /// The bytes that are the body.
        package let part: Range<Int>
    }

    /// Decides what a request gets (RFC 9110, sections 13 and 14).
    package func answer(to request: HTTPRequest) -> Answer {
        var headers: HTTPHeaders = ["Content-Type": contentType, "ETag": tag, "Accept-Ranges": "bytes"]
        if let condition = request.headers["If-None-Match"], condition == "*" || lists(condition) {
            return Answer(status: .notModified, headers: headers, part: 0..<0)
        }
        // A part of another version would not fit the beginning that the client has: such a request
        // gets the whole.
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

    /// Whether a condition has this tag among others; weak tags count as strong ones (RFC 9110,
    /// section 13.1.2).
    private func lists(_ condition: String) -> Bool {
        condition.matches(of: /(?:W\/)?("[^"]*")/).contains { $0.1 == tag }
    }

    /// Answers a request for these bytes.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func respond(to request: HTTPRequest, on writer: HTTPResponseWriter) throws(ClientDisconnected) {
        guard request.method == .get || request.method == .head else {
            return try writer.respond(status: .methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        let answer = answer(to: request)
        try writer.respond(status: answer.status, headers: answer.headers, body: Array(bytes[answer.part]))
    }

    /// A hash of the bytes (FNV-1a, by Fowler, Noll and Vo), which is the same in every run.
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }
}
