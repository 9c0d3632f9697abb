package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif
import StateMachines

/// A request that may be cancelled at any time: before it has started, while it goes on, and when it has ended.
///
/// On Linux a request that is cancelled at the moment in which its answer arrives can be cancelled under a lock of the task that
/// asked, and wait there for the queue of the session, which waits for that lock. Here the request is cancelled elsewhere.
package final class CancellableRequest: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// The serial queue on which the session tells of the end of the request.
    private let queue: OperationQueue

    /// A request that has not started, of a session with this delegate queue.
    package init(on queue: OperationQueue) {
        self.queue = queue
    }

    /// Starts a task of the session, or cancels it if that has been asked for already.
    package func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    /// Tells, on the queue, that the request has ended.
    package func end() {
        state.withLock { $0.task = nil }
    }

    /// Cancels the request soon, whoever asks.
    package func cancel() {
        state.withLock { $0.isCancelled = true }
        queue.addOperation { [self] in
            guard let task = state.withLock({ $0.task }) else { return }
            task.cancelInOrder()
        }
    }
}

extension URLSessionTask {
    /// Cancels; the session must not handle the end of the task before this returns.
    ///
    /// Where the end and the cancellation of a task overtake each other, the Foundation of Linux traps: it looks for the task of
    /// the cancellation, and its end has removed it. The error of the task is set by the first step of the cancellation, from
    /// where on both are in order; so long the queue is kept from telling of the end. That takes a moment on a machine with
    /// nothing else to do, and half a minute is the most that is waited for on others.
    package func cancelInOrder() {
        cancel()
        #if canImport(FoundationNetworking)
        for _ in 0..<300_000 {
            if error != nil || state == .completed { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
        #endif
    }
}
