import StateMachineLocks

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A `URLSession` that delivers bytes as they arrive.
///
/// On Linux, a session has no `bytes(for:)`. An API that collects the complete response would use
/// as much memory as the server sends.
///
/// Whoever cancels a request does not wait for its connection: on Linux, a session that always has
/// bytes to receive cannot be cancelled until it has received them all. Requests are cancelled on
/// another queue while the queue of the session keeps receiving. For the reasons, see
/// ``CancellableRequest``.
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
    /// Cancelling the calling task ends the request.
    package func perform(_ request: URLRequest, reportingTo receiver: some AnswerReceiver) async {
        let task = session.dataTask(with: request)
        let cancellable = CancellableRequest()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let caller = Delegate.Caller(receiver: receiver, continuation: continuation)
                delegate.begin(task, Delegate.Exchange(request: cancellable, caller: caller))
                cancellable.start(task)
                // The handler below may have been called before there was an exchange.
                if Task.isCancelled { end(task) }
            }
        } onCancel: {
            cancellable.cancel()
            end(task)
        }
    }

    /// Ends a cancelled request on the queue on which its receiver is called.
    private func end(_ task: URLSessionTask) {
        session.delegateQueue.addOperation { [delegate] in delegate.end(task) }
    }
}

extension StreamingSession {
    /// Forwards the callbacks of a session to the receiver of each request.
    final class Delegate: NSObject, URLSessionDataDelegate {
        /// A request from its start until the session reports its end.
        struct Exchange {
            let request: CancellableRequest
            /// `nil` if the request was cancelled before its end.
            var caller: Caller?
        }

        /// The caller that waits for the end of a request.
        struct Caller {
            let receiver: any AnswerReceiver
            let continuation: CheckedContinuation<Void, Never>

            func end(_ error: (any Error)?) {
                receiver.didComplete(error)
                continuation.resume()
            }
        }

        private let exchanges = Locked<[Int: Exchange]>([:])

        func begin(_ task: URLSessionTask, _ exchange: Exchange) {
            exchanges.withLock { $0[task.taskIdentifier] = exchange }
        }

        /// Cancels a request, which has then ended for its caller.
        func end(_ task: URLSessionTask) {
            let exchange = exchanges.withLock { exchanges in
                let exchange = exchanges[task.taskIdentifier]
                exchanges[task.taskIdentifier]?.caller = nil
                return exchange
            }
            exchange?.request.cancel()
            exchange?.caller?.end(URLError(.cancelled))
        }

        /// Calls the receiver of a request and ends the request if the receiver wants no more.
        private func report(on task: URLSessionTask, _ call: (any AnswerReceiver) -> Bool) {
            guard let caller = exchanges.withLock({ $0[task.taskIdentifier]?.caller }) else { return }
            if !call(caller.receiver) { end(task) }
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            // Linux ignores the disposition, so unwanted requests are cancelled instead.
            defer { completionHandler(.allow) }
            report(on: dataTask) { $0.didReceive(response) }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            report(on: dataTask) { $0.didReceive(data) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            exchange.request.end()
            exchange.caller?.end(error)
        }
    }
}
