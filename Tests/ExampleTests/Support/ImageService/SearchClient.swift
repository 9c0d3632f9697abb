import Foundation
import StateMachineExampleSupport
import StateMachineHTTPClient
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
    /// Unlike `URLSession.data(for:)`, its `answer(to:)` can be cancelled on Linux without waiting
    /// for itself.
    private let session = HTTPSession(bounds: AnswerBounds(timeout: .seconds(60), bytes: 100_000_000))

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
        let answer = try await session.answer(to: request)
        return (answer.status, answer.body)
    }

    /// The decoded answer to a search.
    func search(_ query: String) async throws -> FoundPage {
        try JSONDecoder().decode(FoundPage.self, from: try await get("key=k&q=\(query)").body)
    }
}
