import Dispatch
import StateMachineLocks

/// The transactions that wait for the threads of connections.
final class RequestQueue<Transaction>: Sendable {
    /// The maximum number of writes in one commit.
    private let batchLimit: Int

    private struct Content: Sendable {
        var requests: [StoreRequest<Transaction>] = []
        /// The index of the first request that no thread has taken.
        var start = 0
        /// The number of threads that wait for requests.
        var waiting = 0
        /// The number of threads that have not ended.
        var threads: Int
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let content: Locked<Content>
    private let wakeUp = DispatchSemaphore(value: 0)

    init(threads: Int = 1, batchLimit: Int) {
        content = Locked(Content(threads: threads))
        self.batchLimit = batchLimit
    }

    // MARK: Callers

    /// The number of requests that no thread has taken.
    var count: Int { content.withLock { $0.requests.count - $0.start } }

    /// Adds a transaction and waits until a thread has performed it.
    ///
    /// - Parameters:
    ///   - kind: How the transaction is performed.
    ///   - fleet: The name of the fleet.
    ///   - store: The name of the store, for the error of a closed one.
    ///   - body: The reads and writes.
    func perform<Result: Sendable>(
        _ kind: StoreRequest<Transaction>.Kind,
        fleet: String,
        store: String,
        _ body: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let request = StoreRequest<Transaction>(
                fleet: fleet,
                kind: kind,
                run: { transaction in
                    let result = try body(transaction)
                    return { continuation.resume(returning: result) }
                },
                fail: { continuation.resume(throwing: $0) }
            )
            if !append(request) { continuation.resume(throwing: DurableStoreError.closed(store)) }
        }
    }

    /// Adds a request.
    ///
    /// - Returns: Whether the queue is open. A closed queue ignores the request.
    private func append(_ request: StoreRequest<Transaction>) -> Bool {
        change { content in
            guard !content.isClosed else { return false }
            content.requests.append(request)
            return true
        }
    }

    /// Refuses requests from now on.
    ///
    /// The threads still perform the requests in the queue.
    func close() {
        change { $0.isClosed = true }
    }

    /// Refuses requests from now on, and waits until the threads have ended.
    func closeAndWait() async {
        await withCheckedContinuation { continuation in
            let isFinished = change { content in
                content.isClosed = true
                if content.threads > 0 { content.closers.append(continuation) }
                return content.threads == 0
            }
            if isFinished { continuation.resume() }
        }
    }

    private func change<Result: Sendable>(_ body: (inout Content) -> Result) -> Result {
        let (result, wakes) = content.withLock { content in
            let result = body(&content)
            // One thread is enough for a request, and all end with the queue.
            let wakes = content.isClosed ? content.waiting : min(1, content.waiting)
            content.waiting -= wakes
            return (result, wakes)
        }
        for _ in 0..<wakes { wakeUp.signal() }
        return result
    }

    // MARK: The threads

    /// Waits for requests and takes the next ones that share a transaction.
    ///
    /// - Returns: The requests; `nil` if the queue is closed and empty.
    func next() -> [StoreRequest<Transaction>]? {
        while true {
            let (batch, isClosed) = content.withLock { content in
                let batch = take(from: &content)
                if batch.isEmpty, !content.isClosed { content.waiting += 1 }
                return (batch, content.isClosed)
            }
            if !batch.isEmpty { return batch }
            if isClosed { return nil }
            wakeUp.wait()
        }
    }

    private func take(from content: inout Content) -> [StoreRequest<Transaction>] {
        let waiting = content.requests[content.start...].prefix(batchLimit)
        guard let first = waiting.first else { return [] }
        let batch = first.kind == .write ? Array(waiting.prefix { $0.kind == .write }) : [first]
        content.start += batch.count
        // Removing from the front moves all other requests. So it happens only if at least half of
        // the requests are taken.
        if content.start * 2 >= content.requests.count {
            content.requests.removeFirst(content.start)
            content.start = 0
        }
        return batch
    }

    /// Notes the end of a thread; the last one resumes the callers that wait for it.
    func finish() {
        let closers = content.withLock { content in
            content.isClosed = true
            content.threads -= 1
            return content.threads == 0 ? content.closers : []
        }
        for closer in closers { closer.resume() }
    }
}
