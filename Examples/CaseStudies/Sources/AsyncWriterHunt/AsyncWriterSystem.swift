import ExploredSystems

/// The storage of a writer, and the number of its last call.
final class Writer: Sendable {
    let storage = NIOAsyncWriter<Int, Sink>.Storage(isWritable: true, delegate: Sink())
    let last = LockedValueBox<UInt64>(0)

    func yield() async throws {
        callNumber = last.withLockedValue { last in
            last += 1
            return last
        }
        try await storage.yield(element: 0)
    }
}

/// A writer with two calls of `yield(_:)`, and a channel that is writable or not.
struct AsyncWriterSystem: ExploredSystem {
    var calls = SimulatedCalls(callers: 2) { Writer() }
    var changes = 0
    var isWritable = true, isFinished = false, isSinkFinished = false

    static var identifiers: [SystemIdentifiers] { [SimulatedCall.identifiers] }
    static var initialStates: [AsyncWriterSystem] { [AsyncWriterSystem()] }
    static var properties: [Property] {
        [
            .never("a cancelled call waits") {
                $0.isAtRest && $0.calls.suspended.contains(where: $0.calls.isCancelled)
            },
            .never("a call waits for a writable channel") {
                $0.isAtRest && $0.isWritable && !$0.calls.suspended.isEmpty
            },
            .never("a call waits for a closed channel") {
                $0.isAtRest && $0.isSinkFinished && !$0.calls.suspended.isEmpty
            },
        ]
    }

    func moves(_ move: inout SystemMoves<AsyncWriterSystem>) {
        calls.offer(&move, at: \.calls, "yield") { writer, _ in try await writer.yield() }
        if changes < 3 {
            move.optional(isWritable ? "become unwritable" : "become writable") { system in
                system.changes += 1
                system.isWritable.toggle()
                try system.calls.perform { $0.storage.setWritability(to: system.isWritable) }
            }
        }
        if !isFinished {
            move.optional("finish") {
                $0.isFinished = true
                try $0.calls.perform { $0.storage.writerFinish(error: nil) }
            }
        }
        if !isSinkFinished {
            move.optional("close") {
                $0.isSinkFinished = true
                try $0.calls.perform { $0.storage.sinkFinish(error: nil) }
            }
        }
    }
}
