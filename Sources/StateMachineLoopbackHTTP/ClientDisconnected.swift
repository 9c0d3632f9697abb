/// An error that a response writer throws if the client has disconnected or the server stops.
///
/// A handler should not catch this error, so that the server can close the connection and log how
/// the request ended.
package struct ClientDisconnected: Error, Equatable {
    /// The reason why the connection has ended.
    package enum Reason: Sendable {
        /// The client closed or reset the connection, or closed its sending side.
        case clientClosed
        /// The server is stopping or has begun to refuse connections.
        case serverStopping
        /// The handler aborted the response.
        case aborted
    }

    /// The reason why the connection has ended.
    package let reason: Reason
}
