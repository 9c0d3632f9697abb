import StateMachines

/// A feed on 127.0.0.1 that changes each time it is asked for, with faults on demand.
///
/// ```swift
/// let service = try FeedService()
/// print(service.address(of: .atom))  // http://127.0.0.1:49152/feed.atom
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// Every edition has a tag: a client that has it already is answered with status 304.
public final class FeedService: Sendable {
    private let routes: FeedRoutes
    private let server: LoopbackServer
    /// One change of the fault at a time, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - editions: What is in the feed, from one good answer to the next; behind the last one it begins anew.
    ///   - latency: How long it takes before an answer begins.
    ///   - clock: What measures that time.
    ///   - fault: What goes wrong from the start.
    /// - Throws: `LoopbackServerError` if the system gives no socket.
    public init(
        editions: [[FeedEntry]] = FeedEdition.bundled,
        latency: Duration = .milliseconds(250),
        clock: some Clock<Duration> = ContinuousClock(),
        fault: FeedFault? = nil
    ) throws(LoopbackServerError) {
        let routes = FeedRoutes(editions: editions, latency: latency, clock: clock)
        self.routes = routes
        server = try LoopbackServer { try routes.handle($0, $1) }
        try setFault(fault)
    }

    deinit {
        stop()
    }

    /// The address of the feed in one of its forms; it stays the same under every fault.
    public func address(of format: FeedFormat) -> String { server.url + format.path }

    /// The requests that were answered or given up, in the order of their ends.
    public var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    public var openConnections: Int { server.openConnections }

    /// How many requests are being answered, or are made to wait.
    public var requestsInProgress: Int { server.requestsInProgress }

    /// What goes wrong at present.
    public var fault: FeedFault? { routes.fault }

    /// Changes what goes wrong with the requests whose answer begins from now on.
    ///
    /// ``FeedFault/refused`` also drops the connections there are; every other fault, or none, brings the service back under
    /// the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot leave its port, or come back to it.
    public func setFault(_ fault: FeedFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            routes.fault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Replaces what is in the feed, from one good answer to the next.
    public func replaceEditions(by editions: [[FeedEntry]]) {
        routes.replaceEditions(by: editions)
    }

    /// Ends the service and whatever still waits for it; a second call finds nothing to do.
    public func stop() {
        server.stop()
    }
}
