package import LoopbackHTTP
import StateMachines

/// An image search on 127.0.0.1 that speaks the JSON of Pixabay's search API, which injects
/// failures on demand.
///
/// ```swift
/// let service = try ImageService()
/// // GET <endpoint>?key=any&q=yellow+flowers&page=1&per_page=20
/// print(service.endpoint)  // http://127.0.0.1:49152/api/
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// Its few hundred pictures are drawn on request, and are the same in every run. Any key that is
/// not empty is valid.
package final class ImageService: Sendable {
    private let routes: ServiceRoutes
    private let server: LoopbackServer
    /// Serializes changes of the fault, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - latency: How long a search takes before its answer begins.
    ///   - clock: What measures that time.
    ///   - fault: The failure that is injected from the start.
    ///   - slowDuration: How long the answer takes under ``SearchFault/slow``.
    /// - Throws: `LoopbackServerError` if no socket can be opened.
    package init(
        latency: Duration = .milliseconds(250),
        clock: some Clock<Duration> = ContinuousClock(),
        fault: SearchFault? = nil,
        slowDuration: Duration = .seconds(2)
    ) throws(LoopbackServerError) {
        let routes = ServiceRoutes(fault: nil, latency: latency, clock: clock, slowDuration: slowDuration)
        self.routes = routes
        server = try LoopbackServer { try routes.handle($0, $1) }
        try setFault(fault)
    }

    deinit {
        stop()
    }

    /// The address of the search, such as `http://127.0.0.1:49152/api/`; no fault changes it.
    package var endpoint: String { server.url + "/api/" }

    /// The failure that is injected at present.
    package var fault: SearchFault? { routes.currentFault }

    /// The finished requests, answered or not, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    package var openConnections: Int { server.openConnections }

    /// How many requests have been received and are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Changes the failure that is injected into the searches whose answer begins from now on.
    ///
    /// ``SearchFault/refused`` also closes open connections; any other fault, or `nil`, makes the
    /// service reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close its port, or open it again.
    package func setFault(_ fault: SearchFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            routes.currentFault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Stops the service and ends all its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
