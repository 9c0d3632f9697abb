import StateMachineLocks

/// A small HTTP/1.1 server on 127.0.0.1, for the inspector and for examples and tests.
///
/// ```swift
/// let server = try LoopbackServer { request, writer in
///     try writer.respond(headers: ["Content-Type": "text/plain"], body: Array("Hello, \(request.path)".utf8))
/// }
/// print(server.url)  // http://127.0.0.1:49152
/// server.stop()
/// ```
///
/// A handler runs on a thread of its connection and may block it. To wait, call
/// ``HTTPResponseWriter/wait(_:)`` instead of sleeping, because this method ends when the client
/// disconnects or the server stops. The handler must not retain the server. Otherwise, the two
/// retain each other.
package final class LoopbackServer: Sendable {
    /// A closure that responds to one request and is called on many threads concurrently.
    package typealias Handler = @Sendable (HTTPRequest, HTTPResponseWriter) throws -> Void

    private enum Phase {
        case listening(ListeningPeriod)
        /// The socket reserves the port and does not listen.
        case refusing(ListeningSocket, after: ListeningPeriod)
        case stopped(after: ListeningPeriod)
    }

    /// The port on 127.0.0.1, which stays the same until the server stops.
    ///
    /// If no port was given, the kernel chooses it.
    package let port: Int

    /// The address without a trailing slash, such as `http://127.0.0.1:49152`.
    package let url: String

    private let loop: ExchangeLoop
    private let phase: Locked<Phase>

    /// Starts a server on a free port, or on a given port that no other socket may share.
    ///
    /// A server on a given port cannot refuse connections.
    ///
    /// - Throws: ``LoopbackServerError`` if no socket can be opened.
    package init(
        port: Int = 0,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws(LoopbackServerError) {
        let socket = try ListeningSocket(port: port, isShared: port == 0)
        loop = ExchangeLoop(handler: handler, limits: limits, records: ServerRecords())
        self.port = socket.port
        url = socket.url
        phase = Locked(.listening(try ListeningPeriod(socket: socket, loop: loop)))
    }

    deinit {
        stop()
    }

    /// The latest ten thousand finished requests, in the order in which they ended.
    ///
    /// The list includes requests without a response. It contains a request as soon as its handler
    /// has returned, which can be shortly after the client has read the last byte.
    package var log: [FinishedRequest] { loop.records.log }

    /// The number of open connections, with or without a request in progress.
    package var openConnections: Int { loop.records.openConnections }

    /// The number of requests that a handler is processing.
    package var requestsInProgress: Int { loop.records.requestsInProgress }

    /// Closes the listener and every connection and waits for their threads.
    ///
    /// A second call does nothing. A handler that waits or writes receives ``ClientDisconnected``.
    /// If a handler does neither, this method waits for it. When a handler calls this method, the
    /// method does not wait for any handler.
    package func stop() {
        let last = phase.withLock { phase in
            let last: ListeningPeriod
            switch phase {
            case .listening(let period):
                period.stopListening()
                last = period
            case .refusing(let socket, let period):
                socket.descriptor.close()
                last = period
            case .stopped(let period):
                last = period
            }
            phase = .stopped(after: last)
            return last
        }
        last.waitForEnd()
    }

    /// Drops every connection and makes the kernel refuse new ones, as if the server were down.
    ///
    /// The port stays reserved, so ``acceptConnections()`` can bring the server back at the same
    /// address. If the server already refuses connections or has stopped, this method does nothing.
    ///
    /// - Throws: ``LoopbackServerError`` if no socket can be opened to reserve the port. In this
    ///   case, the server continues to accept connections.
    package func refuseConnections() throws(LoopbackServerError) {
        let last = try phase.withLock { phase throws(LoopbackServerError) -> ListeningPeriod? in
            guard case .listening(let period) = phase else { return nil }
            // Bind the second socket before closing the first one, so the port is never free.
            let reservation = try ListeningSocket(port: port)
            period.stopListening()
            phase = .refusing(reservation, after: period)
            return period
        }
        last?.waitForEnd()
    }

    /// Accepts connections again after ``refuseConnections()``; otherwise it does nothing.
    ///
    /// - Throws: ``LoopbackServerError`` if the system does not allow the socket to listen. In this
    ///   case, the server still refuses connections.
    package func acceptConnections() throws(LoopbackServerError) {
        try phase.withLock { phase throws(LoopbackServerError) in
            guard case .refusing(let socket, _) = phase else { return }
            phase = .listening(try ListeningPeriod(socket: socket, loop: loop))
        }
    }
}
