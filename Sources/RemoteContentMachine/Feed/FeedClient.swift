public import Foundation
import StateMachineHTTPClient
import StateMachineLocks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches a feed over HTTP.
///
/// A feed is an RSS 2.0, Atom or JSON Feed document, or a JSON list of objects with a title, an
/// address and a date.
///
/// ```swift
/// let client = FeedClient(address: address)
/// let feed = try await client.feed()
/// print(feed.items.map(\.title))
/// ```
///
/// The client stores the last response, so a server does not have to send an unchanged feed again.
/// Cancelling a task cancels its request.
public final class FeedClient: Sendable {
    /// The last feed, with the server's IDs for its version.
    private struct Remembered {
        let feed: Feed
        let tag: String?
        let date: String?

        /// Whether a request can ask the server if the feed is still current.
        var canBeConfirmed: Bool { tag != nil || date != nil }
    }

    private static let types = """
        application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1
        """

    private let address: URL
    private let timeout: Duration
    private let session: HTTPSession
    private let remembered = Locked<Remembered?>(nil)

    /// Creates a client for the feed at an address.
    ///
    /// - Parameters:
    ///   - address: The feed's address, with the scheme `http` or `https`.
    ///   - timeout: The longest time that the server may be silent before a request fails.
    ///   - deadline: The longest time that a complete response may take. The default is ten times
    ///     the timeout.
    ///   - limit: The maximum size of a feed, in bytes. If the feed is larger, the client cancels
    ///     the request.
    ///   - clock: The clock that measures the deadline.
    public init(
        address: URL,
        timeout: Duration = .seconds(15),
        deadline: Duration? = nil,
        limit: Int = 16_000_000,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.address = address
        self.timeout = timeout
        session = HTTPSession(bounds: AnswerBounds(timeout: timeout, deadline: deadline, bytes: limit), clock: clock)
    }

    /// Fetches the current version of the feed.
    ///
    /// - Throws: ``FeedError``, whose description is a message for users.
    public func feed() async throws(FeedError) -> Feed {
        let last = remembered.withLock(\.self)
        var request = URLRequest(url: address)
        request.setValue(Self.types, forHTTPHeaderField: "Accept")
        if let tag = last?.tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        if let date = last?.date { request.setValue(date, forHTTPHeaderField: "If-Modified-Since") }

        let answer: HTTPAnswer
        do {
            answer = try await session.answer(to: request)
        } catch {
            throw FeedError(error, timeout: timeout)
        }
        // Accept status 304 only if the request contained a version.
        if answer.status == 304, let last, last.canBeConfirmed { return last.feed }
        guard answer.status == 200 else { throw .refused(status: answer.status) }

        let response = answer.response
        let type = response.value(forHTTPHeaderField: "Content-Type")
        let feed = try FeedDocument.read(answer.body, contentType: type, from: response.url ?? address)
        remembered.withLock {
            $0 = Remembered(
                feed: feed,
                tag: response.value(forHTTPHeaderField: "ETag"),
                date: response.value(forHTTPHeaderField: "Last-Modified")
            )
        }
        return feed
    }
}
