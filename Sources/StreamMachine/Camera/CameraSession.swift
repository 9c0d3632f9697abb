import Foundation
import StateMachineHTTPClient
import StateMachineLocks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Forwards the callbacks of a URL session to the frame queue of each request.
final class CameraSession: NSObject, Sendable {
    /// A request and the queue for its frames.
    struct Exchange: Sendable {
        let address: URL
        let request: CancellableRequest
        let frames: FrameQueue
    }

    private let exchanges = Locked<[Int: Exchange]>([:])

    /// Stores an exchange until its request has ended.
    func add(_ exchange: Exchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(for task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }
}

extension CameraSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        // Linux ignores the disposition, so unwanted requests are cancelled instead.
        defer { completionHandler(.allow) }
        guard let exchange = exchange(for: dataTask) else { return }
        let response = response as? HTTPURLResponse
        let type = response?.value(forHTTPHeaderField: "Content-Type") ?? ""
        let goesOn = exchange.frames.begin(status: response?.statusCode ?? 0, contentType: type)
        if !goesOn { exchange.request.cancel() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(for: dataTask) else { return }
        if !exchange.frames.append(data) { exchange.request.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.request.end()
        exchange.frames.end(error, from: exchange.address)
    }
}
