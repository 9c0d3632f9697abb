import StateMachineLocks

/// The log and the counters of a server, shared by its threads.
final class ServerRecords: Sendable {
    private struct State {
        var finished: [FinishedRequest] = []
        var openConnections = 0
        var requestsInProgress = 0
    }

    /// The maximum number of stored requests, because a server may run for days.
    static let capacity = 10_000

    private let state = Locked(State())

    var log: [FinishedRequest] { state.withLock { $0.finished } }
    var openConnections: Int { state.withLock { $0.openConnections } }
    var requestsInProgress: Int { state.withLock { $0.requestsInProgress } }

    func connectionOpened() {
        state.withLock { $0.openConnections += 1 }
    }

    func connectionClosed() {
        state.withLock { $0.openConnections -= 1 }
    }

    func requestBegan() {
        state.withLock { $0.requestsInProgress += 1 }
    }

    func requestEnded(_ request: FinishedRequest) {
        state.withLock { state in
            state.requestsInProgress -= 1
            if state.finished.count == Self.capacity { state.finished.removeFirst(Self.capacity / 10) }
            state.finished.append(request)
        }
    }
}
