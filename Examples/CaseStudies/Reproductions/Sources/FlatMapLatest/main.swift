import AsyncAlgorithms
import Synchronization

// Shows how `flatMapLatest` behaves when it is cancelled, when a sequence throws, and when its
// consumer is slow. Each part prints the events in their order, and the expected event.

final class Events: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ event: String) { list.withLock { $0.append(event) } }
    var text: String { list.withLock { $0.joined(separator: ", ") } }
}

struct Broken: Error {}

func pause(_ milliseconds: Int = 100) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

/// Returns a sequence that records an event when it terminates.
func sequence(_ name: String, _ events: Events) -> (values: AsyncStream<Int>, source: AsyncStream<Int>.Continuation) {
    let (values, source) = AsyncStream<Int>.makeStream()
    source.onTermination = { _ in events.add("\(name) terminated") }
    return (values, source)
}

func cancelled() async {
    let events = Events()
    let (base, inner) = (sequence("base", events), sequence("inner", events))
    let consumer = Task {
        for await _ in base.values.flatMapLatest({ _ in inner.values }) {}
        events.add("consumer ended")
    }
    await pause()
    base.source.yield(1)
    await pause()
    consumer.cancel()
    await pause(1000)
    print("the consumer is cancelled while it waits:", events.text)
    print("  expected: base also terminated")
}

func innerThrows() async {
    let events = Events()
    let base = sequence("base", events)
    let (inner, source) = AsyncThrowingStream<Int, any Error>.makeStream()
    let consumer = Task {
        do {
            for try await _ in base.values.flatMapLatest({ _ in inner }) {}
        } catch {
            events.add("consumer received the error")
        }
    }
    await pause()
    base.source.yield(1)
    await pause()
    source.finish(throwing: Broken())
    await pause(1000)
    print("the inner sequence throws:", events.text)
    print("  expected: base also terminated")
    consumer.cancel()
}

func baseProducesWhileConsumerIsBusy() async {
    let events = Events()
    let base = sequence("base", events)
    let inner = (0...3).map { sequence("inner \($0)", events) }
    let consumer = Task {
        for await value in base.values.flatMapLatest({ inner[$0].values }) {
            events.add("got \(value)")
            await pause(300)
        }
        events.add("consumer ended")
    }
    await pause()
    base.source.yield(1)
    inner[1].source.yield(10)
    await pause()
    base.source.yield(2)  // the consumer is still busy with 10
    inner[2].source.yield(20)
    await pause(1000)  // by now the consumer waits for the next element
    base.source.yield(3)
    inner[3].source.yield(30)
    await pause(1500)
    print("the base produces while the consumer is busy:", events.text)
    print("  expected: got 30")
    consumer.cancel()
    await pause(1000)
    print("and then the consumer is cancelled:", events.text)
    print("  expected: base also terminated")
}

func baseThrowsWhileConsumerIsBusy() async {
    let events = Events()
    let (base, source) = AsyncThrowingStream<Int, any Error>.makeStream()
    let inner = sequence("inner", events)
    let consumer = Task {
        do {
            for try await value in base.flatMapLatest({ _ in inner.values }) {
                events.add("got \(value)")
                await pause(300)
            }
            events.add("consumer ended without an error")
        } catch {
            events.add("consumer received the error")
        }
    }
    await pause()
    source.yield(1)
    inner.source.yield(10)
    await pause()
    source.finish(throwing: Broken())
    await pause(1000)
    print("the base throws while the consumer is busy:", events.text)
    print("  expected: consumer received the error")
    consumer.cancel()
}

struct Empty: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol { mutating func next() async -> Int? { nil } }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// Tries for 30 seconds to let an inner sequence finish before its task is registered, which is a
/// race.
func innerIsEmpty() async {
    let (start, clock) = (ContinuousClock.now, ContinuousClock())
    var round = 0
    while clock.now - start < .seconds(30) {
        round += 1
        let (base, source) = AsyncStream<Int>.makeStream()
        source.yield(1)
        source.finish()
        let hasEnded = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in base.flatMapLatest({ _ in Empty() }) {}
                return true
            }
            group.addTask {
                await pause(3000)
                return false
            }
            let hasEnded = await group.next() ?? false
            group.cancelAll()
            return hasEnded
        }
        if !hasEnded { return print("empty inner sequences: the consumer waited for 3 seconds in round \(round)") }
    }
    print("empty inner sequences: \(round) rounds ended")
}

await cancelled()
await innerThrows()
await baseProducesWhileConsumerIsBusy()
await baseThrowsWhileConsumerIsBusy()
await innerIsEmpty()
