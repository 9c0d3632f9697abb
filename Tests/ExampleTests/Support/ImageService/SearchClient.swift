import Foundation
import HTTPClient
import ExampleSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The part of the JSON that the tests look at.
struct FoundPage: Decodable {
    let total: Int
    let totalHits: Int
    let hits: [FoundHit]
}

/// The part of a hit that the tests look at.
struct FoundHit: Decodable {
    let id: Int
    let type: String
    let tags: String
    let user: String
    let previewURL: String
    let previewWidth: Int
    let previewHeight: Int
    let webformatURL: String
    let webformatWidth: Int
    let webformatHeight: Int
    let largeImageURL: String
}

/// Asks a service as an application would.
struct SearchClient {
    let endpoint: String
    /// Unlike `data(for:)`, its `answer(to:)` can be cancelled on Linux without waiting for itself.
    private let session = URLSession(timeout: .seconds(60))

    init(_ service: ImageService) {
        endpoint = service.endpoint
    }

    /// The status and the body of the answer to a request with that query string.
    func get(_ query: String, method: String = "GET") async throws -> (status: Int, body: Data) {
        try await get(url: "\(endpoint)?\(query)", method: method)
    }

    func get(url: String, method: String = "GET") async throws -> (status: Int, body: Data) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        let (body, response) = try await session.answer(to: request)
        return (try #require(response as? HTTPURLResponse).statusCode, body)
    }

    /// The decoded answer to a search.
    func search(_ query: String) async throws -> FoundPage {
        try JSONDecoder().decode(FoundPage.self, from: try await get("key=k&q=\(query)").body)
    }
}
