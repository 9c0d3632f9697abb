import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Locking

extension URLSession {
    /// Fetches what is behind an address; cancelling the task that asks cancels the request.
    ///
    /// It stands in for `data(from:)`, which on Linux can wait for itself for ever: a request that is cancelled at the moment in
    /// which its answer arrives is cancelled under a lock of the task that asked, and waits there for the queue of the session,
    /// which waits for that lock to hand the answer over. Here the request is cancelled elsewhere.
    func answer(from address: URL) async throws -> (Data, URLResponse) {
        let request = CancellableRequest()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: address) { data, response, error in
                    if let data, let response {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                request.start(task)
            }
        } onCancel: {
            request.cancel()
        }
    }
}

/// A request that may be cancelled before it has started.
private final class CancellableRequest: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isCancelled = false
    }

    private let state = Locked(State())

    func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        guard let task else { return }
        DispatchQueue.global().async { task.cancel() }
    }
}
