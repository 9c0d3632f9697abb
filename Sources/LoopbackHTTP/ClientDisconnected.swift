/// Thrown by a response writer if the client has disconnected or the server stops.
///
/// A handler lets it pass: the server then closes the connection and logs how the request ended.
package struct ClientDisconnected: Error, Equatable {
    /// Why the connection is no longer there.
    package enum Reason: Sendable {
        /// The client closed or reset the connection, or ended its sending side.
        case clientClosed
        /// The server is stopping, or has begun to refuse connections.
        case serverStopping
        /// The handler itself aborted the response.
        case aborted
    }

    /// Why the connection is no longer there.
    package let reason: Reason
}
