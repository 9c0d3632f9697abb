public import Foundation
import HTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Searches an image service over HTTP: Pixabay's search API, or a service with the same JSON.
///
/// ```swift
/// let client = ImageSearchClient(endpoint: endpoint, key: key)
/// let page = try await client.search("flowers")
/// print(page.hits.map(\.user))
/// ```
///
/// Cancelling a task cancels its request. Each answer is bounded in memory and time.
public final class ImageSearchClient: Sendable {
    /// One page of what a search has found.
    public struct Page: Hashable, Sendable, Codable {
        /// How many images match, including images that no page has.
        public let total: Int

        /// How many images all pages have together.
        public let totalHits: Int

        /// The images on this page.
        public let hits: [ImageResult]
    }

    /// The address of Pixabay's search.
    public static let pixabay = "https://pixabay.com/api/"

    private let endpoint: URL
    private let key: String
    private let timeout: Duration
    private let session: HTTPSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the search, with the scheme `http` or `https`; Pixabay's own is
    ///     ``pixabay``.
    ///   - key: The user's key for the service.
    ///   - timeout: How long the service may be silent before a request fails.
    ///   - deadline: How long a whole answer may take; ten times the timeout by default.
    ///   - limit: How many bytes an answer may have; the request for a longer one is cancelled.
    ///   - clock: The clock that measures the deadline.
    public init(
        endpoint: URL,
        key: String,
        timeout: Duration = .seconds(15),
        deadline: Duration? = nil,
        limit: Int = 16 * 1024 * 1024,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.endpoint = endpoint
        self.key = key
        self.timeout = timeout
        session = HTTPSession(bounds: AnswerBounds(timeout: timeout, deadline: deadline, bytes: limit), clock: clock)
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - query: Words that all have to match, at most 100 characters.
    ///   - page: Which page, from 1.
    ///   - perPage: How many images a page has, from 3 to 200.
    /// - Throws: ``ImageSearchError``, whose description is for people.
    public func search(
        _ query: String,
        page: Int = 1,
        perPage: Int = 20
    ) async throws(ImageSearchError) -> Page {
        guard query.count <= 100 else { throw .queryTooLong(limit: 100) }
        let address = endpoint.appending(parameters: [
            ("key", key), ("q", query), ("image_type", "photo"), ("page", String(page)), ("per_page", String(perPage)),
        ])
        let answer = try await data(from: address)
        do {
            return try JSONDecoder().decode(Page.self, from: answer)
        } catch {
            throw .malformedAnswer
        }
    }

    /// Fetches the bytes at an address, for instance those of a preview.
    ///
    /// - Throws: ``ImageSearchError``, whose description is for people.
    public func data(from address: URL) async throws(ImageSearchError) -> Data {
        let answer: HTTPAnswer
        do {
            answer = try await session.answer(to: URLRequest(url: address))
        } catch {
            throw ImageSearchError(error, timeout: timeout)
        }
        guard answer.status == 200 else {
            throw .refused(status: answer.status, message: Self.firstLine(of: answer.body))
        }
        return answer.body
    }

    /// The message of a service about an error: the first line of its answer, if that is text.
    private static func firstLine(of body: Data) -> String {
        let text = String(decoding: body.prefix(200), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        // Pixabay repeats the status at the beginning: "[ERROR 400] …".
        let message = line.replacing(/^\[ERROR \d+\]/, with: "")
        return message.contains("<") ? "" : message.trimmingCharacters(in: .whitespaces)
    }
}

extension URL {
    /// The address with more parameters, after its own, which stay as they are written.
    ///
    /// Foundation leaves a plus sign in a value as it is, and a service reads it as a space.
    fileprivate func appending(parameters: [(name: String, value: String)]) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        var others = URLComponents()
        others.queryItems = parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        let query = others.percentEncodedQuery?.replacing("+", with: "%2B")
        components.percentEncodedQuery = [components.percentEncodedQuery, query]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "&")
        return components.url ?? self
    }
}
