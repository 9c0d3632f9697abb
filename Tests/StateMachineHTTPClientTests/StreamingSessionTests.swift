import Foundation
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// On Linux, all sessions of a process share one queue, on which each of them waits when it starts
/// a request.
///
/// One of these tests occupies that queue, so they run one after the other.
@Suite(.timeLimit(.minutes(5)), .outside, .serialized) struct StreamingSessionTests {
    /// Records what a session reports, and stops when it is told to.
    private final class Receiver: AnswerReceiver {
        let reports = Journal<String>()
        let last: String?

        init(until last: String? = nil) {
            self.last = last
        }

        func didReceive(_ response: URLResponse) -> Bool { goesOn(after: "head") }
        func didReceive(_ data: Data) -> Bool { goesOn(after: "bytes") }
        func didComplete(_ error: (any Error)?) { reports.note(error == nil ? "end" : "error") }

        private func goesOn(after report: String) -> Bool {
            if reports.entries.last != report { reports.note(report) }
            return report != last
        }
    }

    private func withSession(
        _ handler: @escaping LoopbackServer.Handler,
        _ body: (StreamingSession, URLRequest, LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(handler: handler)
        defer { server.stop() }
        let session = StreamingSession(timeout: .seconds(600))
        defer { session.invalidate() }
        try await body(session, URLRequest(url: try #require(URL(string: server.url))), server)
    }

    @Test func `a receiver gets the head, the bytes and the end, and is then released`() async throws {
        try await withSession { _, writer in
            try writer.respond(body: [1, 2, 3])
        } _: { session, request, _ in
            weak var released: Receiver?
            do {
                let receiver = Receiver()
                released = receiver
                await session.perform(request, reportingTo: receiver)
                #expect(receiver.reports.entries == ["head", "bytes", "end"])
            }
            #expect(await eventually { released == nil })
        }
    }

    @Test(arguments: ["head", "bytes"])
    func `a receiver that does not go on ends the request`(last: String) async throws {
        try await withSession { _, writer in
            try writer.begin(contentLength: 1000)
            try writer.write([1, 2, 3])
            try writer.waitForDisconnection()
        } _: { session, request, server in
            let receiver = Receiver(until: last)
            await session.perform(request, reportingTo: receiver)
            #expect(receiver.reports.entries.first == "head" && receiver.reports.entries.last == "error")
            #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test func `a request of a task that is cancelled already ends at once`() async throws {
        try await withSession { _, writer in
            try writer.waitForDisconnection()
        } _: { session, request, _ in
            let receiver = Receiver()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await session.perform(request, reportingTo: receiver)
            }
            await task.value
            #expect(receiver.reports.entries == ["error"])
        }
    }

    /// A protocol whose requests occupy the queue of the session and cannot be cancelled meanwhile,
    /// like the bytes of a server that is faster than the session.
    private final class Flood: URLProtocol {
        static let hasEnded = DispatchSemaphore(value: 0)

        override static func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "flood" }
        override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            guard let url = request.url else { return }
            let head = URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
            client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data([1, 2, 3]))
            Self.hasEnded.wait()
        }

        override func stopLoading() {}
    }

    @Test(arguments: [nil, "bytes"])
    func `a request ends for its caller, although its connection cannot be closed yet`(last: String?) async throws {
        #expect(URLProtocol.registerClass(Flood.self))
        defer { URLProtocol.unregisterClass(Flood.self) }
        let session = StreamingSession(timeout: .seconds(600))
        defer { session.invalidate() }
        let request = URLRequest(url: try #require(URL(string: "flood://server")))
        let receiver = Receiver(until: last)
        let task = Task { await session.perform(request, reportingTo: receiver) }
        #expect(await eventually { receiver.reports.entries.contains("bytes") })
        if last == nil { task.cancel() }
        #expect(await eventually { receiver.reports.entries.last == "error" })
        Flood.hasEnded.signal()
        await task.value
    }

    /// A session of Apple's platforms waits for the permission; one on Linux ignores it.
    @Test func `every answer may come`() throws {
        let session = URLSession(timeout: .seconds(600))
        defer { session.invalidateAndCancel() }
        let address = try #require(URL(string: "http://127.0.0.1:1/"))
        let head = URLResponse(url: address, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        let permissions = Journal<Bool>()
        StreamingSession.Delegate().urlSession(session, dataTask: session.dataTask(with: address), didReceive: head) {
            permissions.note($0 == .allow)
        }
        #expect(permissions.entries == [true])
    }

    @Test func `a session has the timeout that it was given, one queue and no cache`() {
        #if canImport(FoundationNetworking)
        // Half a second would be no second, after which a request fails at once.
        let timeouts: [(Duration, Double)] = [
            (.seconds(3), 3), (.milliseconds(1_500), 2), (.milliseconds(500), 1), (.zero, 1),
        ]
        #else
        let timeouts: [(Duration, Double)] = [(.seconds(3), 3), (.milliseconds(500), 0.5), (.zero, 0.001)]
        #endif
        for (timeout, seconds) in timeouts {
            let session = URLSession(timeout: timeout)
            #expect(session.configuration.timeoutIntervalForRequest == seconds)
            #expect(session.configuration.requestCachePolicy == .reloadIgnoringLocalCacheData)
            #expect(session.configuration.urlCache == nil)
            #expect(session.delegateQueue.maxConcurrentOperationCount == 1)
            session.invalidateAndCancel()
        }
    }
}
