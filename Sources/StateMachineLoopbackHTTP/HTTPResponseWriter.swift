/// Sends the response to one request, as a whole or as a stream.
///
/// A writer belongs to the thread that runs the handler.
///
/// ```swift
/// try writer.begin(status: .ok, headers: ["Content-Type": "text/plain"])
/// for line in 1...10 {
///     try writer.write("line \(line)\n")
///     try writer.wait(.milliseconds(100))
/// }
/// try writer.end()
/// ```
///
/// Every throwing method throws ``ClientDisconnected`` if the client has disconnected or the server
/// stops. If a handler does not catch this error, it does no further work for a client that has
/// disconnected. A client that closes its sending side counts as disconnected.
package final class HTTPResponseWriter {
    private let connection: LoopbackConnection
    private var serializer: ResponseSerializer

    /// The size of the body sent so far, in bytes; 0 for a `HEAD` request.
    package private(set) var bodyBytesWritten = 0

    /// The reason why writing ended early, if it did.
    private(set) var disconnection: ClientDisconnected.Reason?

    init(connection: LoopbackConnection, serializer: ResponseSerializer) {
        self.connection = connection
        self.serializer = serializer
    }

    /// The status that was sent, or `nil` before the response has begun.
    package var status: HTTPStatus? { serializer.status }

    /// The address of the server that received the request, such as `http://127.0.0.1:49152`.
    ///
    /// A handler can use it for links to other resources of the server.
    package var serverURL: String { connection.serverURL }

    var hasBegun: Bool { serializer.hasBegun }
    var closesConnection: Bool { serializer.closesConnection }

    /// Sends a complete response.
    ///
    /// - Precondition: The response has not begun.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func respond(
        status: HTTPStatus = .ok,
        headers: HTTPHeaders = [:],
        body: [UInt8] = []
    ) throws(ClientDisconnected) {
        let head = serializer.begin(status: status, headers: headers, contentLength: body.count)
        try send(head + serializer.body(body) + serializer.end())
        count(body)
    }

    /// Sends the status and the headers of a response whose body is written in pieces.
    ///
    /// Without a content length, the body is sent in chunks. For a `HEAD` request, the handler
    /// writes the same body as for `GET`, but the writer does not send it.
    ///
    /// - Precondition: The response has not begun.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func begin(
        status: HTTPStatus = .ok,
        headers: HTTPHeaders = [:],
        contentLength: Int? = nil
    ) throws(ClientDisconnected) {
        try send(serializer.begin(status: status, headers: headers, contentLength: contentLength))
    }

    /// Sends a piece of the body and waits for a slow client if necessary.
    ///
    /// - Precondition: The response has begun and not ended, and the piece fits into the announced
    ///   length.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func write(_ bytes: [UInt8]) throws(ClientDisconnected) {
        try send(serializer.body(bytes))
        count(bytes)
    }

    /// Sends a piece of the body as UTF-8.
    ///
    /// - Precondition: The response has begun and not ended, and the piece fits into the announced
    ///   length.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func write(_ text: String) throws(ClientDisconnected) {
        try write(Array(text.utf8))
    }

    /// Ends the body, which otherwise ends when the handler returns.
    ///
    /// - Precondition: The response has begun, and the body has its announced length, if any.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func end() throws(ClientDisconnected) {
        guard !serializer.hasEnded else { return }
        try send(serializer.end())
    }

    /// Sleeps for a duration, unless the client disconnects or the server stops.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func wait(_ duration: Duration) throws(ClientDisconnected) {
        try tracking { () throws(ClientDisconnected) in
            try connection.sleep(until: .now + duration)
        }
    }

    /// Sleeps for a duration or until a signal is raised, unless the client disconnects or the
    /// server stops.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func wait(_ duration: Duration, or signal: WakeSignal) throws(ClientDisconnected) {
        try tracking { () throws(ClientDisconnected) in
            try connection.sleep(until: .now + duration, or: signal)
        }
    }

    /// Sleeps and throws when the client disconnects or the server stops.
    ///
    /// - Throws: ``ClientDisconnected``, always.
    package func waitForDisconnection() throws(ClientDisconnected) -> Never {
        while true { try wait(.seconds(3600)) }
    }

    /// Breaks off the connection in the middle of the response.
    ///
    /// The client notices the truncation. With `reset`, the client receives an RST, so its next
    /// read fails. Otherwise, the stream ends early. Nothing can be written afterwards.
    package func abort(reset: Bool = false) {
        disconnection = disconnection ?? .aborted
        connection.close(reset: reset)
    }

    /// Ends the response, if possible, after the handler has returned.
    ///
    /// - Returns: Whether the response is complete.
    func finish() throws(ClientDisconnected) -> Bool {
        guard disconnection == nil, serializer.canEnd else { return false }
        try end()
        return true
    }

    private func count(_ bytes: [UInt8]) {
        if !serializer.omitsBody { bodyBytesWritten += bytes.count }
    }

    private func send(_ bytes: [UInt8]) throws(ClientDisconnected) {
        try tracking { () throws(ClientDisconnected) in
            try connection.send(bytes)
        }
    }

    private func tracking(_ body: () throws(ClientDisconnected) -> Void) throws(ClientDisconnected) {
        if let disconnection { throw ClientDisconnected(reason: disconnection) }
        do {
            try body()
        } catch {
            disconnection = error.reason
            throw error
        }
    }
}
