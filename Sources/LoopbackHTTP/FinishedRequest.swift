/// A request that has ended, as ``LoopbackServer/log`` lists it.
package struct FinishedRequest: Hashable, Sendable {
    /// How the answer to a request ended.
    package enum Outcome: Sendable {
        /// The whole response was handed to the system.
        case completed
        /// The client went before the response was whole.
        case clientDisconnected
        /// The handler aborted the response, or left it shorter than it had announced.
        case aborted
        /// The handler threw an error of its own, or returned without a response; 500 was sent if
        /// it still could be.
        case failed
        /// The server stopped, or began to refuse connections, before the response was whole.
        case serverStopped
    }

    /// The request's method.
    package let method: HTTPMethod

    /// The request's path, decoded.
    package let path: String

    /// The request's parameters, decoded.
    package let query: HTTPQuery

    /// The request's header fields.
    package let headers: HTTPHeaders

    /// The status that was sent, or `nil` if none was.
    package let status: HTTPStatus?

    /// How many bytes of body were handed to the system.
    package let bodyBytes: Int

    /// How the answer ended.
    package let outcome: Outcome
}
