/// A small pool of connections as one writes it by hand: its methods return what to do.
///
/// It can have one of three mistakes of kinds that real pools have had.
struct ConnectionPool {
    enum Mistake: CaseIterable {
        /// The timer of an idle connection that was leased meanwhile is not expected.
        case lateTimer
        /// A connection that could not be made is not made again.
        case lostWakeUp
        /// A cancelled request stays in the queue.
        case answersTwice
    }

    struct ConnectionID: Hashable { var number: Int }
    struct RequestID: Hashable { var number: Int }
    struct TimerID: Hashable { var number: Int }

    enum Action: Hashable {
        case connect(ConnectionID)
        case close(ConnectionID)
        case startTimer(TimerID)
        case stopTimer(TimerID)
        case lease(ConnectionID, to: RequestID)
        case fail(RequestID)
    }

    private enum Connection: Equatable {
        case connecting, leased
        case idle(TimerID)
    }

    private let limit: Int
    private let mistake: Mistake?
    private var connections: [ConnectionID: Connection] = [:]
    private(set) var queue: [RequestID] = []
    private var next = ConnectionID(number: 0)
    private var nextTimer = TimerID(number: 0)

    init(limit: Int, mistake: Mistake? = nil) {
        (self.limit, self.mistake) = (limit, mistake)
    }

    mutating func lease(_ request: RequestID) -> [Action] {
        for (id, connection) in connections {
            guard case .idle(let timer) = connection else { continue }
            connections[id] = .leased
            return [.stopTimer(timer), .lease(id, to: request)]
        }
        queue.append(request)
        return connectIfNeeded()
    }

    mutating func cancel(_ request: RequestID) -> [Action] {
        guard let index = queue.firstIndex(of: request) else { return [] }
        if mistake != .answersTwice { queue.remove(at: index) }
        return [.fail(request)]
    }

    mutating func connected(_ id: ConnectionID) -> [Action] { makeAvailable(id) }

    mutating func failedToConnect(_ id: ConnectionID) -> [Action] {
        connections[id] = nil
        return mistake == .lostWakeUp ? [] : connectIfNeeded()
    }

    mutating func release(_ id: ConnectionID) -> [Action] { connections[id] == .leased ? makeAvailable(id) : [] }

    mutating func closed(_ id: ConnectionID) -> [Action] {
        guard case .idle(let timer) = connections.removeValue(forKey: id) else { return connectIfNeeded() }
        return [.stopTimer(timer)] + connectIfNeeded()
    }

    mutating func timerFired(_ timer: TimerID) -> [Action] {
        let id = connections.first { $0.value == .idle(timer) }?.key
        if mistake == .lateTimer { precondition(id != nil, "only idle connections have timers") }
        guard let id else { return [] }
        connections[id] = nil
        return [.close(id)] + connectIfNeeded()
    }

    private mutating func makeAvailable(_ id: ConnectionID) -> [Action] {
        guard !queue.isEmpty else {
            defer { nextTimer.number += 1 }
            connections[id] = .idle(nextTimer)
            return [.startTimer(nextTimer)]
        }
        connections[id] = .leased
        return [.lease(id, to: queue.removeFirst())]
    }

    private mutating func connectIfNeeded() -> [Action] {
        let connecting = connections.values.count { $0 == .connecting }
        guard queue.count > connecting, connections.count < limit else { return [] }
        defer { next.number += 1 }
        connections[next] = .connecting
        return [.connect(next)]
    }
}
