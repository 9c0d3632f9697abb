import StateMachineLocks
import StateMachineLoopbackHTTP

/// Responds to requests for the feed.
final class FeedRoutes: Sendable {
    private struct State {
        var fault: FeedFault?

        /// The editions of the feed, one for each successful response.
        var editions: [[FeedEntry]]

        /// The editions so far, whose indices are their tags.
        var known: [[FeedEntry]] = []

        /// The number of successful responses.
        var answers = 0
    }

    private let latency: Duration
    private let clock: any Clock<Duration>
    private let state: Locked<State>

    init(editions: [[FeedEntry]], latency: Duration, clock: any Clock<Duration>) {
        state = Locked(State(editions: editions))
        self.latency = latency
        self.clock = clock
    }

    var fault: FeedFault? {
        get { state.withLock(\.fault) }
        set { state.withLock { $0.fault = newValue } }
    }

    func replaceEditions(by editions: [[FeedEntry]]) {
        state.withLock { $0.editions = editions }
    }

    func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        guard request.method == .get else {
            return try writer.respond(status: .methodNotAllowed, headers: ["Allow": "GET"])
        }
        guard let format = FeedFormat.allCases.first(where: { $0.path == request.path }) else {
            return try writer.respond(status: .notFound)
        }
        try writer.wait(latency, on: clock)
        switch fault {
        case nil: try answer(request, as: format, writer)
        case .status404: try writer.respond(status: .notFound)
        case .status500: try writer.respond(status: .internalServerError)
        case .timeout: try writer.waitForDisconnection()
        // This can happen only for a request that arrived before the server closed its port.
        case .refused: writer.abort(reset: true)
        case .disconnect:
            let body = whole(format)
            try writer.begin(headers: ["Content-Type": format.contentType], contentLength: body.count)
            try writer.write(Array(body.prefix(body.count / 2)))
            writer.abort()
        case .truncated:
            let body = whole(format)
            try writer.respond(headers: ["Content-Type": format.contentType], body: Array(body.prefix(body.count / 2)))
        case .garbage:
            let page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body><p>Log in&nbsp;first"
            try writer.respond(headers: ["Content-Type": "text/html"], body: Array(page.utf8))
        case .picture:
            try writer.respond(headers: ["Content-Type": "image/png"], body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A])
        case .bomb:
            try writer.respond(headers: ["Content-Type": format.contentType], body: Self.bomb(format))
        }
    }

    private func answer(_ request: HTTPRequest, as format: FeedFormat, _ writer: HTTPResponseWriter) throws {
        let (known, entries) = state.withLock { state in
            defer { state.answers += 1 }
            let editions = state.editions
            let entries = editions.isEmpty ? [] : editions[state.answers % editions.count]
            if !state.known.contains(entries) { state.known.append(entries) }
            return (state.known, entries)
        }
        let tag = "\"\(format.rawValue)-\(known.firstIndex(of: entries) ?? 0)\""
        if request.headers["If-None-Match"] == tag {
            return try writer.respond(status: .notModified, headers: ["ETag": tag])
        }
        let document = FeedWriter.document(entries, title: "Town news", as: format)
        try writer.respond(
            headers: ["Content-Type": format.contentType, "ETag": tag],
            body: Array(document.utf8)
        )
    }

    /// Returns the document that a fault truncates.
    private func whole(_ format: FeedFormat) -> [UInt8] {
        Array(FeedWriter.document(FeedEdition.bundled[0], title: "Town news", as: format).utf8)
    }

    /// Returns nested entities that expand to a billion entities.
    ///
    /// For JSON, it returns more nested levels than any reader supports.
    private static func bomb(_ format: FeedFormat) -> [UInt8] {
        switch format {
        case .json, .list:
            return Array((String(repeating: "[", count: 500_000) + String(repeating: "]", count: 500_000)).utf8)
        case .rss, .atom: break
        }
        let entities = (1...9).map { level in
            "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
        }
        let document = """
            <?xml version="1.0"?>
            <!DOCTYPE rss [<!ENTITY e0 "lol"><!ENTITY file SYSTEM "file:///etc/hostname">
            \(entities.joined(separator: "\n"))]>
            <rss version="2.0"><channel><title>&file;</title><item><title>&e9;</title></item></channel></rss>
            """
        return Array(document.utf8)
    }
}
