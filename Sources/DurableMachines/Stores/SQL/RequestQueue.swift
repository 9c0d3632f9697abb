import Dispatch
import Foundation
import StateMachineLocks

/// The transactions that wait for the threads of connections.
///
/// Each call has an answer after a limited time, whatever its thread waits for.
final class RequestQueue: Sendable {
    /// The limits of a queue.
    struct Limits: Sendable {
        /// The maximum number of writes in one commit.
        var batch = 1

        /// The maximum number of calls without an answer.
        var count = 10_000

        /// The time that a call waits while there is no connection.
        var unconnected: Duration

        /// The time after which a call has an answer.
        var answer: Duration
    }

    /// What a thread does next.
    enum Work {
        case perform([StoreRequest])
        case connect
    }

    private let name: String
    private let limits: Limits
    private let content: Locked<WaitingRequests>
    private let (wakeUpIdle, wakeUpUnconnected) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let timer = DispatchQueue(label: "DurableMachines")

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - name: The name of the store, for errors.
    ///   - threads: The number of threads.
    ///   - limits: The limits.
    init(_ name: String, threads: Int = 1, limits: Limits) {
        (self.name, self.limits) = (name, limits)
        content = Locked(WaitingRequests(threads: threads))
    }

    // MARK: Callers

    /// The number of requests that no thread has taken.
    var count: Int { content.withLock { $0.requests.count - $0.start } }

    /// The number of calls without an answer.
    var callCount: Int { content.withLock { $0.unanswered.count } }

    /// The number of threads that wait until they can connect.
    var waitingThreads: Int { content.withLock { $0.unconnected } }

    /// The number of attempts to connect that have failed since the last connection.
    var failures: Int { content.withLock { $0.failures } }

    /// Adds a transaction and waits until a thread has performed it, or the caller is cancelled.
    ///
    /// - Parameters:
    ///   - kind: How the transaction is performed.
    ///   - fleet: The name of the fleet.
    ///   - machine: The machine of a transaction on one machine.
    ///   - limit: The time within which the call must have an answer; it is then also the first in
    ///     the queue. `nil` for the limit of the queue.
    ///   - body: The reads and writes.
    func perform<Result: Sendable>(
        _ kind: StoreRequest.Kind,
        fleet: String,
        machine: MachineID? = nil,
        limit: Duration? = nil,
        _ body: @escaping @Sendable (SQLTransaction) throws -> Result
    ) async throws -> Result {
        let added = Locked<StoreRequest?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let request = StoreRequest(
                    fleet: fleet,
                    kind: kind,
                    key: machine.map { StoreRequest.Key(fleet: fleet, machine: $0) },
                    limit: limit,
                    continuation: continuation,
                    body
                )
                added.withLock { $0 = request }
                if Task.isCancelled { return giveUp(request) }
                do { try append(request) } catch { request.fail(error) }
            }
        } onCancel: {
            if let request = added.withLock(\.self) { giveUp(request) }
        }
    }

    /// Resumes the cancelled caller of a request.
    private func giveUp(_ request: StoreRequest) {
        request.giveUp(
            CancellationError(),
            unknown: .disconnected(name, reason: "The call was cancelled. Repeat it with the same event ID.")
        )
        change { $0.giveUp(request) }
    }

    private func append(_ request: StoreRequest) throws(DurableStoreError) {
        try change { content throws(DurableStoreError) in
            guard !content.isClosed else { throw .closed(name) }
            guard content.unanswered.count < limits.count else {
                throw .overloaded(name, reason: "\(limits.count) calls are waiting.")
            }
            content.unanswered[ObjectIdentifier(request)] = request
            if let key = request.key, content.followers[key] != nil {
                content.followers[key]?.append(request)
                return
            }
            if let key = request.key { content.followers[key] = [] }
            content.requests.insert(request, at: request.limit == nil ? content.requests.count : content.start)
        }
        checkLimits(at: request.start + (request.limit ?? min(limits.unconnected, limits.answer)))
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

    /// Changes the content and wakes the threads that have something to do.
    @discardableResult
    private func change<Result: Sendable, Failure: Error>(
        _ body: (inout WaitingRequests) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, idle, unconnected, _) = try content.withLock { content throws(Failure) in
            let result = try body(&content)
            let waiting = content.requests.count - content.start
            // One thread is enough for a request, and all end with the queue.
            let idle = content.isClosed ? content.idle : min(waiting, content.idle)
            content.idle -= idle
            var unconnected = content.isClosed ? content.unconnected : 0
            if waiting > idle, content.mayConnect { unconnected = max(unconnected, min(1, content.unconnected)) }
            content.unconnected -= unconnected
            return (result, idle, unconnected, content.takeReleased())
        }
        for _ in 0..<idle { wakeUpIdle.signal() }
        for _ in 0..<unconnected { wakeUpUnconnected.signal() }
        return result
    }

    // MARK: Limits

    /// Sees to it that the limits are checked at a time or earlier.
    private func checkLimits(at time: ContinuousClock.Instant) {
        let isLate = content.withLock { content in
            if let next = content.nextCheck, next <= time { return false }
            content.nextCheck = time
            return true
        }
        guard isLate else { return }
        let nanoseconds = max(0, (time - .now) / .nanoseconds(1)).rounded(.up)
        timer.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
            guard let self else { return }
            let isCurrent = content.withLock { content in
                // Since then, an earlier check may have been ordered.
                guard content.nextCheck == time else { return false }
                content.nextCheck = nil
                return true
            }
            if isCurrent { checkLimits() }
        }
    }

    /// Answers the calls whose time is over.
    private func checkLimits() {
        let now = ContinuousClock.now
        let (requests, isConnected, failure) = content.withLock { content in
            (Array(content.unanswered.values), content.connections > 0, content.failure)
        }
        var next: ContinuousClock.Instant?
        for request in requests {
            let waits = request.isWaiting
            let limit = request.limit ?? (waits && !isConnected ? limits.unconnected : limits.answer)
            let end = request.start + limit
            guard end <= now else {
                next = min(next ?? end, end)
                continue
            }
            let words = "No answer arrived within \(limit / .seconds(1)) seconds."
            let error: DurableStoreError =
                if request.limit != nil {
                    // The server has gone away or is too slow, and another connection may help.
                    failure ?? .cannotOpen(name, reason: words)
                } else if !waits {
                    .overloaded(name, reason: "The transaction was not ready to be committed after \(limit).")
                } else if isConnected {
                    .overloaded(name, reason: "All connections are busy.")
                } else {
                    failure ?? .cannotOpen(name, reason: words)
                }
            request.giveUp(error, unknown: .disconnected(name, reason: words))
        }
        change { content in content.forgetAnswered() }
        if let next { checkLimits(at: next) }
    }

    // MARK: The threads

    /// Waits until there is something to do.
    ///
    /// - Parameter isConnected: Whether the thread has a connection.
    /// - Returns: The next requests that share a transaction, or that the thread should connect;
    ///   `nil` if the queue is closed and empty.
    func next(isConnected: Bool) -> Work? {
        while true {
            let (work, isOver, _) = content.withLock { content in
                let (work, isOver) = next(in: &content, isConnected: isConnected)
                return (work, isOver, content.takeReleased())
            }
            if let work { return work }
            if isOver { return nil }
            if isConnected { wakeUpIdle.wait() } else { wakeUpUnconnected.wait() }
        }
    }

    private func next(in content: inout WaitingRequests, isConnected: Bool) -> (Work?, isOver: Bool) {
        if isConnected {
            let batch = content.take(limits.batch)
            if !batch.isEmpty { return (.perform(batch), false) }
        } else if content.mayConnect {
            content.connecting += 1
            return (.connect, false)
        }
        if content.isClosed, isConnected || content.requests.isEmpty { return (nil, true) }
        if isConnected { content.idle += 1 } else { content.unconnected += 1 }
        return (nil, false)
    }

    /// Notes that a thread has performed requests, so that others with the same keys can follow.
    func finish(_ requests: [StoreRequest]) {
        change { content in
            for request in requests { content.finish(request) }
        }
    }

    /// Returns a request whose transaction has not been committed, to be performed by any thread.
    func putBack(_ request: StoreRequest) {
        change { content in
            guard request.handle(.putBack) else { return content.finish(request) }
            content.requests.insert(request, at: content.start)
        }
        checkLimits()
    }

    /// Notes that a thread has connected.
    func connected() {
        change { content in
            content.connections += 1
            content.connecting = max(0, content.connecting - 1)
            (content.failure, content.failures) = (nil, 0)
        }
    }

    /// Notes that a thread has lost its connection.
    func disconnected() {
        change { $0.connections -= 1 }
        checkLimits()
    }

    /// Notes that a thread could not connect.
    ///
    /// - Returns: The time that the thread should wait before it calls ``mayTryAgain()``.
    func couldNotConnect(_ error: DurableStoreError, isPermanent: Bool) -> TimeInterval {
        let (failed, failures) = content.withLock { content in
            content.failure = error
            content.failures += 1
            let waiting = content.unanswered.values.filter(\.isWaiting)
            return (isPermanent && content.connections == 0 ? waiting : [], content.failures)
        }
        for request in failed { request.fail(error) }
        checkLimits()
        return RetryPause.seconds(afterFailures: failures)
    }

    /// Notes that another attempt to connect makes sense.
    func mayTryAgain() {
        change { $0.connecting -= 1 }
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
