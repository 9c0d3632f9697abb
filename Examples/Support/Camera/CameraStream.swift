import StateMachineLocks
import StateMachineLoopbackHTTP

/// Responds to requests for the stream, each on the thread of its connection.
final class CameraStream: Sendable {
    static let boundary = "picture"

    static let text: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]

    private let pace: Pace
    private let announcesLength: Bool
    private let fault: Locked<CameraFault?>

    /// A closure that makes the camera unreachable for a while.
    let restart: Locked<@Sendable () -> Void>

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
                body: Array("Not found.\n".utf8)
            )
        }
        let fault = currentFault
        guard try begin(writer, under: fault) else { return }
        try stream(to: writer, fault: fault)
    }

    private func stream(to writer: HTTPResponseWriter, fault: CameraFault?) throws {
        let boundary = Self.separator(under: fault)
        var number: Int?
        for sent in 0... {
            let next = try waitForPicture(after: number, writer)
            number = next
            let picture = part(TestPicture.file(number: next))
            guard let part = try disturbed(picture, after: sent, to: writer, under: fault) else { return }
            // As with many cameras, the boundary after a picture arrives with the next picture.
            try writer.write(Array("--\(boundary)\r\n".utf8) + part + Array("\r\n".utf8))
        }
    }

    func part(_ file: [UInt8]) -> [UInt8] {
        let length = announcesLength ? "Content-Length: \(file.count)\r\n" : ""
        return Array("Content-Type: image/jpeg\r\n\(length)\r\n".utf8) + file
    }

    /// Waits until a new picture is due.
    ///
    /// A test may advance its clock. Because the clock sends no notification then, this method
    /// polls it.
    private func waitForPicture(after last: Int?, _ writer: HTTPResponseWriter) throws(ClientDisconnected) -> Int {
        while pace.number == last { try writer.wait(.milliseconds(3)) }
        return pace.number
    }
}
