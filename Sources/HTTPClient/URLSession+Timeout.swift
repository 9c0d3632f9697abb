import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// A session that keeps nothing, and that tells of its requests one after the other.
    ///
    /// - Parameter timeout: How long the other side may be silent before a request fails.
    package convenience init(timeout: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = max(timeout / .seconds(1), 0.001)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.init(configuration: configuration, delegate: nil, delegateQueue: queue)
    }
}
