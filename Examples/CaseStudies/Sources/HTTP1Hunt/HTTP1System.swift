import ExploredSystems
import NIOCore
import NIOHTTP1

/// The connection's machine as its handler uses it.
struct HTTP1System: ExploredSystem {
    enum Channel { case connecting, active, closing, closed }
    enum Response { case none, expected, body }
    enum Upload { case none, waiting, allowed }
    typealias Final = HTTP1ConnectionStateMachine.Action.FinalSuccessfulStreamAction
    enum Timeout { case read, write }

    var machine = HTTP1ConnectionStateMachine()
    var channel = Channel.connecting, isWritable = true
    var isLeased = false  // from the pool's point of view
    var requests = SimulatedContinuations<Int>("request"), current = 0, isHeadForwarded = false  // mirrors the handler
    var timeouts = SimulatedTimers<Timeout>(lateLimit: 0), endWrite: Final?
    var upload = Upload.none, parts = 0, bodies = 0
    var response = Response.none

    static let initialStates = [HTTP1System()]
    static var properties: [Property] {
        [
            .never("a lease never ends: the connection is active, but it has no request and writes nothing") {
                $0.channel == .active && $0.isLeased && $0.requests.isEmpty && $0.endWrite == nil
            },
            .never("the pool may use a connection that is still receiving a response") {
                $0.channel == .active && !$0.isLeased && $0.response != .none
            },
            .never("a request is stuck on a closed channel") { $0.channel == .closed && !$0.requests.isEmpty },
        ]
    }

    func moves(_ move: inout SystemMoves<HTTP1System>) {
        callbacks(&move)
        channelMoves(&move)
        if !requests.isEmpty { requestMoves(&move) }
        timeouts.offer(&move, at: \.timeouts) {
            try $0.run($1 == .read ? $0.machine.idleReadTimeoutTriggered() : $0.machine.idleWriteTimeoutTriggered())
        }
    }

    /// Adds the moves that NIO can also perform within `writeAndFlush`.
    private func callbacks(_ move: inout SystemMoves<HTTP1System>) {
        if channel == .active {
            move("writable \(!isWritable)") {
                $0.isWritable.toggle()
                if !$0.isWritable {
                    $0.timeouts.cancel(.write)
                } else if !$0.requests.isEmpty, $0.timeouts.all.isEmpty {
                    try $0.timeouts.schedule(.write)
                }
                try $0.run($0.machine.writabilityChanged(writable: $0.isWritable))
            }
            move("error") { try $0.run($0.machine.errorHappened(Broken())) }
        }
        if channel == .active || channel == .closing {
            move("becomes inactive") {
                ($0.channel, $0.endWrite) = (.closed, nil)
                try $0.run($0.machine.channelInactive())
            }
        }
    }

    private func channelMoves(_ move: inout SystemMoves<HTTP1System>) {
        if channel == .connecting {
            move("becomes active") {
                $0.channel = .active
                try $0.run($0.machine.channelActive(isWritable: $0.isWritable))
            }
        }
        if let endWrite {
            move("end is written") {
                $0.endWrite = nil
                $0.perform(endWrite)
            }
            move("writing fails") {
                $0.endWrite = nil
                $0.close()
            }
        }
        if channel == .active {
            move("read") { try $0.run($0.machine.read()) }
            move("pool closes") { try $0.run($0.machine.requestCancelled(closeConnection: true)) }
            // The pool passes a request to an idle connection.
            if !isLeased, requests.isEmpty, current < 2 {
                for body in [RequestFramingMetadata.Body.fixedSize(0), .stream, .fixedSize(1)] {
                    move("request", of: body) {
                        ($0.isLeased, $0.isHeadForwarded, $0.parts, $0.current) = (true, false, 0, $0.current + 1)
                        $0.upload = body == .fixedSize(0) ? .none : .waiting
                        try $0.requests.suspend($0.current)
                        if $0.isWritable { try $0.timeouts.schedule(.write) }
                        let metadata = RequestFramingMetadata(connectionClose: false, body: body)
                        try $0.run($0.machine.runNewRequest(head: HTTPRequestHead(), metadata: metadata))
                    }
                }
            }
        }
        guard channel == .active || channel == .closing else { return }
        move("read complete") { try $0.run($0.machine.channelReadComplete()) }
        // The decoder forwards a response only if a request is in progress.
        func receive(_ part: HTTPClientResponsePart, then response: Response) {
            move("receive", of: part) {
                $0.response = response
                if case .body = part { $0.bodies += 1 } else { $0.bodies = 0 }
                try $0.run($0.machine.channelRead(part))
            }
        }
        if response == .expected {
            receive(.head(HTTPResponseHead(100)), then: .expected)
            for head in [HTTPResponseHead(200), HTTPResponseHead(300), HTTPResponseHead(200, isKeepAlive: false)] {
                receive(.head(head), then: .body)
            }
        } else if response == .body {
            if bodies < 1 { receive(.body(ByteBuffer()), then: .body) }
            receive(.end(nil), then: .none)
        }
    }

    private func requestMoves(_ move: inout SystemMoves<HTTP1System>) {
        if upload == .allowed, parts < 2 {
            move("part") {
                $0.parts += 1
                try $0.run($0.machine.requestStreamPartReceived(.byteBuffer(ByteBuffer()), promise: nil))
            }
        }
        if upload == .allowed {
            move("finish") {
                $0.upload = .none
                try $0.run($0.machine.requestStreamFinished(trailers: nil, promise: nil))
            }
        }
        move("cancel") { try $0.run($0.machine.requestCancelled(closeConnection: true)) }
        if isHeadForwarded { move("demand") { try $0.run($0.machine.demandMoreResponseBodyParts()) } }
    }

    private mutating func close() { if channel == .active { channel = .closing } }
    private mutating func sendEnd() throws(SystemFault) {
        timeouts.cancel(.write)
        try timeouts.schedule(.read)
    }
    private mutating func finish(_ final: Final = .none) throws(SystemFault) {
        try requests.resume(current)
        timeouts = SimulatedTimers(lateLimit: 0)
        perform(final)
    }
    private mutating func perform(_ final: Final) {
        if final == .informConnectionIsIdle { isLeased = false }
        if final == .close { close() }
    }
    private func expect(_ what: String) throws(SystemFault) { try requests.expect(current, what) }

    private mutating func run(_ action: HTTP1ConnectionStateMachine.Action) throws(SystemFault) {
        switch action {
        case .sendRequestHead:
            response = .expected
            try reenter("writing the head", limit: 2) { $0.callbacks(&$1) }
            try run(machine.headSent())
        case .notifyRequestHeadSendSuccessfully(let resumes, let startsTimer):
            try expect("a head is sent")
            if resumes, upload == .waiting { upload = .allowed }
            if startsTimer { try sendEnd() }
        case .sendRequestEnd(_, _, let final):
            try expect("an end is sent")
            endWrite = final
            if final == .none { try sendEnd() } else { try finish() }
        case .pauseRequestBodyStream: try expect("a pause")
        case .resumeRequestBodyStream:
            try expect("a resumption")
            if upload == .waiting { upload = .allowed }
        case .forwardResponseHead:
            try expect("a response")
            isHeadForwarded = true
        case .forwardResponseBodyParts: try expect("a part of a response")
        case .forwardResponseEnd(let final, _, _):
            if final == .none { try expect("the end of a response") } else { try finish(final) }
        case .failRequest(_, let final):
            switch final {
            case .close: try finish(.close)
            case .informConnectionIsIdle: try finish(.informConnectionIsIdle)
            case .failWritePromise, .none: try finish()
            }
        case .close: close()
        case .fireChannelError(_, let closes): if closes { close() }
        case .sendBodyPart, .failSendBodyPart, .failSendStreamFinished, .wait, .read, .fireChannelActive,
            .fireChannelInactive:
            break
        }
    }
}
