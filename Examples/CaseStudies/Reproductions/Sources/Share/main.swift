import AsyncAlgorithms
import Synchronization

// The last iterator of a shared sequence is released after the sequence. The base iterator and the
// task stay.

/// Counts the objects that have not been released.
final class Probe: Sendable {
    static let count = Mutex(0)
    init() { Self.count.withLock { $0 += 1 } }
    deinit { Self.count.withLock { $0 -= 1 } }
}

struct Numbers: AsyncSequence, Sendable {
    let probe = Probe()

    struct AsyncIterator: AsyncIteratorProtocol {
        let probe: Probe
        var last = 0
        mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Int? {
            last += 1
            return last
        }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(probe: probe) }
}

func pause() async { try? await Task.sleep(for: .milliseconds(20)) }

func sequenceLast() async {
    let shared = Numbers().share()
    var iterator: (any AsyncIteratorProtocol)? = shared.makeAsyncIterator()
    _ = try? await iterator?.next()
    await pause()
    iterator = nil
    await pause()
    withExtendedLifetime(shared) {}
}

func iteratorLast() async {
    var iterator = Numbers().share().makeAsyncIterator()
    _ = try? await iterator.next()
    await pause()
}

func loop() async {
    for await _ in Numbers().share() { break }
}

let rounds = 100
let parts: [(String, @Sendable () async -> Void)] = [
    ("the sequence is released last", sequenceLast), ("the iterator is released last", iteratorLast),
    ("for await … in base.share() { break }", loop),
]
for (name, part) in parts {
    let before = Probe.count.withLock { $0 }
    for _ in 0..<rounds { await part() }
    for _ in 0..<10 { await pause() }
    print("\(name): \(Probe.count.withLock { $0 } - before) of \(rounds) base iterators remain")
}
