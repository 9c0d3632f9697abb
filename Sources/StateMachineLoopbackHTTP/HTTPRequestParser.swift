/// Parses requests from bytes that arrive in pieces of any size, without any I/O.
///
/// Pass the received bytes to `append(_:)` and then call `next()` until it needs more. After an
/// error, the position in the stream is lost, so the connection must be closed.
struct HTTPRequestParser {
    /// The result of parsing the bytes received so far.
    enum Step: Equatable {
        case request(HTTPRequest)
        case needsMore
        /// The parser needs more bytes, and the client waits for `100 Continue` before it sends
        /// them.
        case needsContinue
    }

    /// The error for invalid bytes, with the status of the response.
    struct Failure: Error, Equatable {
        let status: HTTPStatus
    }

    private enum Phase {
        case head
        case body(HTTPRequestHead)
    }

    private let limits: LoopbackServer.Limits
    private var phase = Phase.head
    private var buffer: [UInt8] = []
    private var searched = 0
    private var hasToldToContinue = false

    init(limits: LoopbackServer.Limits) {
        self.limits = limits
    }

    /// Whether no incomplete request is waiting for more bytes.
    var isBetweenRequests: Bool {
        if case .head = phase { buffer.isEmpty } else { false }
    }

    mutating func append(_ bytes: [UInt8]) {
        buffer += bytes
    }

    mutating func next() throws(Failure) -> Step {
        while true {
            switch phase {
            case .head:
                dropLeadingLineEnds()
                guard let end = endOfHead() else {
                    guard buffer.count <= limits.headerBytes else { throw Failure(status: .headerFieldsTooLarge) }
                    return .needsMore
                }
                guard end <= limits.headerBytes else { throw Failure(status: .headerFieldsTooLarge) }
                let head = try HTTPRequestHead(parsing: buffer[..<end])
                guard head.bodyLength <= limits.bodyBytes else { throw Failure(status: .contentTooLarge) }
                buffer.removeSubrange(..<end)
                searched = 0
                hasToldToContinue = false
                phase = .body(head)
            case .body(let head):
                guard buffer.count >= head.bodyLength else {
                    guard head.expectsContinue, buffer.isEmpty, !hasToldToContinue else { return .needsMore }
                    hasToldToContinue = true
                    return .needsContinue
                }
                let request = head.request(body: Array(buffer.prefix(head.bodyLength)))
                buffer.removeFirst(head.bodyLength)
                phase = .head
                return .request(request)
            }
        }
    }

    /// Skips empty lines, which some clients send after a body (RFC 9112, section 2.2).
    private mutating func dropLeadingLineEnds() {
        let count = buffer.prefix { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.count
        if count > 0 { buffer.removeFirst(count) }
    }

    /// Returns the index after the empty line at the end of the header block.
    ///
    /// A bare LF counts as a line end.
    private mutating func endOfHead() -> Int? {
        var lineIsEmpty = false
        var index = searched
        while index < buffer.count {
            switch buffer[index] {
            case UInt8(ascii: "\n") where lineIsEmpty: return index + 1
            case UInt8(ascii: "\n"):
                lineIsEmpty = true
                // The next call resumes here, at the end of the last complete line, so the sizes of
                // the pieces do not matter.
                searched = index
            case UInt8(ascii: "\r"): break
            default: lineIsEmpty = false
            }
            index += 1
        }
        return nil
    }
}
