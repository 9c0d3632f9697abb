/// The requests of a queue, and its threads.
struct WaitingRequests: Sendable {
    /// The requests that a thread can take, with at most one for each key.
    var requests: [StoreRequest] = []
    /// The index of the first request that no thread has taken.
    var start = 0
    /// The requests that wait for an earlier one with the same key.
    var followers: [StoreRequest.Key: [StoreRequest]] = [:]
    /// The requests without an answer.
    var unanswered: [ObjectIdentifier: StoreRequest] = [:]
    /// The number of cancelled requests that may still be among the others.
    var givenUp = 0
    /// The threads with a connection that wait for requests.
    var idle = 0
    /// The threads without a connection that wait for requests.
    var unconnected = 0
    /// The number of threads that connect, or wait before they try again.
    var connecting = 0
    var connections = 0
    /// The error of the last attempt to connect, if it has failed.
    var failure: DurableStoreError?
    var failures = 0
    /// The requests that are over.
    ///
    /// A closure can hold the last reference to the store, whose end locks the queue. So they are
    /// released without the lock.
    var released: [StoreRequest] = []
    /// The number of threads that have not ended.
    var threads: Int
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
    /// The time at which the limits are checked next.
    var nextCheck: ContinuousClock.Instant?

    /// Whether a thread without a connection is useful.
    ///
    /// While the server cannot be reached, only one thread tries.
    var mayConnect: Bool {
        failure == nil ? connecting < requests.count - start : connecting == 0 && start < requests.count
    }
}

extension WaitingRequests {
    /// Takes the next requests that share a transaction.
    mutating func take(_ batchLimit: Int) -> [StoreRequest] {
        while start < requests.count, requests[start].isAnswered { finish(removeFirst()) }
        let waiting = requests[start...].prefix(batchLimit)
        guard let first = waiting.first else { return [] }
        let batch = first.kind == .write ? Array(waiting.prefix { $0.kind == .write }) : [first]
        start += batch.count
        removeTaken()
        return batch
    }

    private mutating func removeFirst() -> StoreRequest {
        let request = requests[start]
        start += 1
        removeTaken()
        return request
    }

    /// Removes the requests that were taken.
    ///
    /// Removing from the front moves all other requests. So it happens only if at least half of the
    /// requests are taken.
    private mutating func removeTaken() {
        guard start * 2 >= requests.count else { return }
        requests.removeFirst(start)
        start = 0
    }

    /// Lets the next request with the same key follow.
    mutating func finish(_ request: StoreRequest) {
        unanswered[ObjectIdentifier(request)] = nil
        released.append(request)
        guard let key = request.key, var others = followers.removeValue(forKey: key) else { return }
        let next = others.firstIndex { !$0.isAnswered }
        released += others[..<(next ?? others.endIndex)]
        guard let next else { return }
        let follower = others[next]
        others.removeFirst(next + 1)
        followers[key] = others
        requests.append(follower)
    }

    /// Removes a cancelled request, together with others, because a search takes time.
    mutating func giveUp(_ request: StoreRequest) {
        unanswered[ObjectIdentifier(request)] = nil
        givenUp += 1
        if givenUp > unanswered.count + 64 { forgetAnswered() }
    }

    /// Removes the requests that nobody waits for.
    mutating func forgetAnswered() {
        givenUp = 0
        for (key, others) in followers where others.contains(where: \.isAnswered) {
            followers[key] = others.filter { !$0.isAnswered }
            released += others.filter(\.isAnswered)
        }
        let left = Array(requests[start...])
        (requests, start) = (left.filter { !$0.isAnswered }, 0)
        // These were the first ones with their keys.
        for request in left where request.isAnswered { finish(request) }
        for (id, request) in unanswered where request.isAnswered {
            unanswered[id] = nil
            released.append(request)
        }
    }

    /// Takes the requests that are over, to release them without the lock.
    mutating func takeReleased() -> [StoreRequest] {
        defer { released = [] }
        return released
    }
}
