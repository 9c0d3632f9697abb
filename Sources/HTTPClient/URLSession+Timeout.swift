import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// A session without a cache that reports on its requests one at a time.
    ///
    /// - Parameters:
    ///   - timeout: How long the server may be silent before a request fails. Linux ignores the
    ///     timeout of a request itself.
    ///   - delegate: The delegate of all requests, if any. The session retains it until it is
    ///     invalidated.
    package convenience init(timeout: Duration, delegate: (any URLSessionDelegate)? = nil) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = max(timeout / .seconds(1), 0.001)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.init(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}
