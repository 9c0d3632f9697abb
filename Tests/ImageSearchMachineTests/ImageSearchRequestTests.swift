import Foundation
import ImageSearchMachine
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

/// What a search sends, and what it reads from each kind of answer.
@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchRequestTests {
    private static let page = #"{"total": 9, "totalHits": 8, "hits": []}"#

    /// Answers every request of a client with the same bytes.
    private func withAnswer(
        _ status: Int = 200,
        _ body: String = page,
        parameters: String = "",
        key: String = "test",
        _ check: (ImageSearchClient, LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer { _, writer in
            try writer.respond(status: HTTPStatus(rawValue: status), body: Array(body.utf8))
        }
        defer { server.stop() }
        let endpoint = try #require(URL(string: "\(server.url)/api/\(parameters)"))
        try await check(ImageSearchClient(endpoint: endpoint, key: key), server)
    }

    private func items(of server: LoopbackServer) async throws -> [String] {
        try #require(await eventually { !server.log.isEmpty })
        #expect(server.log.count == 1)
        return server.log[0].query.items.map { "\($0.name)=\($0.value)" }
    }

    @Test func `a search sends its parameters, by default for the first page of twenty images`() async throws {
        try await withAnswer { client, server in
            let page = try await client.search("red rose")
            #expect(page.total == 9 && page.totalHits == 8 && page.hits.isEmpty)
            let items = try await items(of: server)
            #expect(items == ["key=test", "q=red rose", "image_type=photo", "page=1", "per_page=20"])
            #expect(server.log[0].path == "/api/" && server.log[0].method == .get)
        }
        try await withAnswer { client, server in
            _ = try await client.search("", page: 7, perPage: 200)
            let items = try await items(of: server)
            #expect(items == ["key=test", "q=", "image_type=photo", "page=7", "per_page=200"])
        }
    }

    @Test func `the endpoint may be relative to another address`() async throws {
        let server = try LoopbackServer { _, writer in try writer.respond(body: Array(Self.page.utf8)) }
        defer { server.stop() }
        let endpoint = try #require(URL(string: "search?a=1", relativeTo: URL(string: "\(server.url)/api/")))
        #expect(try await ImageSearchClient(endpoint: endpoint, key: "test").search("cats").total == 9)
        #expect(try await items(of: server).first == "a=1")
        #expect(server.log[0].path == "/api/search")
    }

    /// The service reads parameters as forms are encoded: a plus sign is a space, and `%2B` is a
    /// plus sign.
    @Test(arguments: [
        ("?lang=de", ["lang=de"]), ("?a=1&a=2", ["a=1", "a=2"]), ("?", []), ("", []), ("?flag", ["flag="]),
        ("?filter=big+red", ["filter=big red"]), ("?filter=big%2Bred", ["filter=big+red"]),
        ("?filter=a%26b%3Dc", ["filter=a&b=c"]), ("?filter=%C3%A9", ["filter=é"]), ("?q=own", ["q=own"]),
    ])
    func `the endpoint's own parameters stay as they are`(parameters: String, own: [String]) async throws {
        try await withAnswer(parameters: parameters) { client, server in
            _ = try await client.search("a+b")
            let items = try await items(of: server)
            #expect(items == own + ["key=test", "q=a+b", "image_type=photo", "page=1", "per_page=20"])
        }
    }

    @Test(arguments: ["a+b", "a b", "a&b=c;d", "a%20b", "#?/", "é日本👩‍👩‍👧", "\"<>\\^`{|}~'()*!@$,:[]", "\n\t"])
    func `a query and a key of any characters arrive as they are`(text: String) async throws {
        try await withAnswer(key: text) { client, server in
            _ = try await client.search(text)
            let items = try await items(of: server)
            #expect(items.prefix(2) == ["key=\(text)", "q=\(text)"])
        }
    }

    @Test(arguments: ["x", "é", "👩‍👩‍👧"])
    func `a query has at most a hundred characters, and a longer one is not sent`(character: String) async throws {
        try await withAnswer { client, server in
            let longest = String(repeating: character, count: 100)
            await #expect(throws: ImageSearchError.queryTooLong(limit: 100)) { try await client.search(longest + "x") }
            _ = try await client.search(longest)
            let items = try await items(of: server)
            #expect(items[1] == "q=\(longest)")
        }
    }

    @Test(arguments: [201, 203, 204, 206, 300, 304, 400, 401, 403, 404, 429, 500, 503])
    func `a status other than 200 is a refusal`(status: Int) async throws {
        let hasBody = status != 204 && status != 304
        try await withAnswer(status, hasBody ? "why" : "") { client, server in
            let error = ImageSearchError.refused(status: status, message: hasBody ? "why" : "")
            await #expect(throws: error) { try await client.search("cats") }
            let address = try #require(URL(string: server.url))
            await #expect(throws: error) { try await client.data(from: address) }
        }
    }

    @Test(arguments: [
        ("", ""), ("why", "why"), ("\n\nwhy\nnot", "why"), ("why\r\nnot", "why"), ("  why \n", "why"),
        ("[ERROR 400] why", "why"), ("[ERROR 400]", ""), ("why [ERROR 400]", "why [ERROR 400]"),
        ("[ERROR x] why", "[ERROR x] why"), ("<html>why", ""), ("a < b", ""), ("why\n<html>", "why"),
        (String(repeating: "x", count: 199), String(repeating: "x", count: 199)),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
        (String(repeating: "x", count: 201), String(repeating: "x", count: 200)),
        (String(repeating: "é", count: 101), String(repeating: "é", count: 100)),
    ])
    func `a refusal has the first line of its first 200 bytes, if it is text`(body: String, message: String)
        async throws
    {
        try await withAnswer(400, body) { client, _ in
            await #expect(throws: ImageSearchError.refused(status: 400, message: message)) {
                try await client.search("cats")
            }
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "Hello", #"{"total": 1, "hits": []}"#, #"{"total": 1, "totalHits": 1, "hits": [{}]}"#,
    ])
    func `any other answer is malformed`(body: String) async throws {
        try await withAnswer(200, body) { client, _ in
            await #expect(throws: ImageSearchError.malformedAnswer) { try await client.search("cats") }
        }
    }

    @Test func `an answer that ends before its announced length is lost, even if it can be read`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(contentLength: Self.page.utf8.count + 1)
            try writer.write(Self.page)
            writer.abort()
        }
        defer { server.stop() }
        let endpoint = try #require(URL(string: server.url))
        let client = ImageSearchClient(endpoint: endpoint, key: "test")
        await #expect(throws: ImageSearchError.connectionLost) { try await client.search("cats") }
        await #expect(throws: ImageSearchError.connectionLost) { try await client.data(from: endpoint) }
    }

    @Test func `an image has all that the service says of it`() throws {
        let json = """
            {"id": 7, "tags": "rose, red rose", "user": "Ana", "previewURL": "http://h/p", "webformatURL": "http://h/w", \
            "pageURL": "http://h/i", "imageWidth": 640, "imageHeight": 480, "likes": 3, "downloads": 5}
            """
        let image = try JSONDecoder().decode(ImageResult.self, from: Data(json.utf8))
        let expected = ImageResult(
            id: 7,
            tags: ["rose", "red rose"],
            user: "Ana",
            previewURL: try #require(URL(string: "http://h/p")),
            webformatURL: try #require(URL(string: "http://h/w")),
            pageURL: URL(string: "http://h/i"),
            width: 640,
            height: 480,
            likes: 3,
            downloads: 5
        )
        #expect(image == expected)
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(expected)) as? NSDictionary
        #expect(written == (try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary))
    }
}
