/// Parses requests from bytes that arrive in pieces of any size; it does no I/O.
///
/// Hand it what has arrived with `append(_:)`, then ask `next()` until it needs more. After it has
/// thrown, the position in the stream is lost, and the connection has to be closed.
struct HTTPRequestParser {
    /// What can be said about the bytes so far.
    enum Step: Equatable {
        case request(HTTPRequest)
        case needsMore
        /// More is needed, and the client holds it back until it is told `100 Continue`.
        case needsContinue
    }

    /// Why the bytes are no request, as the status to answer with.
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

    /// Whether no part of a request is waiting for its rest.
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

    /// Some clients send an empty line behind a body (RFC 9112, section 2.2).
    private mutating func dropLeadingLineEnds() {
        let count = buffer.prefix { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.count
        if count > 0 { buffer.removeFirst(count) }
    }

    /// The index behind the empty line that ends the header block; a bare LF counts as the end of a
    /// line.
    private mutating func endOfHead() -> Int? {
        var lineIsEmpty = false
        var index = searched
        while index < buffer.count {
            switch buffer[index] {
            case UInt8(ascii: "\n") where lineIsEmpty: return index + 1
            case UInt8(ascii: "\n"):
                lineIsEmpty = true
                // A later call resumes here, at the end of the last whole line, whatever pieces
                // follow.
                searched = index
            case UInt8(ascii: "\r"): break
            default: lineIsEmpty = false
            }
            index += 1
        }
        return nil
    }
}
