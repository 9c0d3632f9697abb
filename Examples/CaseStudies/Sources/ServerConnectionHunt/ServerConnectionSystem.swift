import ExploredSystems
@_exported import NIOHTTP2
import StateMachineGraphs

enum NIOHTTP2ServerConnectionManagementHandler {}

/// The machine with the timers of its handler, and with a client that opens two streams.
struct ServerConnectionSystem: ExploredSystem {
    enum TimerID { case idle, age, grace, close }

    var machine = NIOHTTP2ServerConnectionManagementHandler.StateMachine()
    var timers = SimulatedTimers<TimerID>(lateLimit: 0)
    var isOpen = true, isShuttingDown = false, hasQuiesced = false
    var clientAnswers = true, clientIsPinged = false, clientMayOpen = true
    /// The streams that the client opens, and `rootStream` for the acknowledgement of the PING.
    var sent: [HTTP2StreamID] = [], nextStreams: [HTTP2StreamID] = [1, 3]
    var streams: Set<HTTP2StreamID> = [], lastStream = HTTP2StreamID.rootStream

    static var initialStates: [ServerConnectionSystem] {
        var system = ServerConnectionSystem()
        for timer in [TimerID.idle, .age] { try? system.timers.schedule(timer) }
        return [system]
    }

    static var properties: [Property] {
        [
            .leadsTo("a connection that shuts down is closed", from: { $0.isShuttingDown }, to: { !$0.isOpen }),
            .leadsTo(
                "a connection that shuts down is closed, or its client is silent",
                from: { $0.isShuttingDown },
                to: { !$0.isOpen || !$0.clientAnswers }
            ),
        ]
    }

    func moves(_ move: inout SystemMoves<ServerConnectionSystem>) {
        guard isOpen else { return }
        if clientAnswers {
            if clientMayOpen, let id = nextStreams.first {
                move.optional("open", of: id) { $0.sent.append($0.nextStreams.removeFirst()) }
            }
            if clientIsPinged {
                move("answer GOAWAY and PING") {
                    ($0.clientIsPinged, $0.clientMayOpen) = (false, false)
                    $0.sent.append(.rootStream)
                }
            }
            move.optional("client falls silent") { $0.clientAnswers = false }
        }
        if !sent.isEmpty { move("receive") { try $0.receive($0.sent.removeFirst()) } }
        for id in streams { move.optional("end", of: id) { try $0.end(id) } }
        if !hasQuiesced {
            move.optional("quiesce") {
                $0.hasQuiesced = true
                $0.shutDown()
            }
        }
        timers.offer(&move, at: \.timers) { system, timer in
            if timer == .idle || timer == .age { system.shutDown() } else { system.close() }
        }
    }

    mutating func receive(_ id: HTTP2StreamID) throws {
        if id == .rootStream {
            guard case .sendGoAway(let last, let close) = machine.receivedPingAck(data: HTTP2PingData()) else { return }
            if last != lastStream { throw SystemFault("GOAWAY has the wrong stream") }
            if close { self.close() } else { try timers.schedule(.grace) }
        } else {
            streams.insert(id)
            lastStream = id
            timers.cancel(.idle)
            machine.streamOpened(id)
        }
    }

    mutating func end(_ id: HTTP2StreamID) throws {
        streams.remove(id)
        switch machine.streamClosed(id) {
        case .startIdleTimer: try timers.schedule(.idle)
        case .close: try timers.schedule(.close)  // in the next turn of the event loop
        case .none: break
        }
    }

    mutating func shutDown() {
        isShuttingDown = true
        for timer in [TimerID.idle, .age] { timers.cancel(timer) }
        if case .sendGoAwayAndPing = machine.startGracefulShutdown() { clientIsPinged = true }
    }

    mutating func close() {
        isOpen = false
        for timer in timers.running { timers.cancel(timer) }
    }
}
