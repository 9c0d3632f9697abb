import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// A session that keeps nothing, and that tells of its requests one after the other.
    ///
    /// - Parameters:
    ///   - timeout: How long the other side may be silent before a request fails. That of a request itself does not count on Linux.
    ///   - delegate: What it tells, if that is not left to each request. Invalidate the session then, which keeps it.
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
