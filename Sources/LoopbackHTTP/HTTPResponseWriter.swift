/// Answers one request, at once or as a stream; it belongs to the thread that runs the handler.
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
/// stops. A handler that lets it pass leaves nothing running behind a client which is gone. A
/// client that ends its sending side counts as gone.
package final class HTTPResponseWriter {
    private let connection: Connection
    private var serializer: ResponseSerializer

    /// How many bytes of body were sent so far; none for a `HEAD` request.
    package private(set) var bodyBytesWritten = 0

    /// Why writing is over before its time, if it is.
    private(set) var disconnection: ClientDisconnected.Reason?

    init(connection: Connection, serializer: ResponseSerializer) {
        self.connection = connection
        self.serializer = serializer
    }

    /// The status that was sent, or nil before the response has begun.
    package var status: HTTPStatus? { serializer.status }

    /// The address of the server which the request came to, such as `http://127.0.0.1:49152`.
    ///
    /// With it a handler can name other things that the server has.
    package var serverURL: String { connection.serverURL }

    var hasBegun: Bool { serializer.hasBegun }
    var closesConnection: Bool { serializer.closesConnection }

    /// Sends a whole response.
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

    /// Sends the status and the headers of a response whose body is written piece by piece.
    ///
    /// Without a content length the body is sent in chunks. For a `HEAD` request the body is
    /// written as for `GET`, and is not sent.
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

    /// Sends a piece of the body, waiting while the client reads more slowly than this.
    ///
    /// - Precondition: The response has begun and not ended, and the piece fits into the length
    ///   announced.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func write(_ bytes: [UInt8]) throws(ClientDisconnected) {
        try send(serializer.body(bytes))
        count(bytes)
    }

    /// Sends a piece of the body as UTF-8.
    ///
    /// - Precondition: The response has begun and not ended, and the piece fits into the length
    ///   announced.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func write(_ text: String) throws(ClientDisconnected) {
        try write(Array(text.utf8))
    }

    /// Ends the body; a handler that returns ends it as well.
    ///
    /// - Precondition: The response has begun, and all of a length announced was written.
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func end() throws(ClientDisconnected) {
        guard !serializer.hasEnded else { return }
        try send(serializer.end())
    }

    /// Sleeps, and throws as soon as the client disconnects or the server stops.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func wait(_ duration: Duration) throws(ClientDisconnected) {
        try tracking { () throws(ClientDisconnected) in
            try connection.sleep(until: .now + duration)
        }
    }

    /// Sleeps until the client disconnects or the server stops, and then throws.
    ///
    /// - Throws: ``ClientDisconnected``, always.
    package func waitForDisconnection() throws(ClientDisconnected) -> Never {
        while true { try wait(.seconds(3600)) }
    }

    /// Breaks the connection off in the middle of the response, which the client can see was not
    /// whole.
    ///
    /// With `reset` the client gets an RST (its read fails), otherwise an early end of the stream.
    /// Nothing can be written afterwards.
    package func abort(reset: Bool = false) {
        disconnection = disconnection ?? .aborted
        connection.close(reset: reset)
    }

    /// Whether the handler, which has returned, left a whole response; if it may be ended here, it
    /// is.
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
