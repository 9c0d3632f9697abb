package import StateMachineLoopbackHTTP

/// A video on 127.0.0.1 with failures on demand.
///
/// ```swift
/// let service = try VideoService()
/// print(service.address)  // http://127.0.0.1:49152/ocean.mov
/// try service.setFault(.disconnect)
/// service.stop()
/// ```
package final class VideoService: Sendable {
    private let routes: VideoRoutes
    private let server: LoopbackServer
    private let faults = FaultSwitch()

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - video: The video to serve. The default is the sea at sunset.
    ///   - bytesPerSecond: The rate at which the service sends the video. By default, the rate is
    ///     not limited.
    ///   - clock: The clock that measures these seconds.
    ///   - fault: The initial fault, if any.
    /// - Throws: `LoopbackServerError` if no socket can be opened.
    package init(
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

    /// Eight seconds of the sea at sunset.
    package static let ocean = StoredResource(SampleVideo().file(), contentType: "video/quicktime")

    /// The address of the video, which faults do not change.
    package var address: String { server.url + VideoRoutes.path }

    /// The finished requests, with or without a response, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// The number of open connections.
    package var openConnections: Int { server.openConnections }

    /// The number of received requests that are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Changes the fault for requests that begin from now on.
    ///
    /// ``VideoFault/refused`` also closes open connections. With any other fault, or with `nil`,
    /// the service is reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close or reopen its port.
    package func setFault(_ fault: VideoFault?) throws(LoopbackServerError) {
        try faults.set(fault, at: server) { routes.setFault($0) }
    }

    /// Replaces the video with a new version, which has its own tag.
    package func replaceVideo(by video: StoredResource) {
        routes.replaceVideo(by: video)
    }

    /// Stops the service and ends its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
