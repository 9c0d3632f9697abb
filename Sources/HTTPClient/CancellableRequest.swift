import StateMachines

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A request that can be cancelled at any time: before its start, while it is in flight, and after
/// its end.
///
/// It is cancelled on a queue of its own, for two reasons on Linux. First, a cancellation at the
/// moment in which the answer arrives holds a lock of the task that made the request, and waits for
/// the session's queue, which waits for that lock. Second, a session that receives bytes faster
/// than it delivers them cannot be cancelled until it has caught up, so its queue has to go on
/// receiving, and discard.
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

    /// Starts a task of the session, and cancels it if the request has been cancelled already.
    package func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    /// Records that the request has ended, and waits until it is not being cancelled.
    ///
    /// It is called on the queue on which the session reports the end.
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
    /// The session must not handle the end of the task before this returns.
    ///
    /// If the end of a task overtakes its cancellation, the Foundation of Linux traps: the
    /// cancellation looks for the task, and the end has removed it. The first step of the
    /// cancellation sets the task's error; from then on the order is safe. Until then the queue is
    /// kept from reporting the end. That takes a moment on an idle computer; on a busy one it waits
    /// for half a minute at most.
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
