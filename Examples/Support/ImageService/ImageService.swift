import StateMachines

/// An image search on 127.0.0.1 that speaks the JSON of Pixabay's search API, with faults on demand.
///
/// ```swift
/// let service = try ImageService()
/// // GET <endpoint>?key=any&q=yellow+flowers&page=1&per_page=20
/// print(service.endpoint)  // http://127.0.0.1:49152/api/
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// Its few hundred pictures are drawn when they are asked for, and are the same in every run. Any key that is
/// not empty is good.
public final class ImageService: Sendable {
    private let routes: ServiceRoutes
    private let server: LoopbackServer
    /// One change of the fault at a time, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - latency: How long a search takes before its answer begins.
    ///   - clock: What measures that time.
    ///   - fault: What goes wrong with searches from the start.
    ///   - slowDuration: How long the answer takes under ``Fault/slow``.
    /// - Throws: `LoopbackServerError` if the system gives no socket.
    public init(
        latency: Duration = .milliseconds(250),
        clock: some Clock<Duration> = ContinuousClock(),
        fault: Fault? = nil,
        slowDuration: Duration = .seconds(3)
    ) throws(LoopbackServerError) {
        let routes = ServiceRoutes(fault: nil, latency: latency, clock: clock, slowDuration: slowDuration)
        self.routes = routes
        server = try LoopbackServer { try routes.handle($0, $1) }
        try setFault(fault)
    }

    deinit {
        stop()
    }

    /// The address of the search, such as `http://127.0.0.1:49152/api/`; it stays the same under every fault.
    public var endpoint: String { server.url + "/api/" }

    /// What goes wrong with searches at present.
    public var fault: Fault? { routes.currentFault }

    /// The requests that were answered or given up, in the order of their ends.
    public var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    public var openConnections: Int { server.openConnections }

    /// How many requests are being answered, or are made to wait.
    public var requestsInProgress: Int { server.requestsInProgress }

    /// Changes what goes wrong with the searches whose answer begins from now on.
    ///
    /// ``Fault/refused`` also drops the connections there are; every other fault, or none, brings the service
    /// back under the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot leave its port, or come back to it.
    public func setFault(_ fault: Fault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            routes.currentFault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Ends the service and whatever still waits for it; a second call finds nothing to do.
    public func stop() {
        server.stop()
    }
}
