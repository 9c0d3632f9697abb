import StateMachineInspectionMessages

/// The position of a page in the news of each app.
struct NewsReader: Sendable {
    /// A message of an event stream.
    struct Message: Hashable, Sendable {
        let event: String

        /// The data of the message, as JSON on one line.
        let data: String

        var text: String { "event: \(event)\ndata: \(data)\n\n" }
    }

    private struct Seen {
        var status: InspectedApp.Status?
        var next = 0

        /// The machines that the page would forget at once, because too many ended after them.
        var skipped: Set<Int> = []
    }

    /// The number of ended machines of an app that a page shows, as in `live-feed.js`.
    private static let endedLimit = 200

    /// The definition type of the machines that the page shows, or `nil` for every machine.
    private let type: String?

    private var apps: [String: Seen] = [:]
    private var version: Int?
    private var lastLook = Duration.zero

    init(type: String? = nil) {
        self.type = type
    }

    /// Whether there may be news.
    ///
    /// Without a post, the only possible news is that an app has become silent.
    func needsLook(at version: Int, _ now: Duration) -> Bool {
        version != self.version || now - lastLook >= .seconds(1)
    }

    /// Remembers that the page has read everything.
    mutating func hasSeen(_ version: Int, _ now: Duration) {
        self.version = version
        lastLook = now
    }

    /// Returns news of an app for the page.
    ///
    /// The result contains at most `limit` messages, and possibly more about the app itself. A page
    /// of one type does not receive machines that it would forget at once, but their number.
    mutating func news(of app: InspectedApp, at now: Duration, limit: Int) -> [Message] {
        var seen = apps[app.session] ?? Seen()
        defer { apps[app.session] = seen }
        var messages: [Message] = []
        let status = app.status(at: now)
        if status != seen.status {
            seen.status = status
            messages.append(Message(event: "app", data: AppMessage(app, status).jsonLine))
        }
        if let type, apps[app.session] == nil {
            let ended = app.log.records.filter { $0.kind == .ended && $0.type == type }.map(\.machine)
            seen.skipped = Set(ended.dropLast(Self.endedLimit))
            if !seen.skipped.isEmpty {
                messages.append(Message(event: "skipped", data: "{\"count\":\(seen.skipped.count)}"))
            }
        }
        for record in app.log.records(from: seen.next) {
            guard messages.count < limit else { break }
            seen.next = record.sequence + 1
            if let type, record.type != type || seen.skipped.contains(record.machine) { continue }
            // A record begins with a brace and is not empty. A session needs no escaping.
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
