import Foundation
import HTTPClient
import StateMachines
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `URLSession` that hands bytes over as they come in.
///
/// Requests are cancelled on the queue of the session: see `CancellableRequest`.
final class DownloadSession: Sendable {
    private let delegate: Delegate
    private let session: URLSession

    init(timeout: Duration) {
        delegate = Delegate()
        session = URLSession(timeout: timeout, delegate: delegate)
    }

    /// Lets go of the session, which otherwise keeps its delegate for ever.
    func invalidate() {
        session.finishTasksAndInvalidate()
    }

    /// Does a request; cancelling the task that asks cancels it.
    func perform(
        _ request: URLRequest,
        makeTransfer: (CheckedContinuation<Result<Transfer.Outcome, VideoDownloadError>, Never>) -> Transfer
    ) async -> Result<Transfer.Outcome, VideoDownloadError> {
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.begin(task, makeTransfer(continuation))
                task.resume()
                // Too early, the cancellation found nothing to cancel.
                if Task.isCancelled { cancel(task) }
            }
        } onCancel: {
            cancel(task)
        }
    }

    private func cancel(_ task: URLSessionTask) {
        session.delegateQueue.addOperation { [delegate] in
            if delegate.has(task) { task.cancelInOrder() }
        }
    }
}

/// Tells transfers what the session tells of their requests.
private final class Delegate: NSObject, URLSessionDataDelegate {
    private let transfers = Locked<[Int: Transfer]>([:])

    func begin(_ task: URLSessionTask, _ transfer: Transfer) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    func has(_ task: URLSessionTask) -> Bool {
        transfers.withLock { $0[task.taskIdentifier] != nil }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let goesOn = transfer(of: dataTask)?.didReceive(DownloadAnswer(response)) ?? false
        completionHandler(.allow)
        if !goesOn { dataTask.cancelInOrder() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let goesOn = transfer(of: dataTask)?.didReceive(data) ?? true
        if !goesOn { dataTask.cancelInOrder() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.didComplete(error)
    }
}
