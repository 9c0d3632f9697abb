public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPClient

/// Talks to an image service over HTTP: Pixabay's search API, or anything that speaks the same JSON.
///
/// ```swift
/// let client = ImageSearchClient(endpoint: endpoint, key: key)
/// let page = try await client.search("flowers")
/// print(page.hits.map(\.user))
/// ```
///
/// A request whose task is cancelled is cancelled on the wire too. No answer takes more memory or more time than it is allowed to.
public final class ImageSearchClient: Sendable {
    /// One page of what a search has found.
    public struct Page: Hashable, Sendable, Codable {
        /// How many images match, the ones that cannot be paged to included.
        public let total: Int

        /// How many images can be paged to.
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
    ///   - endpoint: The address of the search, with the scheme `http` or `https`; Pixabay's own is ``pixabay``.
    ///   - key: The key that the service has given out.
    ///   - timeout: How long the service may be silent before a request fails.
    ///   - deadline: How long a whole answer may take; ten times the timeout unless given.
    ///   - limit: How many bytes an answer may have; a longer one is given up as soon as that is known.
    ///   - clock: What measures the deadline.
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

    /// Fetches the bytes behind an address, those of a preview for instance.
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
        if answer.isCutOff { throw .connectionLost }
        return answer.body
    }

    /// What a service says about an error: the first line, if it is text that fits on one.
    private static func firstLine(of body: Data) -> String {
        let text = String(decoding: body.prefix(200), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        // Pixabay begins with the status once more: "[ERROR 400] …".
        let message = line.replacing(/^\[ERROR \d+\]/, with: "")
        return message.contains("<") ? "" : message.trimmingCharacters(in: .whitespaces)
    }
}

extension URL {
    /// The address with more parameters.
    ///
    /// Foundation leaves a plus sign in a value as it is, and a service reads it as a space.
    fileprivate func appending(parameters: [(name: String, value: String)]) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        components.queryItems =
            (components.queryItems ?? []) + parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        return components.url ?? self
    }
}
