package import StateMachineLoopbackHTTP

/// An image search on 127.0.0.1 that injects failures on demand.
///
/// It uses the JSON of Pixabay's search API.
///
/// ```swift
/// let service = try ImageService()
/// // GET <endpoint>?key=any&q=yellow+flowers&page=1&per_page=20
/// print(service.endpoint)  // http://127.0.0.1:49152/api/
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// The service draws its few hundred pictures on request, and they are the same in every run. Any
/// key that is not empty is valid.
package final class ImageService: Sendable {
    private let routes: ServiceRoutes
    private let server: LoopbackServer
    private let faults = FaultSwitch()

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - latency: The time before the response to a search begins.
    ///   - clock: The clock that measures this time.
    ///   - fault: The initial fault, if any.
    ///   - slowDuration: The duration of a response under ``SearchFault/slow``.
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

    /// The address of the search, such as `http://127.0.0.1:49152/api/`.
    ///
    /// Faults do not change it.
    package var endpoint: String { server.url + "/api/" }

    /// The current fault, if any.
    package var fault: SearchFault? { routes.currentFault }

    /// The finished requests, with or without a response, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// The number of open connections.
    package var openConnections: Int { server.openConnections }

    /// The number of received requests that are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// Changes the fault for searches whose responses begin from now on.
    ///
    /// ``SearchFault/refused`` also closes open connections. With any other fault, or with `nil`,
    /// the service is reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close or reopen its port.
    package func setFault(_ fault: SearchFault?) throws(LoopbackServerError) {
        try faults.set(fault, at: server) { routes.currentFault = $0 }
    }

    /// Stops the service and ends its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
