import Foundation
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import StateMachineInspection

/// What an app posts at once.
@Suite(.timeLimit(.minutes(5)), .outside) struct BatchTests {
    private struct Post: Sendable {
        let bytes: Int
        let server: String?
        let sequences: [Int]
    }

    /// How many bytes an app posts at once.
    private static let batchSize = 256 * 1024

    /// Has an app post records of these lengths in bytes, and returns the posts that have some.
    private func posts(
        _ lengths: [Int],
        endingWith letter: String = "x",
        until isLast: @Sendable (Int) -> Bool
    ) async throws -> [Post] {
        let posts = Journal<Post>()
        let next = Locked(0)
        let isNoted = Locked(false)
        let server = try LoopbackServer { request, writer in
            if request.path == "/commands" { return try writer.wait(.seconds(60)) }
            let lines = request.body.split(separator: UInt8(ascii: "\n"))
            let heads = lines.dropFirst().compactMap { try? JSONDecoder().decode(RecordHead.self, from: Data($0)) }
            let header = lines.first.flatMap { try? JSONDecoder().decode(BatchHeader.self, from: Data($0)) }
            let sequences = heads.map(\.sequence)
            posts.note(Post(bytes: request.body.count, server: header?.server, sequences: sequences))
            // The app has all records before it learns of the first that is lacking.
            while !isNoted.withLock({ $0 }) { try writer.wait(.milliseconds(1)) }
            let lacking = next.withLock { next in
                next = sequences.last.map { $0 + 1 } ?? next
                return next
            }
            let answer = BatchAnswer(server: "server", next: lacking).jsonLine
            try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
        }
        defer { server.stop() }
        let address = InspectorAddress(origin: server.url, token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: ManualClock())
        for (number, length) in lengths.enumerated() {
            inspector.outbox.note(.entry, of: 0) { _ in
                let start = #"{"kind":"entry","sequence":\#(number),"machine":0,"x":""#
                let end = letter + "\"}"
                return start + String(repeating: "x", count: max(0, length - start.utf8.count - end.utf8.count)) + end
            }
        }
        isNoted.withLock { $0 = true }
        #expect(await eventually { posts.entries.contains { $0.sequences.last.map(isLast) == true } })
        #expect(posts.entries.first?.server == nil && posts.entries.first?.sequences.isEmpty == true)
        return posts.entries.filter { !$0.sequences.isEmpty }
    }

    @Test func `records are posted in order, in batches of a quarter of a mebibyte at most`() async throws {
        let posts = try await posts(Array(repeating: 100_000, count: 7)) { $0 == 6 }
        #expect(posts.map(\.sequences) == [[0, 1], [2, 3], [4, 5], [6]])
        #expect(posts.allSatisfy { $0.bytes <= Self.batchSize && $0.server == "server" })
        let many = try await self.posts(Array(repeating: 1000, count: 600)) { $0 == 599 }
        #expect(many.flatMap(\.sequences) == Array(0..<600))
        #expect(many.allSatisfy { $0.bytes <= Self.batchSize })
        #expect(many.dropLast().allSatisfy { $0.bytes > Self.batchSize - 1100 })
    }

    @Test(arguments: [(excess: 0, posts: [[0, 1]]), (excess: 1, posts: [[0], [1]])])
    func `the first line of a batch counts`(excess: Int, posts: [[Int]]) async throws {
        var header = BatchHeader(session: "session", app: "app", process: 1, date: 1)
        header.server = "server"
        let room = Self.batchSize - header.jsonLine.utf8.count - 2
        header.server = nil
        let posted = Journal<[Int]>()
        let server = try answeringServer { heads, _ in
            if !heads.isEmpty { posted.note(heads.map(\.sequence)) }
            return BatchAnswer(server: "server", next: heads.last.map { $0.sequence + 1 } ?? 0)
        }
        defer { server.stop() }
        let outbox = Outbox(limit: 100, time: { .zero })
        for length in [room / 2, room - room / 2 + excess] {
            outbox.note(.entry, of: 0) { start in
                let line = WrittenRecord(start).jsonLine
                return line + String(repeating: " ", count: length - line.utf8.count)
            }
        }
        let address = InspectorAddress(origin: server.url, token: testToken)
        let link = InspectorLink(
            to: address,
            from: outbox,
            header: header,
            clock: ManualClock(),
            memory: 16 * 1024 * 1024,
            warn: { _ in }
        )
        let task = Task { await link.run() }
        #expect(await eventually { posted.entries.last?.last == 1 })
        #expect(posted.entries == posts)
        task.cancel()
        await task.value
    }

    @Test func `records that are noted while others are written are posted, too`() async throws {
        let posted = Journal<Int>()
        let isNoted = Locked(false)
        let server = try answeringServer { heads, writer in
            while !isNoted.withLock({ $0 }) { try writer.wait(.milliseconds(1)) }
            for head in heads { posted.note(head.sequence) }
            return BatchAnswer(server: "server", next: posted.entries.last.map { $0 + 1 } ?? 0)
        }
        defer { server.stop() }
        let address = InspectorAddress(origin: server.url, token: testToken)
        // Records are taken from the outbox one at a time.
        let inspector = MachineInspector(at: address, app: "app", clock: ManualClock(), pendingLimit: 4)
        #expect(await eventually { server.requestsInProgress == 2 })
        let outbox = inspector.outbox
        outbox.note(.entry, of: 0) { start in
            outbox.note(.entry, of: 0) { WrittenRecord($0).jsonLine }
            return WrittenRecord(start).jsonLine
        }
        outbox.note(.entry, of: 0) { WrittenRecord($0).jsonLine }
        isNoted.withLock { $0 = true }
        #expect(await eventually { posted.entries == [0, 1, 2] })
    }

    @Test func `a server that lacks the same record again is asked after a pause`() async throws {
        let server = try answeringServer { _, _ in BatchAnswer(server: "server", next: 1) }
        defer { server.stop() }
        let clock = NotingClock()
        let address = InspectorAddress(origin: server.url, token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock)
        for _ in 0..<2 { inspector.outbox.note(.entry, of: 0) }
        #expect(await eventually { clock.pauses.entries.contains(.milliseconds(100)) })
    }

    @Test(arguments: [(status: HTTPStatus.ok, pauses: [100, 100, 100]), (status: .notFound, pauses: [100, 200, 400])])
    func `an app asks for commands again after a pause, which grows while it is refused`(
        status: HTTPStatus,
        pauses: [Int]
    ) async throws {
        let server = try LoopbackServer { request, writer in
            if request.path == "/commands" { return try writer.respond(status: status) }
            let answer = BatchAnswer(server: "server", next: 0).jsonLine
            try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
        }
        defer { server.stop() }
        let clock = NotingClock()
        let address = InspectorAddress(origin: server.url, token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock)
        // The others are those between heartbeats, and the deadlines of requests.
        func short() -> [Duration] { clock.pauses.entries.filter { $0 < .seconds(4) } }
        for count in 1...3 {
            #expect(await eventually { short().count == count })
            clock.advance(by: .seconds(1))
        }
        #expect(short().prefix(3) == pauses.map { .milliseconds($0) }[...])
        _ = inspector
    }

    /// A server that answers batches by their records, and has no commands.
    private func answeringServer(
        _ answer: @escaping @Sendable ([RecordHead], HTTPResponseWriter) throws -> BatchAnswer
    ) throws -> LoopbackServer {
        try LoopbackServer { request, writer in
            if request.path == "/commands" { try writer.waitForDisconnection() }
            let lines = request.body.split(separator: UInt8(ascii: "\n")).dropFirst()
            let heads = try lines.map { try JSONDecoder().decode(RecordHead.self, from: Data($0)) }
            let answer = try answer(heads, writer).jsonLine
            try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
        }
    }

    // The second letter has two bytes.
    @Test(arguments: ["x", "é"])
    func `a record with as many bytes as a batch is posted alone, and a larger one is missing`(
        letter: String
    ) async throws {
        let lengths = [10, Self.batchSize, Self.batchSize + 1, 50, 50]
        let posts = try await posts(lengths, endingWith: letter) { $0 == 4 }
        #expect(posts.map(\.sequences) == [[0], [1], [3, 4]])
    }
}
