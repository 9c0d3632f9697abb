import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The page of a fleet, whose figures are any texts here.
@Suite(.timeLimit(.minutes(5)), .outside) struct FleetServerTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func answer(to path: String, token: String = token, until isEnough: (String) -> Bool = { _ in false })
        async throws -> String
    {
        let fleet = FleetServer(of: "a<b>") {
            #"{"time":"now"}"#
        } machine: { name in
            if name == "gone" { throw Problem("There is no machine \"gone\".") }
            return #"{"machine":"\#(name)"}"#
        }
        let server = try fleet.start(port: 0, token: Self.token)
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send(
            "GET \(path) HTTP/1.0\r\nHost: localhost:\(server.port)\r\nMachine-Inspector-Token: \(token)\r\n\r\n"
        )
        return await client.read(until: isEnough).text
    }

    @Test(arguments: ["/", "/figures", "/machine?name=a", "/nothing"])
    func `the gate of the inspector refuses those whom it does not know`(path: String) async throws {
        #expect(try await answer(to: path, token: "x").hasPrefix("HTTP/1.1 403 "))
        let known = try await answer(to: path) { $0.contains("event: hello") }
        #expect(known.hasPrefix(path == "/nothing" ? "HTTP/1.1 404 " : "HTTP/1.1 200 "))
        #expect(known.contains("Content-Security-Policy: frame-ancestors 'none'"))
    }

    @Test func `the page has the name of the fleet as text, and a script of its own`() async throws {
        let page = try await answer(to: "/")
        #expect(page.contains("<h1>Fleet a&lt;b&gt;</h1>") && page.contains("connect-src 'self'"))
        let parts = page.matches(of: /<style>(.*?)<\/style>|<script type="module">(.*?)<\/script>/.dotMatchesNewlines())
        #expect(parts.count == 2 && parts.reduce(0) { $0 + $1.0.utf8.count } < 30_000)
    }

    @Test func `figures come as an event stream, and a machine as JSON, or the reason why not`() async throws {
        let figures = try await answer(to: "/figures") { $0.contains("event: figures") }
        #expect(figures.contains("event: hello\ndata: {}\n\n"))
        #expect(figures.hasSuffix("event: figures\ndata: {\"time\":\"now\"}\n\n"))
        #expect(try await answer(to: "/machine?name=a%20%2Fb").hasSuffix("\r\n\r\n{\"machine\":\"a /b\"}"))
        let gone = try await answer(to: "/machine?name=gone")
        #expect(gone.hasSuffix("{\"reason\":\"There is no machine \\\"gone\\\".\"}"))
    }
}

/// When figures are read, and what pages are told if there are none.
@Suite(.timeLimit(.minutes(1)), .computing) struct FleetFiguresTests {
    /// A database whose answers and whose clock belong to the test.
    private final class Database: Sendable {
        private let start = ContinuousClock.now
        private let time = Locked(Duration.zero)
        private let answers = AsyncStream<Result<String, Problem>>.makeStream()
        let reads = Locked(0)

        func advance(by duration: Duration) { time.withLock { $0 += duration } }
        func answer(_ answer: Result<String, Problem>) { answers.continuation.yield(answer) }

        var figures: FleetFigures {
            FleetFigures(now: { self.start + self.time.withLock(\.self) }) {
                self.reads.withLock { $0 += 1 }
                for await answer in self.answers.stream { return try answer.get() }
                throw CancellationError()
            }
        }
    }

    private let database = Database()

    /// Waits for news.
    private func news(of figures: FleetFigures, for position: inout FleetFigures.Position) async -> String {
        var text = ""
        _ = await eventually {
            text = figures.news(for: &position)
            return !text.isEmpty
        }
        return text
    }

    private let first = "event: figures\ndata: 1\n\n"

    @Test func `pages share a read, and the next one comes seconds later`() async {
        let figures = database.figures
        var (page, other) = (FleetFigures.Position(), FleetFigures.Position())
        #expect(figures.news(for: &page).isEmpty && figures.news(for: &other).isEmpty)
        database.answer(.success("1"))
        #expect(await news(of: figures, for: &page) == first)
        #expect(figures.news(for: &other) == first && figures.news(for: &other).isEmpty)
        database.advance(by: FleetFigures.pause - .milliseconds(1))
        #expect(figures.news(for: &page).isEmpty && database.reads.withLock(\.self) == 1)
        database.advance(by: .milliseconds(1))
        database.answer(.success("2"))
        #expect(await news(of: figures, for: &other) == "event: figures\ndata: 2\n\n")
        #expect(database.reads.withLock(\.self) == 2)
    }

    @Test func `a read that takes long is repeated less often`() async {
        let figures = database.figures
        var page = FleetFigures.Position()
        #expect(figures.news(for: &page).isEmpty)
        database.advance(by: .seconds(2))
        database.answer(.success("1"))
        #expect(await news(of: figures, for: &page) == first)
        database.answer(.success("2"))
        database.advance(by: .seconds(19))
        #expect(figures.news(for: &page).isEmpty && database.reads.withLock(\.self) == 1)
        database.advance(by: .seconds(1))
        #expect(await news(of: figures, for: &page) == "event: figures\ndata: 2\n\n")
    }

    @Test func `a page has the last figures, and the reason why there are no newer ones`() async {
        let figures = database.figures
        var page = FleetFigures.Position()
        #expect(figures.news(for: &page).isEmpty)
        database.answer(.success("1"))
        #expect(await news(of: figures, for: &page) == first)
        database.advance(by: FleetFigures.pause)
        database.answer(.failure(Problem("a \"b\"\nc")))
        let trouble = "event: trouble\ndata: {\"reason\":\"a \\\"b\\\"\\nc\"}\n\n"
        #expect(await news(of: figures, for: &page) == trouble)
        var late = FleetFigures.Position()
        #expect(figures.news(for: &late) == first + trouble && figures.news(for: &late).isEmpty)
        // The database hangs, and answers after all.
        database.advance(by: FleetFigures.pause)
        #expect(figures.news(for: &page).isEmpty)
        database.advance(by: .seconds(6))
        #expect(figures.news(for: &page).contains("The database has not answered for more than 5 seconds."))
        database.answer(.success("1"))
        #expect(await news(of: figures, for: &page) == first)
        #expect(figures.news(for: &late) == first)
    }
}
