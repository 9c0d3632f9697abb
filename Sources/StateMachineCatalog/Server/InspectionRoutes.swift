import Foundation
import StateMachineDiagrams
import StateMachineInspectionMessages
import StateMachineLoopbackHTTP

/// Responds to the requests to an ``InspectionServer``, which documents the routes.
struct InspectionRoutes: Sendable {
    let gate: RequestGate
    let pages: ServedPages
    let store: InspectionStore

    /// The time without news before a sign of life is sent.
    var silence = Duration.seconds(4)

    /// The time for which streams collect news.
    ///
    /// It lets a page show news within a tenth of a second.
    private static let pause = Duration.milliseconds(20)

    /// The interval at which streams look whether an app has become silent.
    private static let interval = Duration.seconds(1)

    func answer(_ request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        try gate.pass(request, on: writer) { try answerAccepted(request, on: writer) }
    }

    private func answerAccepted(_ request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        switch (request.method, request.path) {
        case (.post, "/records"): try receive(request.body, on: writer)
        case (.post, "/commands"): try send(request.body, on: writer)
        case (.get, "/commands"): try sendCommands(to: request.query["session"] ?? "", on: writer)
        case (.get, "/apps"): try sendApps(to: request, on: writer)
        case (.get, "/events"): try sendNews(to: request, on: writer)
        case (.get, "/recording.jsonl"): try sendRecording(of: request.query["session"] ?? "", on: writer)
        case (.get, "/"), (.head, "/"): try writer.respond(html: index)
        case (.get, "/together"), (.head, "/together"):
            try writer.respond(html: TogetherPage(addresses: pages.addresses).html)
        case (.get, let path), (.head, let path): try page(at: path, on: writer)
        case (_, _): try writer.respond(.notFound, "This route does not exist.\n")
        }
    }

    // MARK: Pages

    private func page(at path: String, on writer: HTTPResponseWriter) throws {
        guard path.hasPrefix("/machines/") else {
            return try writer.respond(.notFound, "This page does not exist.\n")
        }
        let name = String(path.dropFirst("/machines/".count))
        let answer: (status: HTTPStatus, text: String, type: String)
        do throws(Problem) {
            if let page = try pages.page(of: name) {
                answer = (.ok, page.html, "text/html")
            } else if name.hasSuffix(".json"), let page = try pages.page(of: String(name.dropLast(".json".count))) {
                answer = (.ok, page.json, "application/json")
            } else {
                answer = (.notFound, "This machine does not exist.\n", "text/plain")
            }
        } catch {
            answer = (.internalServerError, "\(error)\n", "text/plain")
        }
        try writer.respond(answer.status, answer.text, answer.type)
    }

    private var index: String {
        let items = pages.names.map { name in
            PageIndex.Item(name: name, address: "/machines/\(name.asPathComponent)")
        }
        return PageIndex(items: items, isLive: true).html
    }

    // MARK: Streams

    /// Begins an event stream.
    private func beginEvents(for request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        try writer.begin(headers: HTTPResponseWriter.headers(type: "text/event-stream"))
        var text = "retry: 500\n\n"
        if let last = request.headers["Last-Event-ID"], last != store.server { text += "event: reload\ndata: {}\n\n" }
        text += "id: \(store.server)\nevent: hello\ndata: {\"server\":\"\(store.server)\",\"version\":1}\n\n"
        try writer.write(text)
    }

    private func sendApps(to request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        try beginEvents(for: request, on: writer)
        var latest: String?
        // People do not notice a quarter of a second, and there may be thousands of machines.
        try stream(on: writer, signOfLife: ": \n\n", pause: .milliseconds(240)) {
            let apps = store.apps.map { ListedApp($0, pages: pages) }.jsonLine
            defer { latest = apps }
            return apps == latest ? "" : "event: apps\ndata: \(apps)\n\n"
        }
    }

    private func sendNews(to request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        try beginEvents(for: request, on: writer)
        var reader = NewsReader(type: request.query["type"])
        var isReady = false
        try stream(on: writer, signOfLife: ": \n\n") {
            var text = store.news(for: &reader).map(\.text).joined()
            if text.isEmpty, !isReady {
                isReady = true
                text = "event: ready\ndata: {}\n\n"
            }
            return text
        }
    }

    private func sendRecording(of session: String, on writer: HTTPResponseWriter) throws {
        guard let recording = store.recording(of: session) else {
            return try writer.respond(.notFound, "No app has this session ID. GET /apps lists the apps.\n")
        }
        try writer.respond(.ok, recording, "application/jsonl")
    }

    private func sendCommands(to session: String, on writer: HTTPResponseWriter) throws {
        guard let connection = store.connect(session) else {
            return try writer.respond(.notFound, "No app has this session ID. GET /apps lists the apps.\n")
        }
        defer { store.disconnect(session, connection) }
        try writer.begin(headers: HTTPResponseWriter.headers(type: "application/json"))
        // A client may wait for the first bytes.
        try writer.write("\n")
        try stream(on: writer, signOfLife: "\n") {
            store.takeCommands(for: session, connection)?.map { "\($0)\n" }.joined()
        }
    }

    /// Writes news until there is no more to expect or the client has disconnected.
    private func stream(
        on writer: HTTPResponseWriter,
        signOfLife: String,
        pause: Duration = Self.pause,
        _ news: () -> String?
    ) throws {
        let signal = try store.addSignal()
        defer { store.remove(signal) }
        var lastWrite = ContinuousClock.now
        while let text = news() {
            let isSilent = lastWrite + silence <= .now
            if !text.isEmpty || isSilent {
                try writer.write(text.isEmpty ? signOfLife : text)
                lastWrite = .now
            }
            if text.isEmpty {
                try writer.wait(min(silence, Self.interval), or: signal)
                try writer.wait(pause)
                signal.lower()
            }
        }
    }

    // MARK: Posts

    private func receive(_ batch: [UInt8], on writer: HTTPResponseWriter) throws {
        let answer: BatchAnswer
        do throws(InspectionStore.Refusal) {
            answer = try store.receive(batch)
        } catch {
            return try writer.respond(.badRequest, "\(error.reason)\n")
        }
        try writer.respond(.ok, answer.jsonLine, "application/json")
    }

    private func send(_ command: [UInt8], on writer: HTTPResponseWriter) throws {
        do throws(InspectionStore.Refusal) {
            try store.send(command)
        } catch {
            return try writer.respond(.conflict, "\(error.reason)\n")
        }
        try writer.respond(status: .noContent, headers: HTTPResponseWriter.headers(type: nil))
    }
}
