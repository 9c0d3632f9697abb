package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif
import StateMachines

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

/// A `URLSession` that hands bytes over as they come in.
///
/// On Linux a session has no `bytes(for:)`, and whatever collects a whole answer takes as much memory as a server likes to send.
/// Requests are cancelled on a thread of their own. On Linux a session that receives bytes faster than it hands them over cannot be
/// cancelled until it has caught up, so its queue goes on receiving, and discards, meanwhile.
package final class StreamingSession: Sendable {
    private let delegate: Delegate
    private let session: URLSession

    /// A session whose requests fail when the other side is silent for so long.
    package init(timeout: Duration) {
        delegate = Delegate()
        session = URLSession(timeout: timeout, delegate: delegate)
    }

    /// Releases the session, which otherwise retains its delegate for ever.
    package func invalidate() {
        session.finishTasksAndInvalidate()
    }

    /// Does a request, and returns when it has ended; cancelling the task that calls this cancels it.
    package func perform(_ request: URLRequest, reportingTo receiver: some AnswerReceiver) async {
        let task = session.dataTask(with: request)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.begin(task, receiver, continuation)
                task.resume()
                // Too early, the cancellation found nothing to cancel.
                if Task.isCancelled { cancel(task) }
            }
        } onCancel: {
            cancel(task)
        }
    }

    private func cancel(_ task: URLSessionTask) {
        delegate.cancel(task)
    }
}

/// Sorts what a session reports by request.
private final class Delegate: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let receiver: any AnswerReceiver
        let continuation: CheckedContinuation<Void, Never>

        /// Entered while the request is being cancelled, which has to be over before its end is handled.
        let cancellation = DispatchGroup()
        var isCancelled = false
    }

    private let exchanges = Locked<[Int: Exchange]>([:])
    private let cancellations = DispatchQueue(label: "cancellations", attributes: .concurrent)

    func begin(
        _ task: URLSessionTask,
        _ receiver: some AnswerReceiver,
        _ continuation: CheckedContinuation<Void, Never>
    ) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(receiver: receiver, continuation: continuation) }
    }

    /// Cancels a request, unless it has ended or is being cancelled.
    func cancel(_ task: URLSessionTask) {
        let cancellation: DispatchGroup? = exchanges.withLock { exchanges in
            guard let exchange = exchanges[task.taskIdentifier], !exchange.isCancelled else { return nil }
            exchanges[task.taskIdentifier]?.isCancelled = true
            exchange.cancellation.enter()
            return exchange.cancellation
        }
        guard let cancellation else { return }
        cancellations.async {
            task.cancelInOrder()
            cancellation.leave()
        }
    }

    private func receiver(of task: URLSessionTask) -> (any AnswerReceiver)? {
        exchanges.withLock { $0[task.taskIdentifier]?.receiver }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let goesOn = receiver(of: dataTask)?.didReceive(response) ?? false
        // Linux does not listen to a disposition: what is not wanted is cancelled.
        completionHandler(.allow)
        if !goesOn { cancel(dataTask) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let goesOn = receiver(of: dataTask)?.didReceive(data) ?? true
        if !goesOn { cancel(dataTask) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.cancellation.wait()
        exchange.receiver.didComplete(error)
        exchange.continuation.resume()
    }
}
