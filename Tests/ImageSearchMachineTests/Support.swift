import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import Testing

/// A client of an embedded service, and the service.
func withService(
    latency: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock(),
    fault: SearchFault? = nil,
    timeout: Duration = .seconds(600),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ImageSearchClient, ImageService) async throws -> Void
) async throws {
    let service = try ImageService(latency: latency, clock: clock, fault: fault, slowDuration: .milliseconds(300))
    defer { service.stop() }
    let endpoint = try #require(URL(string: service.endpoint))
    try await body(ImageSearchClient(endpoint: endpoint, key: "test", timeout: timeout), service)
}

/// A client that gives up soon, for a request that is never answered: one that is answered has the
/// time that it takes.
func impatientClient(of service: ImageService) throws -> ImageSearchClient {
    ImageSearchClient(endpoint: try #require(URL(string: service.endpoint)), key: "test", timeout: .seconds(1))
}

extension SearchFault {
    /// What the client says of it; `nil` where the answer is right in the end.
    var expectedError: ImageSearchError? {
        switch self {
        case .status500: .refused(status: 500, message: "Internal server error.")
        case .timeout: .timedOut(after: .seconds(1))
        case .truncated: .connectionLost
        case .garbage: .malformedAnswer
        case .refused: .unreachable(host: "")
        case .slow: nil
        }
    }
}
