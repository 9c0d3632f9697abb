import ExploredSystems
import NIOCore
import NIOHTTP1

/// The connection's machine with its channel, decoder, pool and request, as its handler runs it.
struct HTTP1System: ExploredSystem {
    enum Channel { case connecting, active, closing, closed }
    enum Response { case none, expected, body }
    enum Upload { case none, waiting, allowed, finished }
    enum End { case nothing, idle, close }

    var machine = HTTP1ConnectionStateMachine()
    var channel = Channel.connecting, isWritable = true
    var isLeased = false, requests = 0  // as the pool sees it
    var hasRequest = false, isHeadForwarded = false  // as the handler does
    var isWritingHead = false, isSendingEnd = false, isEndSent = false, endWrite: End?
    var upload = Upload.none, parts = 0, bodies = 0
    var response = Response.none

    static let initialStates = [HTTP1System()]

    func moves(_ move: inout Moves<HTTP1System>) {
        if channel == .active {
            move("writable \(!isWritable)") {
                $0.isWritable.toggle()
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
        // While the head is written, only what NIO does within `writeAndFlush` can happen.
        if isWritingHead {
            return move("head is written") {
                $0.isWritingHead = false
                if $0.isSendingEnd { $0.isEndSent = true }
                try $0.run($0.machine.headSent())
            }
        }
        channelMoves(&move)
        if hasRequest { requestMoves(&move) }
    }

    private func channelMoves(_ move: inout Moves<HTTP1System>) {
        if channel == .connecting {
            move("becomes active") {
                $0.channel = .active
                try $0.run($0.machine.channelActive(isWritable: $0.isWritable))
            }
        }
        if let endWrite {
            move("end is written") {
                $0.endWrite = nil
                if endWrite == .idle { $0.isLeased = false }
                if endWrite == .close { $0.close() }
            }
            move("writing fails") {
                $0.endWrite = nil
                $0.close()
            }
        }
        if channel == .active {
            move("read") { try $0.run($0.machine.read()) }
            move("pool closes") { try $0.run($0.machine.requestCancelled(closeConnection: true)) }
            // The pool gives a request to an idle connection.
            if !isLeased, !hasRequest, requests < 2 {
                for body in [RequestFramingMetadata.Body.fixedSize(0), .stream, .fixedSize(1)] {
                    move("request", of: body) {
                        ($0.isLeased, $0.hasRequest, $0.requests) = (true, true, $0.requests + 1)
                        ($0.upload, $0.isEndSent, $0.isHeadForwarded) = (
                            body == .fixedSize(0) ? .none : .waiting, false, false
                        )
                        ($0.isSendingEnd, $0.parts) = (false, 0)
                        let metadata = RequestFramingMetadata(connectionClose: false, body: body)
                        try $0.run($0.machine.runNewRequest(head: HTTPRequestHead(), metadata: metadata))
                    }
                }
            }
        }
        guard channel == .active || channel == .closing else { return }
        move("read complete") { try $0.run($0.machine.channelReadComplete()) }
        // The decoder lets a response through only if a request is on its way.
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

    private func requestMoves(_ move: inout Moves<HTTP1System>) {
        if upload == .allowed, parts < 2 {
            move("part") {
                $0.parts += 1
                try $0.run($0.machine.requestStreamPartReceived(.byteBuffer(ByteBuffer()), promise: nil))
            }
        }
        if upload == .allowed {
            move("finish") {
                $0.upload = .finished
                try $0.run($0.machine.requestStreamFinished(trailers: nil, promise: nil))
            }
        }
        move("cancel") { try $0.run($0.machine.requestCancelled(closeConnection: true)) }
        if isHeadForwarded { move("demand") { try $0.run($0.machine.demandMoreResponseBodyParts()) } }
        if isEndSent { move("read timeout") { try $0.run($0.machine.idleReadTimeoutTriggered()) } }
        if !isEndSent, isWritable { move("write timeout") { try $0.run($0.machine.idleWriteTimeoutTriggered()) } }
    }

    private mutating func close() { if channel == .active { channel = .closing } }
    private mutating func end(_ what: String, _ end: End) throws(Fault) {
        try needRequest(what)
        if end != .nothing { hasRequest = false }
        if end == .idle { isLeased = false }
        if end == .close { close() }
    }
    private func needRequest(_ what: String, line: Int = #line) throws(Fault) {
        if !hasRequest { throw Fault("there is no request to \(what)", line: line) }
    }

    private mutating func run(_ action: HTTP1ConnectionStateMachine.Action) throws(Fault) {
        switch action {
        case .sendRequestHead(_, let sendEnd): (isWritingHead, isSendingEnd, response) = (true, sendEnd, .expected)
        case .notifyRequestHeadSendSuccessfully(let resume, _):
            try needRequest("tell that the head is sent")
            if resume, upload == .waiting { upload = .allowed }
        case .sendRequestEnd(_, _, let final):
            try needRequest("end")
            isEndSent = true
            switch final {
            case .none: endWrite = .nothing
            case .informConnectionIsIdle: (hasRequest, endWrite) = (false, .idle)
            case .close: (hasRequest, endWrite) = (false, .close)
            }
        case .pauseRequestBodyStream: try needRequest("pause")
        case .resumeRequestBodyStream:
            try needRequest("resume")
            if upload == .waiting { upload = .allowed }
        case .forwardResponseHead:
            try needRequest("forward a head to")
            isHeadForwarded = true
        case .forwardResponseBodyParts: try needRequest("forward a body to")
        case .forwardResponseEnd(let final, _, _):
            switch final {
            case .close: try end("forward the end to", .close)
            case .none: try end("forward the end to", .nothing)
            case .informConnectionIsIdle: try end("forward the end to", .idle)
            }
        case .failRequest(_, let final):
            try needRequest("fail")
            hasRequest = false
            switch final {
            case .close: close()
            case .informConnectionIsIdle: isLeased = false
            case .failWritePromise, .none: break
            }
        case .close: close()
        case .fireChannelError(_, let closes): if closes { close() }
        case .sendBodyPart, .failSendBodyPart, .failSendStreamFinished, .wait, .read, .fireChannelActive,
            .fireChannelInactive:
            break
        }
    }
}
