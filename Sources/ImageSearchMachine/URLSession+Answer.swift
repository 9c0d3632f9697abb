import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Networking

extension URLSession {
    /// Fetches what is behind an address; cancelling the task that asks cancels the request.
    ///
    /// It stands in for `data(from:)`, which on Linux can wait for itself for ever when it is cancelled: see `CancellableRequest`.
    func answer(from address: URL) async throws -> (Data, URLResponse) {
        let request = CancellableRequest(on: delegateQueue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: address) { data, response, error in
                    request.end()
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
