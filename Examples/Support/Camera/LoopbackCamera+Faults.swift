import StateMachineLocks
package import StateMachineLoopbackHTTP

// This file implements all faults of a camera: faults of the address, of the response header, and
// of the pictures.

extension LoopbackCamera {
    /// The current fault, if any.
    package var fault: CameraFault? { stream.currentFault }

    /// Changes the fault for streams that begin from now on.
    ///
    /// ``CameraFault/refused`` also closes open connections. With any other fault, or with `nil`,
    /// the camera is reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the camera cannot close or reopen its port.
    package func setFault(_ fault: CameraFault?) throws(LoopbackServerError) {
        try faults.set(fault, at: server) { stream.currentFault = $0 }
    }

    /// Makes the camera unreachable for a second, as after a power failure.
    ///
    /// Afterwards, the pictures are numbered from 0 again.
    package func restart() {
        restarts.begin { [weak self] in
            try? self?.setFault(.refused)
        } reappear: { [weak self] in
            self?.pace.restart()
            try? self?.setFault(nil)
        }
    }
}

extension CameraStream {
    /// The number of pictures before a fault in the middle of a stream.
    private static let framesBeforeFault = 5

    /// Begins the response to a request for the stream.
    ///
    /// - Returns: Whether pictures should follow.
    func begin(_ writer: HTTPResponseWriter, under fault: CameraFault?) throws -> Bool {
        switch fault {
        case .busy:
            let body = Array("Too many viewers.\n".utf8)
            try writer.respond(status: .serviceUnavailable, headers: Self.text, body: body)
            return false
        case .page:
            try writer.respond(headers: ["Content-Type": "text/html"], body: Array("<h1>Camera</h1>".utf8))
            return false
        case .boundary:
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=\"\""])
        case .hang, .drop, .stall, .mismatch, .large, .garbage, .refused, .restart, nil:
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=\(Self.boundary)"])
        }
        return true
    }

    /// Returns the boundary between the pictures.
    static func separator(under fault: CameraFault?) -> String { fault == .mismatch ? "frame" : boundary }

    /// Returns the next part of a stream under a fault, or `nil` if the stream has ended.
    ///
    /// - Parameter sent: The number of parts sent before.
    func disturbed(
        _ part: [UInt8],
        after sent: Int,
        to writer: HTTPResponseWriter,
        under fault: CameraFault?
    ) throws -> [UInt8]? {
        let isBefore = sent < Self.framesBeforeFault
        switch fault {
        case .hang: try writer.waitForDisconnection()
        case .stall where !isBefore: try writer.waitForDisconnection()
        case .drop where !isBefore:
            try writer.write(Array("--\(Self.boundary)\r\n".utf8) + part.prefix(part.count / 2))
            writer.abort()
            return nil
        case .restart where !isBefore:
            restart.withLock { $0 }()
            try writer.waitForDisconnection()
        case .large: return Array("Content-Type: image/jpeg\r\nContent-Length: 10000000000\r\n\r\n".utf8)
        case .garbage: return self.part(Array("This is no picture.".utf8))
        case .drop, .stall, .restart, .boundary, .mismatch, .page, .busy, .refused, nil: break
        }
        return part
    }
}
