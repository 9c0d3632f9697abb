import ExploredSystems

/// A pool with what its callers, its timers and its peers do.
struct PoolSystem: ExploredSystem {
    typealias ConnectionID = ConnectionPool.ConnectionID
    typealias RequestID = ConnectionPool.RequestID

    enum Peer { case connecting, open, leased }

    let mistake: ConnectionPool.Mistake?
    var pool: ConnectionPool
    var peers: [ConnectionID: Peer] = [:]
    var requests = SimulatedContinuations<RequestID>("request")
    var timers = SimulatedTimers<ConnectionPool.TimerID>()
    var next = RequestID(number: 0)

    static let identifiers = [
        SystemIdentifiers(types: ConnectionID.self), SystemIdentifiers(types: RequestID.self),
        SystemIdentifiers(types: ConnectionPool.TimerID.self),
    ]

    /// One for each mistake, and one without any.
    static let initialStates = ([nil] + ConnectionPool.Mistake.allCases).map { mistake in
        PoolSystem(mistake: mistake, pool: ConnectionPool(limit: 1, mistake: mistake))
    }

    func moves(_ move: inout SystemMoves<PoolSystem>) {
        if requests.count < 2, pool.queue.count < 3 {
            move.optional("lease") {
                let id = $0.next
                $0.next.number += 1
                try $0.requests.suspend(id)
                try $0.perform($0.pool.lease(id))
            }
        }
        for id in requests.waiting {
            move.optional("cancel", of: id) { try $0.perform($0.pool.cancel(id)) }
        }
        for (id, peer) in peers {
            switch peer {
            case .connecting:
                move("connect", of: id) {
                    $0.peers[id] = .open
                    try $0.perform($0.pool.connected(id))
                }
                move("fail to connect", of: id) {
                    $0.peers[id] = nil
                    try $0.perform($0.pool.failedToConnect(id))
                }
            case .open:
                move.optional("close", of: id) {
                    $0.peers[id] = nil
                    try $0.perform($0.pool.closed(id))
                }
            case .leased:
                move("release", of: id) {
                    $0.peers[id] = .open
                    try $0.perform($0.pool.release(id))
                }
            }
        }
        timers.offer(&move, at: \.timers) { try $0.perform($0.pool.timerFired($1)) }
    }

    mutating func perform(_ actions: [ConnectionPool.Action]) throws(SystemFault) {
        for action in actions {
            switch action {
            case .connect(let id): peers[id] = .connecting
            case .close(let id): peers[id] = nil
            case .startTimer(let id): try timers.schedule(id)
            case .stopTimer(let id): timers.cancel(id)
            case .lease(let id, let request):
                guard peers[id] == .open else { throw SystemFault("a connection that is not open is leased") }
                peers[id] = .leased
                try requests.resume(request)
            case .fail(let request): try requests.resume(request)
            }
        }
    }
}
