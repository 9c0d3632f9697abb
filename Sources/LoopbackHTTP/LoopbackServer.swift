import StateMachines

/// A small HTTP/1.1 server on 127.0.0.1: of the inspector, and of examples and tests that talk to a
/// real one.
///
/// ```swift
/// let server = try LoopbackServer { request, writer in
///     try writer.respond(headers: ["Content-Type": "text/plain"], body: Array("Hello, \(request.path)".utf8))
/// }
/// print(server.url)  // http://127.0.0.1:49152
/// server.stop()
/// ```
///
/// A handler runs on a thread of its connection and may block there: by
/// ``HTTPResponseWriter/wait(_:)``, which ends with the client or the server, rather than by
/// sleeping. It must not retain the server, or the two retain each other.
package final class LoopbackServer: Sendable {
    /// Answers one request; it is called on many threads at the same time.
    package typealias Handler = @Sendable (HTTPRequest, HTTPResponseWriter) throws -> Void

    private enum Phase {
        case listening(ListeningPeriod)
        /// The socket keeps the port, and does not listen.
        case refusing(ListeningSocket, after: ListeningPeriod)
        case stopped(after: ListeningPeriod)
    }

    /// The port of 127.0.0.1, chosen by the kernel unless one was given; it stays the same until
    /// the server stops.
    package let port: Int

    /// The address without a slash at its end, such as `http://127.0.0.1:49152`.
    package let url: String

    private let loop: ExchangeLoop
    private let phase: Locked<Phase>

    /// Starts a server on a free port, or on a given one, which it then has alone.
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

    /// The latest ten thousand finished requests, answered or not, in the order in which they
    /// ended.
    ///
    /// A request is listed when its handler has returned, which can be a moment after the client
    /// has read the last byte.
    package var log: [FinishedRequest] { loop.records.log }

    /// How many connections are open, whether a request is in progress on them or not.
    package var openConnections: Int { loop.records.openConnections }

    /// The number of requests in a handler.
    package var requestsInProgress: Int { loop.records.requestsInProgress }

    /// Closes the listener and every connection, and waits for their threads; a second call does
    /// nothing.
    ///
    /// A handler that waits or writes gets ``ClientDisconnected``; this waits for one that does
    /// neither. Called by a handler, this does not wait for the handlers.
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

    /// Drops every connection and lets the kernel refuse new ones, as if the server were down.
    ///
    /// The port stays reserved, so that ``acceptConnections()`` can bring the server back under the
    /// same address. On a server that refuses or has stopped this does nothing.
    ///
    /// - Throws: ``LoopbackServerError`` if no socket can be opened to reserve the port with; the
    ///   server then goes on.
    package func refuseConnections() throws(LoopbackServerError) {
        let last = try phase.withLock { phase throws(LoopbackServerError) -> ListeningPeriod? in
            guard case .listening(let period) = phase else { return nil }
            // The port has a second owner before the first one goes: it is never free.
            let reservation = try ListeningSocket(port: port)
            period.stopListening()
            phase = .refusing(reservation, after: period)
            return period
        }
        last?.waitForEnd()
    }

    /// Ends what ``refuseConnections()`` began; on a server that does not refuse this does nothing.
    ///
    /// - Throws: ``LoopbackServerError`` if the system does not let the socket listen; the server
    ///   still refuses.
    package func acceptConnections() throws(LoopbackServerError) {
        try phase.withLock { phase throws(LoopbackServerError) in
            guard case .refusing(let socket, _) = phase else { return }
            phase = .listening(try ListeningPeriod(socket: socket, loop: loop))
        }
    }
}
