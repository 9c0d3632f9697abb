import LoopbackHTTP
import Locking

/// Decides what a request gets.
final class FeedRoutes: Sendable {
    private struct State {
        var fault: FeedFault?

        /// How many good answers there were.
        var answers = 0
    }

    private let editions: [[FeedEntry]]
    private let latency: Duration
    private let state = Locked(State())

    init(editions: [[FeedEntry]], latency: Duration) {
        self.editions = editions
        self.latency = latency
    }

    var fault: FeedFault? {
        get { state.withLock(\.fault) }
        set { state.withLock { $0.fault = newValue } }
    }

    func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        guard request.method == .get else {
            return try writer.respond(status: .methodNotAllowed, headers: ["Allow": "GET"])
        }
        guard let format = FeedFormat.allCases.first(where: { $0.path == request.path }) else {
            return try writer.respond(status: .notFound)
        }
        try writer.wait(latency)
        switch fault {
        case nil: try answer(request, as: format, writer)
        case .status404: try writer.respond(status: .notFound)
        case .status500: try writer.respond(status: .internalServerError)
        case .timeout: try writer.waitForDisconnection()
        // Only a request that was on its way when the server began to refuse comes here.
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
        let number = state.withLock { state in
            defer { state.answers += 1 }
            return editions.isEmpty ? 0 : state.answers % editions.count
        }
        let entries = editions.isEmpty ? [] : editions[number]
        // The tag is the first edition that says the same.
        let tag = "\"\(format.rawValue)-\(editions.firstIndex(of: entries) ?? 0)\""
        if request.headers["If-None-Match"] == tag {
            return try writer.respond(status: .notModified, headers: ["ETag": tag])
        }
        let document = FeedWriter.document(entries, title: "Town news", as: format)
        try writer.respond(
            headers: ["Content-Type": format.contentType, "ETag": tag],
            body: Array(document.utf8)
        )
    }

    /// A document that a fault can cut.
    private func whole(_ format: FeedFormat) -> [UInt8] {
        Array(FeedWriter.document(FeedEdition.bundled[0], title: "Town news", as: format).utf8)
    }

    /// Entities of entities of entities, ten to the power of nine of them; for JSON, more levels than any reader has room for.
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
