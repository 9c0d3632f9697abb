package import LoopbackHTTP
import StateMachines

/// A camera on 127.0.0.1 that streams JPEG files as `multipart/x-mixed-replace`, which injects
/// failures on demand.
///
/// ```swift
/// let camera = try LoopbackCamera()
/// print(camera.address)  // http://127.0.0.1:49152/video.mjpg
/// try camera.setFault(.drop)
/// camera.stop()
/// ```
package final class LoopbackCamera: Sendable {
    /// The path of the stream.
    static let path = "/video.mjpg"

    private let pace: Pace
    private let stream: CameraStream
    private let server: LoopbackServer
    private let restarts: Restarts
    /// Serializes changes of the fault, so that the server and the stream agree on it.
    private let changing = Locked(())

    /// Starts a camera on a free port.
    ///
    /// - Parameters:
    ///   - framesPerSecond: How many pictures it takes in a second.
    ///   - clock: What measures the time between pictures, and how long the camera is unreachable
    ///     under ``CameraFault/restart``.
    ///   - announcesLength: Whether the header of each picture says how long it is.
    ///   - fault: The failure that is injected from the start.
    /// - Throws: `LoopbackServerError` if no socket can be opened.
    package init(
        framesPerSecond: Int = 10,
        clock: some Clock<Duration> = ContinuousClock(),
        announcesLength: Bool = true,
        fault: CameraFault? = nil
    ) throws(LoopbackServerError) {
        let pace = Pace(framesPerSecond: framesPerSecond, clock: clock)
        let stream = CameraStream(pace: pace, announcesLength: announcesLength)
        self.pace = pace
        self.stream = stream
        server = try LoopbackServer { try stream.handle($0, $1) }
        restarts = Restarts(after: { try? await clock.sleep(for: .seconds(1)) })
        stream.onRestart { [weak self] in self?.restart() }
        try setFault(fault)
    }

    deinit {
        stop()
    }

    /// The address of the stream, such as `http://127.0.0.1:49152/video.mjpg`; no fault changes it.
    package var address: String { server.url + Self.path }

    /// The failure that is injected at present.
    package var fault: CameraFault? { stream.currentFault }

    /// The finished requests, answered or not, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    package var openConnections: Int { server.openConnections }

    /// How many requests have been received and are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Changes the failure that is injected into the streams that begin from now on.
    ///
    /// ``CameraFault/refused`` also closes open connections; any other fault, or `nil`, makes the
    /// camera reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the camera cannot close its port, or open it again.
    package func setFault(_ fault: CameraFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            stream.currentFault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Is unreachable for a second, as after a power failure; then pictures are counted from 0
    /// again.
    package func restart() {
        restarts.begin { [weak self] in
            try? self?.setFault(.refused)
        } reappear: { [weak self] in
            self?.pace.restart()
            try? self?.setFault(nil)
        }
    }

    /// Stops the camera and ends all its connections; a second call does nothing.
    package func stop() {
        restarts.cancel()
        server.stop()
    }

    /// The JPEG file of a picture, as the camera sends it.
    package static func picture(number: Int) -> [UInt8] {
        TestPicture.file(number: number)
    }
}
