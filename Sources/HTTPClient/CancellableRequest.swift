#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif
import StateMachines

/// A request that may be cancelled at any time: before it has started, while it goes on, and when it has ended.
///
/// It is cancelled on a thread of its own, for two reasons on Linux. A request that is cancelled at the moment in which its answer
/// arrives can be cancelled under a lock of the task that asked, and wait there for the queue of the session, which waits for that
/// lock. And a session that receives bytes faster than it hands them over cannot be cancelled until it has caught up, so its queue has
/// to go on receiving, and discard.
package final class CancellableRequest: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isCancelled = false
        var isBeingCancelled = false
    }

    private static let queue = DispatchQueue(label: "cancellations", attributes: .concurrent)

    private let state = Locked(State())

    /// Entered while the request is being cancelled.
    private let cancellation = DispatchGroup()

    /// A request that has not started.
    package init() {}

    /// Starts a task of the session, or cancels it if that has been asked for already.
    package func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    /// Records that the request has ended, on the queue on which the session reports that; waits until it is not being cancelled.
    package func end() {
        state.withLock { $0.task = nil }
        cancellation.wait()
    }

    /// Cancels the request soon, unless it has ended or is being cancelled.
    package func cancel() {
        let task: URLSessionTask? = state.withLock { state in
            state.isCancelled = true
            guard let task = state.task, !state.isBeingCancelled else { return nil }
            state.isBeingCancelled = true
            cancellation.enter()
            return task
        }
        guard let task else { return }
        Self.queue.async { [cancellation] in
            task.cancelInOrder()
            cancellation.leave()
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
    fileprivate func cancelInOrder() {
        cancel()
        #if canImport(FoundationNetworking)
        for _ in 0..<300_000 {
            if error != nil || state == .completed { return }
            Thread.sleep(forTimeInterval: 0.000_1)
        }
        #endif
    }
}
