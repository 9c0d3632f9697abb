import StateMachines

/// A video on 127.0.0.1, with faults on demand.
///
/// ```swift
/// let service = try VideoService()
/// print(service.address)  // http://127.0.0.1:49152/ocean.mov
/// try service.setFault(.disconnect)
/// service.stop()
/// ```
public final class VideoService: Sendable {
    private let routes: VideoRoutes
    private let server: LoopbackServer
    /// One change of the fault at a time, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - video: What is served; the sea under a setting sun, unless given.
    ///   - bytesPerSecond: How fast it is sent; as fast as it can be, unless given.
    ///   - clock: What measures these seconds.
    ///   - fault: What goes wrong from the start.
    /// - Throws: `LoopbackServerError` if the system gives no socket.
    public init(
        video: StoredResource = VideoService.ocean,
        bytesPerSecond: Int? = nil,
        clock: some Clock<Duration> = ContinuousClock(),
        fault: VideoFault? = nil
    ) throws(LoopbackServerError) {
        let routes = VideoRoutes(video: video, bytesPerSecond: bytesPerSecond, clock: clock)
        self.routes = routes
        server = try LoopbackServer { try routes.handle($0, $1) }
        try setFault(fault)
    }

    deinit {
        stop()
    }

    /// Eight seconds of the sea under a setting sun.
    public static let ocean = StoredResource(SampleVideo().file(), contentType: "video/quicktime")

    /// The address of the video; it stays the same under every fault.
    public var address: String { server.url + VideoRoutes.path }

    /// The requests that were answered or given up, in the order of their ends.
    public var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    public var openConnections: Int { server.openConnections }

    /// How many requests are being answered, or are made to wait.
    public var requestsInProgress: Int { server.requestsInProgress }

    /// Changes what goes wrong with the requests that begin from now on.
    ///
    /// ``VideoFault/refused`` also drops the connections there are; every other fault, or none, brings the service back under
    /// the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot leave its port, or come back to it.
    public func setFault(_ fault: VideoFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            routes.setFault(fault)
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Replaces what is served by a new version, under a tag of its own.
    public func replaceVideo(by video: StoredResource) {
        routes.replaceVideo(by: video)
    }

    /// Ends the service and whatever still waits for it; a second call finds nothing to do.
    public func stop() {
        server.stop()
    }
}
