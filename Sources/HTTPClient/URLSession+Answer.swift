package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// Fetches the answer to a request; cancelling the task that asks cancels the request.
    ///
    /// It stands in for `data(for:)`, which on Linux can wait for itself for ever when it is cancelled: see
    /// ``CancellableRequest``. The session needs a queue that takes one operation at a time.
    package func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let cancellable = CancellableRequest(on: delegateQueue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
                    cancellable.end()
                    if let data, let response {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                cancellable.start(task)
            }
        } onCancel: {
            cancellable.cancel()
        }
    }
}
