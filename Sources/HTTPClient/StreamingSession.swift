import StateMachines

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A `URLSession` that delivers bytes as they arrive.
///
/// On Linux, a session has no `bytes(for:)`. An API that collects the complete response would use
/// as much memory as the server sends. Requests are cancelled on another queue while the queue of
/// the session keeps receiving. For the reasons, see ``CancellableRequest``.
package final class StreamingSession: Sendable {
    private let delegate: Delegate
    private let session: URLSession

    /// Creates a session whose requests fail when the server is silent for longer than the timeout.
    package init(timeout: Duration) {
        delegate = Delegate()
        session = URLSession(timeout: timeout, delegate: delegate)
    }

    /// Releases the session, which otherwise retains its delegate forever.
    package func invalidate() {
        session.finishTasksAndInvalidate()
    }

    /// Performs a request and returns when it has ended.
    ///
    /// Cancelling the calling task cancels the request.
    package func perform(_ request: URLRequest, reportingTo receiver: some AnswerReceiver) async {
        let task = session.dataTask(with: request)
        let cancellable = CancellableRequest()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.begin(
                    task,
                    Delegate.Exchange(receiver: receiver, request: cancellable, continuation: continuation)
                )
                cancellable.start(task)
            }
        } onCancel: {
            cancellable.cancel()
        }
    }
}

extension StreamingSession {
    /// Forwards the callbacks of a session to the receiver of each request.
    final class Delegate: NSObject, URLSessionDataDelegate {
        struct Exchange {
            let receiver: any AnswerReceiver
            let request: CancellableRequest
            let continuation: CheckedContinuation<Void, Never>
        }

        private let exchanges = Locked<[Int: Exchange]>([:])

        func begin(_ task: URLSessionTask, _ exchange: Exchange) {
            exchanges.withLock { $0[task.taskIdentifier] = exchange }
        }

        private func exchange(of task: URLSessionTask) -> Exchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            // Linux ignores the disposition, so unwanted requests are cancelled instead.
            defer { completionHandler(.allow) }
            guard let exchange = exchange(of: dataTask) else { return }
            if !exchange.receiver.didReceive(response) { exchange.request.cancel() }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let exchange = exchange(of: dataTask) else { return }
            if !exchange.receiver.didReceive(data) { exchange.request.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            exchange.request.end()
            exchange.receiver.didComplete(error)
            exchange.continuation.resume()
        }
    }
}
