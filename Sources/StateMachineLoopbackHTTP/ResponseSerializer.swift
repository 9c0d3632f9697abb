/// Creates the bytes of one response and tracks the end of its body, without any I/O.
struct ResponseSerializer {
    /// The way in which the client detects the end of the body.
    private enum Framing {
        case length(remaining: Int)
        case chunked
        case untilClose
    }

    private enum Phase {
        case idle
        case body(Framing)
        case ended
    }

    private let isHead: Bool
    private let isVersion10: Bool
    private var phase = Phase.idle

    /// Whether the body is not sent, even if the handler writes it.
    private(set) var omitsBody: Bool

    /// Whether the connection must be closed after the response.
    private(set) var closesConnection: Bool
    private(set) var status: HTTPStatus?

    init(for request: HTTPRequest) {
        isHead = request.method == .head
        isVersion10 = request.isVersion10
        omitsBody = isHead
        closesConnection = !request.wantsKeepAlive
    }

    /// Creates a response to bytes that are not a valid request.
    init(closing: Void) {
        (isHead, isVersion10, omitsBody, closesConnection) = (false, false, false, true)
    }

    var hasBegun: Bool { if case .idle = phase { false } else { true } }
    var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// Whether the body may end here, because its announced length has been written.
    var canEnd: Bool {
        switch phase {
        case .idle: false
        case .body(.length(let remaining)): remaining == 0 || omitsBody
        case .body(.chunked), .body(.untilClose), .ended: true
        }
    }

    mutating func begin(status: HTTPStatus, headers: HTTPHeaders, contentLength: Int?) -> [UInt8] {
        precondition(!hasBegun, "begin(status:headers:contentLength:) was called twice for the same response")
        self.status = status
        omitsBody = isHead || status.forbidsBody
        if headers.lists("close", in: "Connection") { closesConnection = true }
        var lines = ["HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)"]
        for field in headers.fields where !Self.framingNames.contains(field.name.lowercased()) {
            lines.append("\(field.name): \(field.value.filter { !$0.isNewline })")
        }
        if let contentLength {
            phase = .body(.length(remaining: contentLength))
            if !status.forbidsBody { lines.append("Content-Length: \(contentLength)") }
        } else if isVersion10 {
            phase = .body(.untilClose)
            closesConnection = true
        } else {
            phase = .body(.chunked)
            if !status.forbidsBody { lines.append("Transfer-Encoding: chunked") }
        }
        if closesConnection {
            lines.append("Connection: close")
        } else if isVersion10 {
            lines.append("Connection: keep-alive")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    mutating func body(_ bytes: [UInt8]) -> [UInt8] {
        guard case .body(let framing) = phase else {
            preconditionFailure("write the body after begin(status:headers:contentLength:) and before end()")
        }
        switch framing {
        case .length(let remaining):
            precondition(
                bytes.count <= remaining,
                "\(bytes.count) bytes exceed the announced length, of which \(remaining) bytes remain"
            )
            phase = .body(.length(remaining: remaining - bytes.count))
            return omitsBody ? [] : bytes
        case .chunked:
            // An empty chunk would end the body.
            if omitsBody || bytes.isEmpty { return [] }
            return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
        case .untilClose:
            return omitsBody ? [] : bytes
        }
    }

    mutating func end() -> [UInt8] {
        precondition(canEnd, "the body is shorter than the announced length; call abort() to end the response early")
        defer { phase = .ended }
        if case .body(.chunked) = phase, !omitsBody { return Array("0\r\n\r\n".utf8) }
        return []
    }

    /// The fields that control the end of the body, which handlers cannot set.
    private static let framingNames: Set = ["connection", "content-length", "transfer-encoding"]
}
