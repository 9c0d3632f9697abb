import Foundation
import StateMachineExampleSupport
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct ImageServiceTests {
    @Test func `a search answers with hits that have the tag`() async throws {
        let service = try ImageService(latency: .zero)
        let page = try await SearchClient(service).search("yellow+flowers")
        #expect(!page.hits.isEmpty)
        #expect(page.total == page.totalHits)
        #expect(page.hits.allSatisfy { $0.tags.contains("flower") && $0.tags.contains("yellow") })
        #expect(page.hits.allSatisfy { $0.type == "photo" && !$0.user.isEmpty })
        service.stop()
    }

    @Test func `a hit has the fields of the real service`() async throws {
        let service = try ImageService(latency: .zero)
        let (status, body) = try await SearchClient(service).get("key=k&q=tulip&per_page=3")
        #expect(status == 200)
        let page = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        #expect(Set(page.keys) == ["total", "totalHits", "hits"])
        let hit = try #require((page["hits"] as? [[String: Any]])?.first)
        let names = """
            id pageURL type tags previewURL previewWidth previewHeight webformatURL webformatWidth webformatHeight \
            largeImageURL imageWidth imageHeight imageSize views downloads likes comments user_id user userImageURL
            """
        #expect(Set(hit.keys) == Set(names.split(separator: " ").map(String.init)))
        service.stop()
    }

    @Test func `the pages of a search cover it without overlap`() async throws {
        let service = try ImageService(latency: .zero)
        let client = SearchClient(service)
        let whole = try await client.search("flowers&per_page=200").hits.map(\.id)
        #expect(Set(whole).count == whole.count)
        var paged: [Int] = []
        for page in 1...((whole.count + 6) / 7) {
            let hits = try await client.search("flowers&per_page=7&page=\(page)").hits
            #expect(hits.count == min(7, whole.count - paged.count))
            paged += hits.map(\.id)
        }
        #expect(paged == whole)
        #expect(try await client.search("flowers").hits.map(\.id) == Array(whole.prefix(20)))
        service.stop()
    }

    @Test(arguments: [
        ("q=x", 400, "[ERROR 400] Invalid or missing API key"),
        ("key=&q=x", 400, "[ERROR 400] Invalid or missing API key"),
        ("key=k&per_page=2", 400, "[ERROR 400] \"per_page\" is out of valid range."),
        ("key=k&per_page=201", 400, "[ERROR 400] \"per_page\" is out of valid range."),
        ("key=k&per_page=many", 400, "[ERROR 400] \"per_page\" is out of valid range."),
        ("key=k&page=0", 400, "[ERROR 400] \"page\" is out of valid range."),
        ("key=k&q=tulip&page=2", 400, "[ERROR 400] \"page\" is out of valid range."),
        ("key=k&q=xyzzy&page=2", 400, "[ERROR 400] \"page\" is out of valid range."),
        ("key=k&page=9223372036854775807", 400, "[ERROR 400] \"page\" is out of valid range."),
        ("key=k&q=\(String(repeating: "a", count: 101))", 400, "[ERROR 400] \"q\" "),
        ("key=k&q=\(String(repeating: "a", count: 100))", 200, "{\"hits\":[],\"total\":0,\"totalHits\":0}"),
        ("key=k&q=xyzzy", 200, "{\"hits\":[],\"total\":0,\"totalHits\":0}"),
        ("key=k&per_page=3", 200, "{\"hits\":[{"),
    ])
    func `parameters are checked as the real service does`(query: String, status: Int, beginning: String) async throws {
        let service = try ImageService(latency: .zero)
        let answer = try await SearchClient(service).get(query)
        #expect(answer.status == status)
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(beginning))
        service.stop()
    }

    @Test func `other paths and methods are refused`() async throws {
        let service = try ImageService(latency: .zero)
        let client = SearchClient(service)
        let root = String(client.endpoint.dropLast("/api/".count))
        for path in ["/", "/apis/", "/images/1.png", "/images/x.png", "/images/0195893.png", "/previews/195893.jpg"] {
            #expect(try await client.get(url: root + path).status == 404, "\(path)")
        }
        #expect(try await client.get("key=k", method: "POST").status == 405)
        let head = try await client.get("key=k", method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty)
        service.stop()
    }
}
