import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// Creates a session without a cache that calls its delegate for one event at a time.
    ///
    /// - Parameters:
    ///   - timeout: The longest time that the server may be silent before a request fails. Linux
    ///     ignores the timeout of individual requests, and it drops fractions of a second, so the
    ///     timeout is rounded up there.
    ///   - delegate: The delegate of all requests, if any. The session retains its delegate until
    ///     the session is invalidated.
    package convenience init(timeout: Duration, delegate: (any URLSessionDelegate)? = nil) {
        let configuration = URLSessionConfiguration.ephemeral
        #if canImport(FoundationNetworking)
        configuration.timeoutIntervalForRequest = max((timeout / .seconds(1)).rounded(.up), 1)
        #else
        configuration.timeoutIntervalForRequest = max(timeout / .seconds(1), 0.001)
        #endif
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.init(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}
