/// A finished request in ``LoopbackServer/log``.
package struct FinishedRequest: Hashable, Sendable {
    /// The way in which the response to a request ended.
    package enum Outcome: Sendable {
        /// The server passed the complete response to the system.
        case completed
        /// The client disconnected before the response was complete.
        case clientDisconnected
        /// The handler aborted the response, or the response was shorter than announced.
        case aborted
        /// The handler threw an error or returned without a response.
        ///
        /// The server sent status 500 if the response had not begun.
        case failed
        /// The server stopped or began to refuse connections before the response was complete.
        case serverStopped
    }

    /// The method of the request.
    package let method: HTTPMethod

    /// The decoded path of the request.
    package let path: String

    /// The decoded parameters of the request.
    package let query: HTTPQuery

    /// The header fields of the request.
    package let headers: HTTPHeaders

    /// The status of the response, or `nil` if none was sent.
    package let status: HTTPStatus?

    /// The size of the body that was passed to the system, in bytes.
    package let bodyBytes: Int

    /// The way in which the response ended.
    package let outcome: Outcome
}
