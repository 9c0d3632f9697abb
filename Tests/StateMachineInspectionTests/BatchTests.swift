import Foundation
import InspectionMessages
import LoopbackHTTP
import StateMachineTesting
import StateMachines
import TestSupport
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

    /// Has an app post records of these lengths, and returns the posts that have some.
    private func posts(_ lengths: [Int], until isLast: @Sendable (Int) -> Bool) async throws -> [Post] {
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
                return start + String(repeating: "x", count: max(0, length - start.utf8.count - 2)) + "\"}"
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

    @Test func `a record that is as large as a batch is posted alone, and a larger one is missing`() async throws {
        let posts = try await posts([10, Self.batchSize, Self.batchSize + 1, 50, 50]) { $0 == 4 }
        #expect(posts.map(\.sequences) == [[0], [1], [3, 4]])
    }
}
