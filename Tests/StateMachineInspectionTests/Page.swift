import Foundation
import StateMachineHTTPClient
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP
import StateMachineTestSupport

@testable import StateMachineCatalog

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a browser does for a page: it reads the event stream, connects again when it ends, and
/// posts.
final class Page: Sendable {
    /// A message of the stream.
    struct Message: Sendable {
        let event: String
        let data: [String: any Sendable]
        let text: String

        subscript(key: String) -> String? { data[key] as? String }
        func number(_ key: String) -> Int? { data[key] as? Int }

        /// A text in the entry of a record.
        func inEntry(_ key: String) -> String? { (data["entry"] as? [String: any Sendable])?[key] as? String }
    }

    let received = Journal<Message>()
    private let connection: Task<Void, Never>
    private let address: InspectorAddress

    init(_ address: InspectorAddress, route: String = "/events", type: String? = nil) {
        self.address = address
        let route = route + (type.map { "?type=\($0)" } ?? "")
        connection = Task { [received] in
            let session = StreamingSession(timeout: .seconds(30))
            defer { session.invalidate() }
            var last: String?
            while !Task.isCancelled {
                let reader = Reader(received)
                guard let front = address.url(of: "/"), let url = address.url(of: route) else { return }
                var request = URLRequest(url: front)
                request.setValue(address.token, forHTTPHeaderField: InspectorAddress.tokenField)
                // On Linux, the first request of a connection keeps Foundation busy until its
                // response ends, so a short one opens the connection for the stream.
                await session.perform(request, reportingTo: Reader(Journal()))
                request.url = url
                if let last { request.setValue(last, forHTTPHeaderField: "Last-Event-ID") }
                await session.perform(request, reportingTo: reader)
                last = reader.id ?? last
                await Task.yield()
            }
        }
    }

    deinit { connection.cancel() }

    var messages: [Message] { received.entries }

    /// Waits for a number of messages.
    func messages(_ event: String, count: Int) async -> [Message] {
        _ = await eventually { messages(event).count >= count }
        return messages(event)
    }

    func messages(_ event: String) -> [Message] { messages.filter { $0.event == event } }

    /// Posts a command until its app is connected.
    func send(_ event: String, to machine: Message, as command: String = "c") async throws {
        let text = """
            {"session":"\(machine["session"] ?? "")","machine":\(machine.number("machine") ?? -1),"command":"\(command)",\(event)}
            """
        while try await post(text) != 204 { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Posts a command, and returns the status.
    func post(_ command: String) async throws -> Int {
        guard let url = address.url(of: "/commands") else { return 0 }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue(address.origin, forHTTPHeaderField: "Origin")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(address.token, forHTTPHeaderField: InspectorAddress.tokenField)
        request.httpBody = Data(command.utf8)
        return try await HTTPSession(bounds: AnswerBounds(timeout: .seconds(30), bytes: 1000)).answer(to: request)
            .status
    }

    /// Takes an event stream apart.
    private final class Reader: AnswerReceiver {
        private let received: Journal<Message>
        private let rest = Locked(Data())
        private let latestID = Locked<String?>(nil)

        init(_ received: Journal<Message>) {
            self.received = received
        }

        var id: String? { latestID.withLock { $0 } }

        func didReceive(_ response: URLResponse) -> Bool { true }

        func didReceive(_ data: Data) -> Bool {
            let lines = rest.withLock { rest in
                rest += data
                // A message ends with an empty line.
                guard let end = rest.range(of: Data("\n\n".utf8), options: .backwards) else { return [] as [String] }
                defer { rest = Data(rest[end.upperBound...]) }
                return String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\n").map(String.init)
            }
            var event = ""
            for line in lines {
                if line.hasPrefix("id: ") { latestID.withLock { $0 = String(line.dropFirst(4)) } }
                if line.hasPrefix("event: ") { event = String(line.dropFirst(7)) }
                guard line.hasPrefix("data: ") else { continue }
                let text = String(line.dropFirst(6))
                let data = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: any Sendable]
                received.note(Message(event: event, data: data ?? [:], text: text))
            }
            return true
        }

        func didComplete(_ error: (any Error)?) {}
    }
}

/// A token that is long enough.
let testToken = "0123456789abcdef0123456789abcdef"

extension InspectionServer {
    /// A server for tests, which waits long enough for a request on a busy computer.
    static func make(
        port: Int = 0,
        token: String = testToken,
        pages: ServedPages = ServedPages([]) { throw Problem($0) },
        time: @escaping @Sendable () -> Duration = { .zero }
    ) throws -> InspectionServer {
        var limits = InspectionServer.limits
        limits.idleTime = .seconds(600)
        return try InspectionServer(port: port, token: token, limits: limits, pages: pages, time: time)
    }
}
