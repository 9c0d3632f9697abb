#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// Fetches whole answers within bounds of memory and time.
///
/// A request is cancelled as soon as its answer exceeds the bound or announces that it will, and at
/// the deadline if the server keeps sending a little.
package final class HTTPSession: Sendable {
    private let session: StreamingSession
    private let bounds: AnswerBounds
    private let clock: any Clock<Duration>

    /// A session with these bounds.
    ///
    /// - Parameter clock: The clock that measures the deadline; the system measures the timeout.
    package init(bounds: AnswerBounds, clock: any Clock<Duration> = ContinuousClock()) {
        session = StreamingSession(timeout: bounds.timeout)
        self.bounds = bounds
        self.clock = clock
    }

    deinit {
        session.invalidate()
    }

    /// Fetches the answer to a request; cancelling the task that calls this cancels the request.
    ///
    /// - Throws: Why there is no answer. One with any HTTP status is an answer.
    package func answer(to request: URLRequest) async throws(TransportFailure) -> HTTPAnswer {
        let collector = AnswerCollector(limit: bounds.bytes)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [session] in await session.perform(request, reportingTo: collector) }
            group.addTask { [clock, bounds] in
                guard (try? await clock.sleep(for: bounds.deadline)) != nil else { return }
                collector.fail(with: .tooSlow(after: bounds.deadline))
            }
            // The first of the two to end decides.
            await group.next()
            group.cancelAll()
        }
        return try collector.answer(from: request.url, method: request.httpMethod)
    }
}
