import ExploredSystems
import NIOHTTP2
import StateMachineGraphs

enum ClientConnectionHandler {}

/// The machine with the timers of its handler, which sends a ping every two units.
struct ClientConnectionSystem: ExploredSystem {
    enum TimerID { case keepalive, timeout }

    let timeout: Int, allowsWithoutCalls: Bool
    var machine: ClientConnectionHandler.StateMachine
    var timers = SimulatedTimers<TimerID>(lateLimit: 0)
    var isOpen = true, serverAnswers = true, isPinged = false
    var calls: Set<HTTP2StreamID> = [], nextCalls: [HTTP2StreamID] = [1, 3]

    init(timeout: Int, allowsWithoutCalls: Bool) {
        (self.timeout, self.allowsWithoutCalls) = (timeout, allowsWithoutCalls)
        machine = ClientConnectionHandler.StateMachine(allowKeepaliveWithoutCalls: allowsWithoutCalls)
    }

    static let configurations = [(1, true), (1, false), (3, true), (3, false)]
    static var initialStates: [ClientConnectionSystem] {
        configurations.map {
            var system = ClientConnectionSystem(timeout: $0, allowsWithoutCalls: $1)
            if system.machine.receivedSettings() { try? system.start(.keepalive) }
            return system
        }
    }

    static var properties: [Property] {
        configurations.map { timeout, allows in
            .leadsTo("with a timeout of \(timeout)\(allows ? "" : ", not without calls"), a call to a dead server ends")
            {
                $0.timeout == timeout && $0.allowsWithoutCalls == allows && !$0.serverAnswers && !$0.calls.isEmpty
            } to: {
                !$0.isOpen
            }
        }
    }

    func moves(_ move: inout SystemMoves<ClientConnectionSystem>) {
        guard isOpen else { return }
        if let id = nextCalls.first {
            move.optional("call", of: id) {
                $0.nextCalls.removeFirst()
                $0.calls.insert(id)
                $0.machine.streamOpened(id)
            }
        }
        if serverAnswers {
            for id in calls { move.optional("end call", of: id) { $0.end(id) } }
            if isPinged {
                move("answer") {
                    $0.isPinged = false
                    $0.timers.cancel(.timeout)
                    try $0.start(.keepalive)
                }
            }
            move.optional("server vanishes") { $0.serverAnswers = false }
        }
        timers.offer(&move, at: \.timers) { try $0.fire($1) }
    }

    mutating func end(_ id: HTTP2StreamID) {
        calls.remove(id)
        switch machine.streamClosed(id) {
        case .startIdleTimer(let cancelKeepalive): if cancelKeepalive { timers.cancel(.keepalive) }
        case .close: close()
        case .none: break
        }
    }

    mutating func start(_ timer: TimerID) throws {
        timers.cancel(timer)
        try timers.schedule(timer, after: timer == .keepalive ? 2 : timeout)
    }

    mutating func fire(_ timer: TimerID) throws {
        switch timer {
        case .keepalive:
            if machine.sendKeepalivePing() {
                isPinged = true
                try start(.timeout)
            }
            try start(.keepalive)  // The project's class `Timer` repeats after the handler, which cannot cancel it.
        case .timeout: if machine.beginClosing() { close() }
        }
    }

    mutating func close() {
        isOpen = false
        for timer in timers.running { timers.cancel(timer) }
        _ = machine.closed()
    }
}
