import Foundation
import StateMachineLocks

/// Ends the process when a test outlasts its time limit.
///
/// A time limit only cancels the task of a test, which does not end a test that blocks its thread,
/// or that does not respond to cancellation. The limit is a task itself: when all threads are
/// blocked, it cannot cancel anything.
enum Watchdog {
    private struct Watched {
        let name: String
        let deadline: SuspendingClock.Instant
    }

    private struct State {
        var watched: [Int: Watched] = [:]
        var lastID = 0
        var isAwake = false
    }

    /// The time that a cancelled test has to end.
    private static let grace = Duration.seconds(60)

    private static let state = Locked(State())

    /// Watches a test with a time limit while it runs.
    static func watching(_ name: String, limit: Duration, _ body: () async throws -> Void) async rethrows {
        let (id, isFirst) = state.withLock { state in
            defer { state.isAwake = true }
            state.lastID += 1
            state.watched[state.lastID] = Watched(name: name, deadline: .now + limit + grace)
            return (state.lastID, !state.isAwake)
        }
        if isFirst { wake() }
        defer { state.withLock { $0.watched[id] = nil } }
        try await body()
    }

    /// Checks once a second, on a thread of its own, which no test can block.
    private static func wake() {
        let thread = Thread {
            while true {
                Thread.sleep(forTimeInterval: 1)
                let now = SuspendingClock.now
                let late = state.withLock { state in state.watched.values.filter { $0.deadline < now }.map(\.name) }
                guard late.isEmpty else { end(late) }
            }
        }
        thread.name = "watchdog"
        thread.start()
    }

    private static func end(_ names: [String]) -> Never {
        let list = names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        FileHandle.standardError.write(Data("Not over one minute after the time limit: \(list)\n".utf8))
        abort()
    }
}
