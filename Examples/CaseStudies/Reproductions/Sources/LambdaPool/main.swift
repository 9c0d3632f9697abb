import Foundation
import Synchronization

// Two calls of `next()` at the same time, and calls that are cancelled as soon as they begin.

enum LambdaHTTPServer {
    struct LocalServerResponse { let requestId: String? }
}

typealias Pool = LambdaHTTPServer.Pool<Int>

func pause(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

func describe(_ call: () async throws -> Int?) async -> String {
    do {
        return "returns \(try await call().map(String.init) ?? "nil")"
    } catch let error as Pool.PoolError {
        return "throws \"\(error.message)\""
    } catch {
        return "throws \(error)"
    }
}

func twice() async {
    let pool = Pool()
    let first = Task { print("the first call", await describe { try await pool.next() }) }
    await pause(100)
    print("the second call", await describe { try await pool.next() })
    await first.value
    print("an item is pushed")
    pool.push(1)
    print("not reached: the first call is resumed again")
}

func cancelled() async {
    let count = 20_000
    let late = Mutex(0)
    for _ in 0..<count {
        let pool = Pool()
        let hasEnded = Mutex(false)
        let call = Task {
            _ = try? await pool.next()
            hasEnded.withLock { $0 = true }
        }
        await Task.yield()
        call.cancel()
        // A call that has noticed its cancellation ends at once.
        for _ in 0..<50 where !hasEnded.withLock({ $0 }) { await pause(2) }
        if !hasEnded.withLock({ $0 }) {
            late.withLock { $0 += 1 }
            pool.push(0)
        }
        await call.value
    }
    print(late.withLock { $0 }, "of", count, "cancelled calls still waited after 100 ms")
}

setlinebuf(stdout)
switch CommandLine.arguments.last {
case "twice": await twice()
case "cancelled": await cancelled()
default: print("usage: LambdaPool twice|cancelled")
}
