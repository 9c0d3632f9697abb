public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPClient
import StateMachines

/// Fetches a feed over HTTP: RSS 2.0, Atom, JSON Feed, or a JSON list of objects with a title, an address and a date.
///
/// ```swift
/// let client = FeedClient(address: address)
/// let feed = try await client.feed()
/// print(feed.items.map(\.title))
/// ```
///
/// It remembers the last answer, so that a server need not send again what has not changed. A request whose task is cancelled
/// is cancelled on the wire too.
public final class FeedClient: Sendable {
    /// The last answer, with what the server calls its version.
    private struct Remembered {
        let feed: Feed
        let tag: String?
        let date: String?
    }

    private static let types = """
        application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1
        """

    private let address: URL
    private let timeout: Duration
    private let limit: Int
    private let session: URLSession
    private let remembered = Locked<Remembered?>(nil)

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The address of the feed, with the scheme `http` or `https`.
    ///   - timeout: How long the server may be silent before a request fails.
    ///   - limit: How many bytes a feed may have; a longer one is not looked at.
    public init(address: URL, timeout: Duration = .seconds(15), limit: Int = 16 * 1024 * 1024) {
        self.address = address
        self.timeout = timeout
        self.limit = limit
        session = URLSession(timeout: timeout)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Fetches the feed as it is now.
    ///
    /// - Throws: ``FeedError``, whose description is for people.
    public func feed() async throws(FeedError) -> Feed {
        let last = remembered.withLock(\.self)
        var request = URLRequest(url: address)
        request.setValue(Self.types, forHTTPHeaderField: "Accept")
        if let tag = last?.tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        if let date = last?.date { request.setValue(date, forHTTPHeaderField: "If-Modified-Since") }

        let body: Data
        let response: URLResponse
        do {
            (body, response) = try await session.answer(to: request)
        } catch {
            throw FeedError(TransportFailure(error, from: address), timeout: timeout)
        }
        guard let response = response as? HTTPURLResponse else { throw .notAFeed("no answer of a web server") }
        if response.statusCode == 304, let last { return last.feed }
        guard response.statusCode == 200 else { throw .refused(status: response.statusCode) }
        if response.expectedContentLength > Int64(body.count), !response.isCompressed { throw .connectionLost }
        guard body.count <= limit else { throw .tooLong(limit: limit) }

        let type = response.value(forHTTPHeaderField: "Content-Type")
        let feed = try FeedDocument.read(body, contentType: type, from: response.url ?? address)
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

extension HTTPURLResponse {
    /// Whether the length that was announced is not that of the body.
    fileprivate var isCompressed: Bool { value(forHTTPHeaderField: "Content-Encoding") != nil }
}
