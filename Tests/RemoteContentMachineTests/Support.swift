import Foundation
import RemoteContentMachine
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import Testing

/// A client of an embedded feed, and the feed.
func withFeed(
    _ format: FeedFormat = .rss,
    editions: [[FeedEntry]] = FeedEdition.bundled,
    latency: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock(),
    fault: FeedFault? = nil,
    timeout: Duration = .seconds(600),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (FeedClient, FeedService) async throws -> Void
) async throws {
    let service = try FeedService(editions: editions, latency: latency, clock: clock, fault: fault)
    defer { service.stop() }
    let address = try #require(URL(string: service.address(of: format)))
    try await body(FeedClient(address: address, timeout: timeout), service)
}

/// A client that gives up soon, for a request that is never answered: one that is answered has the
/// time that it takes.
func impatientClient(of service: FeedService, _ format: FeedFormat = .rss) throws -> FeedClient {
    FeedClient(address: try #require(URL(string: service.address(of: format))), timeout: .seconds(1))
}

/// A client of a server that answers every request with the same bytes.
func withAnswer(
    _ body: [UInt8],
    headers: HTTPHeaders = [:],
    limit: Int = 1_000_000,
    _ check: (FeedClient) async throws -> Void
) async throws {
    let server = try LoopbackServer { _, writer in try writer.respond(headers: headers, body: body) }
    defer { server.stop() }
    let address = try #require(URL(string: server.url + "/feed"))
    try await check(FeedClient(address: address, timeout: .seconds(600), limit: limit))
}

extension FeedFault {
    /// What the client says of it.
    func expectedError(in format: FeedFormat) -> FeedError {
        switch self {
        case .status404: .refused(status: 404)
        case .status500: .refused(status: 500)
        case .timeout: .timedOut(after: .seconds(1))
        case .disconnect: .connectionLost
        case .truncated: .truncated
        case .garbage: .notAFeed("a web page")
        case .picture: .notAFeed("image/png")
        case .bomb:
            switch format {
            case .rss, .atom: .declaresEntities
            case .json, .list: .malformed(line: nil)
            }
        case .refused: .unreachable(host: "")
        }
    }
}

extension FeedEntry {
    /// An entry of random text that is meant to do harm.
    static func hostile(_ number: Int, as format: FeedFormat, using generator: inout SeededGenerator) -> FeedEntry {
        FeedEntry(
            id: "urn:\(number):" + text(as: format, using: &generator),
            title: text(as: format, using: &generator),
            link: "http://example.com/\(number)?a=1&b=%22",
            date: Date(
                timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &generator))
            ),
            text: "<p>\(number)</p>"
        )
    }

    private static let pieces = [
        "<script>alert(1)</script>", "&amp;", "&", "<", ">", "\"", "'", "]]>", "<![CDATA[", "<!--", "-->",
        "<!DOCTYPE x [",
        "&xxe;", "&#0;", "&#x41;", "%s", "\\u0041", "\\", "{\"a\":[", "]}", " ", "\n", "\r\n", "\t", "é", "日本", "👩‍👩‍👧",
        "\u{202E}",
        "\u{FEFF}", "\u{2028}", "\u{85}", "<?xml version='1.1'?>", "</title></item>", "\u{10FFFD}", "\u{E000}", "a",
        "b", "Z",
    ]

    /// What XML cannot have in it, and JSON can.
    private static let controls = ["\0", "\u{1}", "\u{1B}[2J", "\u{8}", "\u{FFFF}"]

    private static func text(as format: FeedFormat, using generator: inout SeededGenerator) -> String {
        let isJSON = [FeedFormat.json, .list].contains(format)
        let pieces = isJSON ? pieces + controls : pieces
        // Space at the ends is not kept.
        return "|" + (0...8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined() + "|"
    }
}
