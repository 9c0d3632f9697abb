#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// Fetches complete responses within limits of memory and time.
///
/// The session cancels a request as soon as the response exceeds the size limit or announces that
/// it will. It also cancels a request at the deadline, even if the server keeps sending small
/// amounts.
package final class HTTPSession: Sendable {
    private let session: StreamingSession
    private let bounds: AnswerBounds
    private let clock: any Clock<Duration>

    /// Creates a session with limits.
    ///
    /// - Parameter clock: The clock that measures the deadline. The system measures the timeout.
    package init(bounds: AnswerBounds, clock: any Clock<Duration> = ContinuousClock()) {
        session = StreamingSession(timeout: bounds.timeout)
        self.bounds = bounds
        self.clock = clock
    }

    deinit {
        session.invalidate()
    }

    /// Fetches the response to a request.
    ///
    /// Cancelling the calling task cancels the request.
    ///
    /// - Throws: `TransportFailure` if there is no response. A response with any HTTP status is not
    ///   an error.
    package func answer(to request: URLRequest) async throws(TransportFailure) -> HTTPAnswer {
        let collector = AnswerCollector(limit: bounds.bytes)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [session] in await session.perform(request, reportingTo: collector) }
            group.addTask { [clock, bounds] in
                guard (try? await clock.sleep(for: bounds.deadline)) != nil else { return }
                collector.fail(with: .tooSlow(after: bounds.deadline))
            }
            // The first task to end decides the result.
            await group.next()
            group.cancelAll()
        }
        return try collector.answer(from: request.url, method: request.httpMethod)
    }
}
