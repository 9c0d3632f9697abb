import LoopbackHTTP
import StateMachines

/// Answers requests for the stream, each on the thread of its connection.
final class CameraStream: Sendable {
    /// How many pictures come before a fault in the middle of a stream.
    private static let framesBeforeFault = 5

    private static let boundary = "picture"

    private static let text: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]

    private let pace: Pace
    private let announcesLength: Bool
    private let fault: Locked<CameraFault?>

    /// Makes the camera unreachable for a while.
    private let restart: Locked<@Sendable () -> Void>

    init(pace: Pace, announcesLength: Bool) {
        self.pace = pace
        self.announcesLength = announcesLength
        fault = Locked(nil)
        restart = Locked {}
    }

    var currentFault: CameraFault? {
        get { fault.withLock { $0 } }
        set { fault.withLock { $0 = newValue } }
    }

    func onRestart(_ action: @escaping @Sendable () -> Void) {
        restart.withLock { $0 = action }
    }

    func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        guard request.path == LoopbackCamera.path else {
            return try writer.respond(
                status: .notFound,
                headers: Self.text,
                body: Array("There is nothing here.\n".utf8)
            )
        }
        let fault = currentFault
        switch fault {
        case .busy:
            let body = Array("Too many viewers.\n".utf8)
            return try writer.respond(status: .serviceUnavailable, headers: Self.text, body: body)
        case .page:
            return try writer.respond(headers: ["Content-Type": "text/html"], body: Array("<h1>Camera</h1>".utf8))
        case .boundary:
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=\"\""])
        case .hang, .drop, .stall, .mismatch, .large, .garbage, .refused, .restart, nil:
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=\(Self.boundary)"])
        }
        try stream(to: writer, fault: fault)
    }

    private func stream(to writer: HTTPResponseWriter, fault: CameraFault?) throws {
        let boundary = fault == .mismatch ? "frame" : Self.boundary
        var number: Int?
        for sent in 0... {
            let isBefore = sent < Self.framesBeforeFault
            let next = try waitForPicture(after: number, writer)
            var part = self.part(TestPicture.file(number: next))
            number = next
            switch fault {
            case .hang: try writer.waitForDisconnection()
            case .stall where !isBefore: try writer.waitForDisconnection()
            case .drop where !isBefore:
                try writer.write(Array("--\(boundary)\r\n".utf8) + part.prefix(part.count / 2))
                return writer.abort()
            case .restart where !isBefore:
                restart.withLock { $0 }()
                try writer.waitForDisconnection()
            case .large: part = Array("Content-Type: image/jpeg\r\nContent-Length: 10000000000\r\n\r\n".utf8)
            case .garbage: part = self.part(Array("This is no picture.".utf8))
            case .drop, .stall, .restart, .boundary, .mismatch, .page, .busy, .refused, nil: break
            }
            // The boundary behind a picture comes with the next one, as from many cameras.
            try writer.write(Array("--\(boundary)\r\n".utf8) + part + Array("\r\n".utf8))
        }
    }

    private func part(_ file: [UInt8]) -> [UInt8] {
        let length = announcesLength ? "Content-Length: \(file.count)\r\n" : ""
        return Array("Content-Type: image/jpeg\r\n\(length)\r\n".utf8) + file
    }

    /// Waits until the pace has reached another picture than the last one.
    ///
    /// A test may move the clock, which sends no notification; hence the polling.
    private func waitForPicture(after last: Int?, _ writer: HTTPResponseWriter) throws(ClientDisconnected) -> Int {
        while pace.number == last { try writer.wait(.milliseconds(3)) }
        return pace.number
    }
}
