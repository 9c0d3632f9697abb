package import LoopbackHTTP
import StateMachines

/// A video on 127.0.0.1, which injects failures on demand.
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
    /// Serializes changes of the fault, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - video: What is served; the sea under a setting sun, unless given.
    ///   - bytesPerSecond: How fast it is sent; as fast as it can be, unless given.
    ///   - clock: What measures these seconds.
    ///   - fault: The failure that is injected from the start.
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

    /// Eight seconds of the sea under a setting sun.
    package static let ocean = StoredResource(SampleVideo().file(), contentType: "video/quicktime")

    /// The address of the video; no fault changes it.
    package var address: String { server.url + VideoRoutes.path }

    /// The finished requests, answered or not, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    package var openConnections: Int { server.openConnections }

    /// How many requests have been received and are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Changes the failure that is injected into the requests that begin from now on.
    ///
    /// ``VideoFault/refused`` also closes open connections; any other fault, or `nil`, makes the
    /// service reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close its port, or open it again.
    package func setFault(_ fault: VideoFault?) throws(LoopbackServerError) {
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
    package func replaceVideo(by video: StoredResource) {
        routes.replaceVideo(by: video)
    }

    /// Stops the service and ends all its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
