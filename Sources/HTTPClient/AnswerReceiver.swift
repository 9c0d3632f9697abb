package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Receives what a session reports about one request, on the queue of the session.
package protocol AnswerReceiver: Sendable {
    /// Receives the head of the answer.
    ///
    /// - Returns: Whether to go on; if not, the request is cancelled.
    func didReceive(_ response: URLResponse) -> Bool

    /// Receives some bytes of the answer.
    ///
    /// - Returns: Whether to go on; if not, the request is cancelled.
    func didReceive(_ data: Data) -> Bool

    /// Receives the end of the request, which is reported last.
    func didComplete(_ error: (any Error)?)
}
