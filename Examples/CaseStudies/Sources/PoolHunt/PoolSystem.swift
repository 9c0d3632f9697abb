import ExploredSystems

/// A timer and its connection.
struct Token: Hashable, Sendable { var connectionID: LinkID, timerID: Int }
typealias Machine = PoolStateMachine<
    Link, Generator, LinkID, Request, Request.ID, Token, StoppedClock, StoppedClock.Instant
>

/// The pool's machine with connections, timers and requests.
struct PoolSystem: ExploredSystem {
    struct Remote { var isOpen = false, isClosed = false, leases = 0, keepAlives = 0 }

    var machine: Machine
    var remotes: [LinkID: Remote] = [:]
    var requests = SimulatedContinuations<Request.ID>("request")
    var timers = SimulatedTimers<Token>(areRegistered: true), scheduled: [Token: Machine.Timer] = [:]
    var cancellations = SimulatedContinuations<Token>("timer's continuation")
    var nextRequest = Request.ID(number: 0), next = LinkID(number: 0)
    var isShuttingDown = false, isFinished = false
    let name: String, streams: UInt16

    static let identifiers = [
        SystemIdentifiers(types: Request.ID.self), SystemIdentifiers(properties: "numberOfFailedAttempts"),
        SystemIdentifiers(properties: "timerID", "nextTimerID").within(SystemIdentifiers(types: LinkID.self)),
    ]
    static let initialStates = [
        PoolSystem("one"), PoolSystem("persisted", minimum: 1), PoolSystem("overflow", hard: 2),
        PoolSystem("both", minimum: 1, soft: 2, hard: 2), PoolSystem("two streams", streams: 2),
    ]

    static var properties: [Property] {
        [
            .never("a request waits while a connection is free") {
                guard case .running = $0.machine.poolState, !$0.requests.isEmpty else { return false }
                return $0.machine.connections.connections.contains { $0.isAvailable }
            },
            .never("a request waits although nothing is in progress") { $0.isAtRest && !$0.requests.isEmpty },
            .never("a timer's continuation is lost") {
                !Set($0.cancellations.waiting).isSubset(of: $0.timers.all)
            },
        ]
    }

    init(_ name: String, minimum: Int = 0, soft: Int = 1, hard: Int = 1, streams: UInt16 = 1) {
        var configuration = PoolConfiguration()
        configuration.minimumConnectionCount = minimum
        configuration.maximumConnectionSoftLimit = soft
        configuration.maximumConnectionHardLimit = hard
        configuration.keepAliveDuration = hard == 1 ? .seconds(1) : nil
        machine = Machine(
            configuration: configuration,
            generator: Generator(),
            timerCancellationTokenType: Token.self,
            clock: StoppedClock()
        )
        (self.streams, self.name) = (streams, name)
        nextLink = next
        for request in machine.refillConnections() { remotes[request.connectionID] = Remote() }
        next = nextLink
    }

    func moves(_ move: inout SystemMoves<PoolSystem>) {
        if requests.count < 2, remotes.values.reduce(0, { $0 + $1.leases }) < 3 {
            move.optional("lease") {
                let id = $0.nextRequest
                $0.nextRequest.number += 1
                try $0.requests.suspend(id)
                try $0.run { $0.leaseConnection(Request(id: id)) }
            }
        }
        for id in requests.waiting { move.optional("cancel", of: id) { try $0.run { $0.cancelRequest(id: id) } } }
        if !isShuttingDown {
            move.optional("shut down") {
                $0.isShuttingDown = true
                try $0.run { $0.triggerForceShutdown() }
            }
        }
        for (id, remote) in remotes {
            if remote.leases > 0 {
                move("release", of: id) {
                    $0.remotes[id]?.leases -= 1
                    try $0.run { $0.releaseConnection(Link(id), streams: 1) }
                }
            }
            if remote.keepAlives > 0 {
                move("keep alive", of: id) {
                    $0.remotes[id]?.keepAlives -= 1
                    try $0.run { $0.connectionKeepAliveDone(Link(id)) }
                }
                move("fail to keep alive", of: id) {
                    $0.remotes[id]?.keepAlives -= 1
                    try $0.run { $0.connectionKeepAliveFailed(id) }
                }
            }
            if remote.isOpen {
                move("close", of: id) {
                    $0.remotes[id] = Remote(isClosed: true, leases: remote.leases, keepAlives: remote.keepAlives)
                    try $0.run { $0.connectionClosed(Link(id)) }
                }
                move.optional("go away", of: id) { try $0.run { $0.connectionWillClose(id) } }
            } else if !remote.isClosed {
                move("connect", of: id) {
                    $0.remotes[id]?.isOpen = true
                    try $0.run { $0.connectionEstablished(Link(id), maxStreams: streams) }
                }
                move("fail to connect", of: id) {
                    $0.remotes[id] = nil
                    try $0.run { $0.connectionEstablishFailed(Failed(), for: .init(connectionID: id)) }
                }
            }
        }
        timers.offer(&move, at: \.timers) {
            try $0.cancellations.suspend($1)
            guard let timer = $0.scheduled[$1] else { return }
            if let token = $0.machine.timerScheduled(timer, cancelContinuation: $1) { try $0.cancel([token]) }
        } fire: {
            if let timer = $0.scheduled[$1] { try $0.run { $0.timerTriggered(timer) } }
        }
    }

    mutating func run(_ step: (inout Machine) -> Machine.Action) throws(SystemFault) {
        nextLink = next
        let action = step(&machine)
        next = nextLink
        switch action.connection {
        case .scheduleTimers(let timers): try schedule(timers)
        case .makeConnection(let request, let tokens):
            try cancel(tokens)
            try make(request)
        case .makeConnectionsCancelAndScheduleTimers(let requests, let tokens, let timers):
            try cancel(tokens)
            for request in requests { try make(request) }
            try schedule(timers)
        case .runKeepAlive(let link, let token):
            if let token { try cancel([token]) }
            remotes[link.id, default: Remote()].keepAlives += 1
        case .cancelTimers(let tokens): try cancel(tokens)
        case .closeConnection(let link, let tokens):
            if remotes[link.id] == nil { throw SystemFault("an unknown connection is closed") }
            try cancel(tokens)
        case .initiateShutdown(let shutdown): try cancel(shutdown.timersToCancel)
        case .cancelEventStreamAndFinalCleanup(let tokens):
            try cancel(tokens)
            isFinished = true
        case .none: break
        }
        switch action.request {
        case .leaseConnection(let requests, let link):
            for request in requests {
                try self.requests.resume(request.id)
                guard remotes[link.id]?.isOpen == true else { throw SystemFault("a closed connection is leased") }
                remotes[link.id]?.leases += 1
            }
        case .failRequest(let request, _): try requests.resume(request.id)
        case .failRequests(let failed, _): for request in failed { try requests.resume(request.id) }
        case .none: break
        }
        for (id, remote) in remotes where remote.isClosed && remote.leases == 0 && remote.keepAlives == 0 {
            remotes[id] = nil
        }
        let live = Set(timers.all).union(cancellations.waiting)
        scheduled = scheduled.filter { live.contains($0.key) }
    }

    mutating func make(_ request: Machine.ConnectionRequest) throws(SystemFault) {
        if isFinished { throw SystemFault("a connection is made after the end") }
        remotes[request.connectionID] = Remote()
    }
    mutating func schedule(_ some: some Sequence<Machine.Timer>) throws(SystemFault) {
        for timer in some {
            let token = Token(connectionID: timer.connectionID, timerID: timer.underlying.timerID)
            scheduled[token] = Machine.Timer(timer.underlying, duration: .zero)
            try timers.schedule(token)
        }
    }
    mutating func cancel(_ tokens: some Sequence<Token>) throws(SystemFault) {
        for token in tokens {
            try cancellations.resume(token)
            timers.cancel(token)
        }
    }
}
