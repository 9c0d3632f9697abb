import StateMachineLocks
import StateMachineLoopbackHTTP

/// Responds to requests for the video.
final class VideoRoutes: Sendable {
    static let path = "/ocean.mov"

    private struct State {
        var video: StoredResource
        var fault: VideoFault?
        var hasDisconnected = false
    }

    private let state: Locked<State>
    private let bytesPerSecond: Int?
    private let clock: any Clock<Duration>

    init(video: StoredResource, bytesPerSecond: Int?, clock: any Clock<Duration>) {
        state = Locked(State(video: video))
        self.bytesPerSecond = bytesPerSecond
        self.clock = clock
    }

    func setFault(_ fault: VideoFault?) {
        state.withLock { state in
            state.fault = fault
            state.hasDisconnected = false
        }
    }

    func replaceVideo(by video: StoredResource) {
        state.withLock { $0.video = video }
    }

    func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        guard request.method == .get || request.method == .head else {
            return try writer.respond(status: .methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        let (video, fault) = state.withLock { ($0.video, $0.fault) }
        guard request.path == Self.path, fault != .notFound else {
            return try writer.respond(
                status: .notFound,
                headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: Array("This video does not exist.\n".utf8)
            )
        }
        switch fault {
        case .timeout: try writer.waitForDisconnection()
        // This can happen only for a request that arrived before the server closed its port.
        case .refused: writer.abort(reset: true)
        case .notAVideo:
            let text = StoredResource(Array("<!DOCTYPE html><title>Sign in</title>\n".utf8), contentType: "text/html")
            try text.respond(to: request, on: writer)
        case .wrongLength: try announceTooMuch(of: video, to: request, on: writer)
        case .disconnect, .noRanges, .slow, .notFound, nil: try serve(video, to: request, on: writer, with: fault)
        }
    }

    private func serve(
        _ video: StoredResource,
        to request: HTTPRequest,
        on writer: HTTPResponseWriter,
        with fault: VideoFault?
    ) throws {
        guard fault == .noRanges else {
            let answer = video.answer(to: request)
            return try send(
                video.bytes[answer.part],
                answer.status,
                answer.headers,
                to: request,
                on: writer,
                with: fault
            )
        }
        try send(video.bytes[...], .ok, ["Content-Type": video.contentType], to: request, on: writer, with: fault)
    }

    private func send(
        _ bytes: ArraySlice<UInt8>,
        _ status: HTTPStatus,
        _ headers: HTTPHeaders,
        to request: HTTPRequest,
        on writer: HTTPResponseWriter,
        with fault: VideoFault?
    ) throws {
        try writer.begin(status: status, headers: headers, contentLength: bytes.count)
        if request.method == .head {
            try writer.write(Array(bytes))
        } else if fault == .disconnect || fault == .noRanges, isFirstToBreakOff() {
            try send(bytes.prefix(bytes.count / 2), on: writer, with: fault)
            writer.abort()
        } else {
            try send(bytes, on: writer, with: fault)
        }
    }

    /// Announces the full length in `Content-Range` but sends a complete body that is slightly
    /// shorter.
    private func announceTooMuch(
        of video: StoredResource,
        to request: HTTPRequest,
        on writer: HTTPResponseWriter
    ) throws {
        let answer = video.answer(to: request)
        try writer.begin(status: answer.status, headers: answer.headers)
        try writer.write(Array(video.bytes[answer.part].dropLast(1000)))
    }

    private func isFirstToBreakOff() -> Bool {
        state.withLock { state in
            defer { state.hasDisconnected = true }
            return !state.hasDisconnected
        }
    }

    /// Sends bytes at the rate of the service, one piece per twentieth of a second.
    private func send(_ bytes: ArraySlice<UInt8>, on writer: HTTPResponseWriter, with fault: VideoFault?) throws {
        guard let bytesPerSecond = fault == .slow ? (bytesPerSecond ?? 200_000) / 10 : bytesPerSecond else {
            return try writer.write(Array(bytes))
        }
        try send(bytes, inPiecesOf: max(1, bytesPerSecond / 20), on: writer, by: clock)
    }

    private func send(
        _ bytes: ArraySlice<UInt8>,
        inPiecesOf count: Int,
        on writer: HTTPResponseWriter,
        by clock: some Clock<Duration>
    ) throws {
        var (rest, time) = (bytes, clock.now)
        while !rest.isEmpty {
            let piece = rest.prefix(count)
            rest = rest.dropFirst(piece.count)
            try writer.write(Array(piece))
            time = time.advanced(by: .milliseconds(50))
            if !rest.isEmpty { try writer.wait(until: time, on: clock) }
        }
    }
}
