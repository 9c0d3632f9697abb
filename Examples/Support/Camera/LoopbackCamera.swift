import StateMachines

/// A camera on 127.0.0.1 that streams JPEG files as `multipart/x-mixed-replace`, with faults on demand.
///
/// ```swift
/// let camera = try LoopbackCamera()
/// print(camera.address)  // http://127.0.0.1:49152/video.mjpg
/// try camera.setFault(.drop)
/// camera.stop()
/// ```
public final class LoopbackCamera: Sendable {
    /// The path of the stream.
    static let path = "/video.mjpg"

    private let pace: Pace
    private let stream: CameraStream
    private let server: LoopbackServer
    private let restarts: Restarts
    /// One change of the fault at a time, so that the server and the stream agree on it.
    private let changing = Locked(())

    /// Starts a camera on a free port.
    ///
    /// - Parameters:
    ///   - framesPerSecond: How many pictures it takes in a second.
    ///   - clock: What the pictures follow, and how long the camera is away under ``CameraFault/restart``.
    ///   - announcesLength: Whether the header of each picture says how long it is.
    ///   - fault: What goes wrong from the start.
    /// - Throws: `LoopbackServerError` if the system gives no socket.
    public init(
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

    /// The address of the stream, such as `http://127.0.0.1:49152/video.mjpg`; it stays the same under every fault.
    public var address: String { server.url + Self.path }

    /// What goes wrong with streams at present.
    public var fault: CameraFault? { stream.currentFault }

    /// The requests that were answered or given up, in the order of their ends.
    public var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    public var openConnections: Int { server.openConnections }

    /// How many requests are being answered, or are made to wait.
    public var requestsInProgress: Int { server.requestsInProgress }

    /// Changes what goes wrong with the streams that begin from now on.
    ///
    /// ``CameraFault/refused`` also drops the connections there are; every other fault, or none, brings the camera back under
    /// the same address.
    ///
    /// - Throws: `LoopbackServerError` if the camera cannot leave its port, or come back to it.
    public func setFault(_ fault: CameraFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            stream.currentFault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Goes away, as when the power fails, and comes back a second later; the pictures are counted from 0 again.
    public func restart() {
        restarts.begin { [weak self] in
            try? self?.setFault(.refused)
        } comeBack: { [weak self] in
            self?.pace.restart()
            try? self?.setFault(nil)
        }
    }

    /// Ends the camera and whatever is connected to it; a second call finds nothing to do.
    public func stop() {
        restarts.cancel()
        server.stop()
    }

    /// The JPEG file of a picture, as the camera sends it.
    public static func picture(number: Int) -> [UInt8] {
        TestPicture.file(number: number)
    }
}
