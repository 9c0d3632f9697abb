package import StateMachineLoopbackHTTP

/// A camera on 127.0.0.1 that streams JPEG files and injects failures on demand.
///
/// The format of the stream is `multipart/x-mixed-replace`.
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

    let pace: Pace
    let stream: CameraStream
    let server: LoopbackServer
    let restarts: Restarts
    let faults = FaultSwitch()

    /// Starts a camera on a free port.
    ///
    /// - Parameters:
    ///   - framesPerSecond: The number of pictures per second.
    ///   - clock: The clock that measures the time between pictures, and the time without a camera
    ///     under ``CameraFault/restart``.
    ///   - announcesLength: Whether the header of each picture contains its length.
    ///   - fault: The initial fault, if any.
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

    /// The address of the stream, such as `http://127.0.0.1:49152/video.mjpg`.
    ///
    /// Faults do not change it.
    package var address: String { server.url + Self.path }

    /// The finished requests, with or without a response, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// The number of open connections.
    package var openConnections: Int { server.openConnections }

    /// The number of received requests that are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Stops the camera and ends its connections; a second call does nothing.
    package func stop() {
        restarts.cancel()
        server.stop()
    }

    /// Returns the JPEG file of a picture, as sent by the camera.
    package static func picture(number: Int) -> [UInt8] {
        TestPicture.file(number: number)
    }
}
