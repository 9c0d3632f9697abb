public import Foundation
import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Searches for images over HTTP, with Pixabay's search API or a service that uses the same JSON
/// format.
///
/// ```swift
/// let client = ImageSearchClient(endpoint: endpoint, key: key)
/// let page = try await client.search("flowers")
/// print(page.hits.map(\.user))
/// ```
///
/// Cancelling a task cancels its request. The client limits the size and the time of each response.
public final class ImageSearchClient: Sendable {
    /// One page of search results.
    public struct Page: Hashable, Sendable, Codable {
        /// The number of images that match, including images that are not on any page.
        public let total: Int

        /// The total number of images on all pages.
        public let totalHits: Int

        /// The images on this page.
        public let hits: [ImageResult]
    }

    /// The address of Pixabay's search API.
    public static let pixabay = "https://pixabay.com/api/"

    private let endpoint: URL
    private let key: String
    private let timeout: Duration
    private let session: HTTPSession

    /// Creates a client for an image service.
    ///
    /// - Parameters:
    ///   - endpoint: The search's address, with the scheme `http` or `https`. Pixabay's own
    ///     address is ``pixabay``.
    ///   - key: The user's key for the service.
    ///   - timeout: The longest time that the service may be silent before a request fails.
    ///   - deadline: The longest time that a complete response may take. The default is ten times
    ///     the timeout.
    ///   - limit: The maximum size of a response, in bytes. If the response is larger, the client
    ///     cancels the request.
    ///   - clock: The clock that measures the deadline.
    public init(
        endpoint: URL,
        key: String,
        timeout: Duration = .seconds(15),
        deadline: Duration? = nil,
        limit: Int = 16_000_000,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.endpoint = endpoint
        self.key = key
        self.timeout = timeout
        session = HTTPSession(bounds: AnswerBounds(timeout: timeout, deadline: deadline, bytes: limit), clock: clock)
    }

    /// Searches for images that match all words of a query.
    ///
    /// - Parameters:
    ///   - query: The words to search for, with at most 100 characters.
    ///   - page: The page number, from 1.
    ///   - perPage: The number of images per page, from 3 to 200.
    /// - Throws: ``ImageSearchError``, whose description is a message for users.
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

    /// Fetches the bytes at an address, for example a preview's.
    ///
    /// - Throws: ``ImageSearchError``, whose description is a message for users.
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

    /// Returns the first line of an error response, which is the service's message if it is text.
    private static func firstLine(of body: Data) -> String {
        let text = String(decoding: body.prefix(200), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        // Pixabay repeats the status at the beginning: "[ERROR 400] …".
        let message = line.replacing(/^\[ERROR \d+\]/, with: "")
        return message.contains("<") ? "" : message.trimmingCharacters(in: .whitespaces)
    }
}

extension URL {
    /// Returns the address with more parameters after the existing ones, which stay unchanged.
    ///
    /// Foundation leaves a plus sign in a value unchanged, and a service would read it as a space.
    /// So this method escapes plus signs.
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
