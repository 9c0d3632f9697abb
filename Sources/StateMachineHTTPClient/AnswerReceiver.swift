package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Receives the callbacks of a session for one request, on the queue of the session.
package protocol AnswerReceiver: Sendable {
    /// Receives the header of the response.
    ///
    /// - Returns: Whether to continue. If this is `false`, the request is cancelled.
    func didReceive(_ response: URLResponse) -> Bool

    /// Receives some bytes of the response.
    ///
    /// - Returns: Whether to continue. If this is `false`, the request is cancelled.
    func didReceive(_ data: Data) -> Bool

    /// Receives the end of the request, which is always the last callback.
    func didComplete(_ error: (any Error)?)
}
