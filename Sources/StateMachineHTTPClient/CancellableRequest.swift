import StateMachineLocks

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A request that can be cancelled at any time, even before its start and after its end.
///
/// A separate queue performs the cancellation, for two reasons on Linux:
///
/// 1. A cancellation that happens when the response arrives holds a lock of the task that made the
///    request. It waits for the queue of the session, which waits for that lock.
/// 2. A session that receives bytes faster than it delivers them cannot be cancelled until it has
///    caught up. So its queue must keep receiving bytes and discard them.
package final class CancellableRequest: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isCancelled = false
        var isBeingCancelled = false
    }

    private static let queue = DispatchQueue(label: "cancellations", attributes: .concurrent)

    private let state = Locked(State())

    /// A group that contains one entry while the request is being cancelled.
    private let cancellation = DispatchGroup()

    /// Creates a request that has not started.
    package init() {}

    /// Starts a task of the session and cancels it if the request has already been cancelled.
    package func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    /// Records that the request has ended and waits until no cancellation is in progress.
    ///
    /// The session's delegate calls this method on the queue on which the session reports the end.
    package func end() {
        state.withLock { $0.task = nil }
        cancellation.wait()
    }

    /// Schedules the cancellation of the request, unless it has ended or is being cancelled.
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
    /// Cancels the task.
    ///
    /// The session must not handle the end of the task before this method returns.
    ///
    /// If a task ends before its cancellation is complete, Foundation on Linux traps, because the
    /// cancellation looks for a task that has already been removed. The first step of the
    /// cancellation sets the task's error, and after that step the order is safe. Until then, this
    /// method does not return, so the queue cannot report the end. The wait takes a moment on an
    /// idle computer and at most half a minute on a busy one.
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
