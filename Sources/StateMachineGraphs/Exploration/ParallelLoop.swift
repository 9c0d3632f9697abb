import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs loops whose iterations several threads share, one loop after the other.
///
/// Each thread, including the calling one, takes the next iteration when it has finished one. A
/// loop never waits for a helper that has not begun an iteration.
///
/// The helpers are tasks, which inherit task-local values. A helper waits a short time for the next
/// loop. Then it ends, so that the thread pool can use its thread for other work.
@usableFromInline
final class ParallelLoop: @unchecked Sendable {
    // Unchecked: the ticket gives each iteration to one thread, and only such a thread reads the
    // body. The calling thread changes it between two loops.

    /// How many threads share a loop at most.
    @usableFromInline let threadCount: Int

    private let helperCount = Atomic<Int>(0)

    /// The current loop and its progress.
    ///
    /// The lower 16 bits are the number of iterations that threads have taken. The next 16 bits are
    /// the number of all iterations. The other bits are the number of the loop.
    private let ticket = Atomic<UInt64>(0)
    private let finishedCount = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let hasHelped = Atomic<Bool>(false)

    /// A closure that performs one iteration of the current loop.
    ///
    /// Only a thread that has taken an iteration reads it.
    private var body: (Int) -> Void = { _ in }
    private var loopNumber: UInt64 = 0

    /// How often a waiting thread looks for a change before it yields the core.
    private static let lookCount = 200

    /// How often a waiting helper yields the core before it ends.
    private static let yieldCount = 100

    /// Creates an object that can run loops.
    ///
    /// - Parameter helperLimit: The maximum number of helpers beside the calling thread.
    @usableFromInline
    init(helperLimit: Int) {
        threadCount = helperLimit + 1
    }

    /// Runs a loop and returns when all of its iterations are finished.
    ///
    /// - Parameters:
    ///   - count: The number of iterations, at most 65,535.
    ///   - body: A closure that runs the iteration with an index, from 0 to `count - 1`. Several
    ///     threads call it at the same time.
    @usableFromInline
    func run(_ count: Int, _ body: @escaping (Int) -> Void) {
        if count == 0 { return }
        self.body = body
        finishedCount.store(0, ordering: .relaxed)
        loopNumber += 1
        ticket.store(loopNumber << 32 | UInt64(count) << 16, ordering: .releasing)
        startHelpers(min(threadCount, count) - 1)
        while let index = take() { finish(index) }
        var looks = 0
        while finishedCount.load(ordering: .acquiring) < count {
            looks += 1
            if looks % Self.lookCount == 0 { yieldCore() }
        }
        self.body = { _ in }
    }

    /// Returns whether a helper has run an iteration since the last call.
    @usableFromInline
    func hasHelpedSinceLastCall() -> Bool { hasHelped.exchange(false, ordering: .relaxed) }

    /// Tells the helpers to end.
    @usableFromInline
    func close() { isClosed.store(true, ordering: .relaxed) }

    private func take() -> Int? {
        while true {
            let (current, mask) = (ticket.load(ordering: .acquiring), UInt64(0xFFFF))
            if current & mask >= current >> 16 & mask { return nil }
            let taken = ticket.weakCompareExchange(
                expected: current,
                desired: current + 1,
                ordering: .acquiringAndReleasing
            )
            if taken.exchanged { return Int(current & mask) }
        }
    }

    private func finish(_ index: Int) {
        body(index)
        finishedCount.add(1, ordering: .acquiringAndReleasing)
    }

    private func startHelpers(_ count: Int) {
        while helperCount.load(ordering: .relaxed) < count {
            helperCount.add(1, ordering: .relaxed)
            Task { help() }
        }
    }

    private func help() {
        var (looks, yields) = (0, 0)
        while yields < Self.yieldCount, !isClosed.load(ordering: .relaxed) {
            if let index = take() {
                finish(index)
                hasHelped.store(true, ordering: .relaxed)
                (looks, yields) = (0, 0)
                continue
            }
            looks += 1
            if looks % Self.lookCount == 0 {
                yieldCore()
                yields += 1
            }
        }
        helperCount.subtract(1, ordering: .relaxed)
    }

    /// Lets another thread use the core.
    private func yieldCore() {
        #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
        sched_yield()
        #endif
    }
}

/// How many processor cores there are.
#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
@usableFromInline let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
#else
@usableFromInline let coreCount = 1
#endif
