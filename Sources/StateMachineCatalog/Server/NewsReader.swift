import InspectionMessages

/// Remembers what a page has seen.
struct NewsReader: Sendable {
    /// A message of an event stream.
    struct Message: Hashable, Sendable {
        let event: String

        /// JSON on one line.
        let data: String

        var text: String { "event: \(event)\ndata: \(data)\n\n" }
    }

    private struct Seen {
        var status: InspectedApp.Status?
        var next = 0
    }

    /// The type of the definition whose machines the page shows; `nil` for all.
    private let type: String?

    private var apps: [String: Seen] = [:]
    private var version: Int?
    private var lastLook = Duration.zero

    init(type: String? = nil) {
        self.type = type
    }

    /// Whether something may have changed: without a post, only that an app is silent.
    func needsLook(at version: Int, _ now: Duration) -> Bool {
        version != self.version || now - lastLook >= .seconds(1)
    }

    /// Remembers that everything was read.
    mutating func hasSeen(_ version: Int, _ now: Duration) {
        self.version = version
        lastLook = now
    }

    /// What the page has not seen of an app, at most so many messages and one.
    mutating func news(of app: InspectedApp, at now: Duration, limit: Int) -> [Message] {
        var seen = apps[app.session] ?? Seen()
        defer { apps[app.session] = seen }
        var messages: [Message] = []
        let status = app.status(at: now)
        if status != seen.status {
            seen.status = status
            messages.append(Message(event: "app", data: AppMessage(app, status).jsonLine))
        }
        for record in app.log.records(from: seen.next) {
            guard messages.count < limit else { break }
            seen.next = record.sequence + 1
            if let type, record.type != type { continue }
            // A record begins with a brace, and is not empty; a session needs no escaping.
            let data = "{\"session\":\"\(app.session)\",\(record.line.dropFirst())"
            messages.append(Message(event: record.kind.rawValue, data: data))
        }
        return messages
    }
}

private struct AppMessage: Encodable {
    let session: String
    let app: String
    let process: Int
    let date: Double
    let status: InspectedApp.Status

    init(_ app: InspectedApp, _ status: InspectedApp.Status) {
        session = app.session
        self.app = app.app
        process = app.process
        date = app.date
        self.status = status
    }
}
