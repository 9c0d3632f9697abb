import Dispatch
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP

/// Responds to the requests to a ``FleetServer``.
///
/// - `GET /` returns the page of the fleet.
/// - `GET /figures` is an event stream: `hello`, then `figures` every few seconds, or `trouble`
///   with the `reason` why there are none.
/// - `GET /machine?name=NAME` returns a machine, or the `reason` why it cannot be shown.
///
/// There are no other routes, and none of these changes anything.
struct FleetRoutes: Sendable {
    let gate: RequestGate
    let page: FleetPage
    let figures: FleetFigures
    let machine: @Sendable (String) async throws -> String

    func answer(_ request: HTTPRequest, on writer: HTTPResponseWriter) throws {
        try gate.pass(request, on: writer) {
            switch (request.method, request.path) {
            case (.get, "/"), (.head, "/"): try writer.respond(html: page.html)
            case (.get, "/figures"): try sendFigures(on: writer)
            case (.get, "/machine"):
                try writer.respond(.ok, answer(about: request.query["name"] ?? ""), "application/json")
            case (_, _): try writer.respond(.notFound, "This route does not exist.\n")
            }
        }
    }

    private func sendFigures(on writer: HTTPResponseWriter) throws {
        try writer.begin(headers: HTTPResponseWriter.headers(type: "text/event-stream"))
        try writer.write("retry: 500\n\nevent: hello\ndata: {}\n\n")
        var position = FleetFigures.Position()
        var silence = 0
        while true {
            let text = figures.news(for: &position)
            silence = text.isEmpty ? silence + 1 : 0
            // A sign of life shows that the client is still there.
            if !text.isEmpty || silence % 16 == 0 { try writer.write(text.isEmpty ? ": \n\n" : text) }
            try writer.wait(.milliseconds(250))
        }
    }

    /// Waits for the description of a machine, on the thread of the connection.
    private func answer(about name: String) -> String {
        let answer = Locked("")
        let isDone = DispatchSemaphore(value: 0)
        Task {
            let text: String
            do { text = try await machine(name) } catch { text = ["reason": "\(error)"].jsonLine }
            answer.withLock { $0 = text }
            isDone.signal()
        }
        isDone.wait()
        return answer.withLock(\.self)
    }
}
