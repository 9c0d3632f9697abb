package import StateMachineLoopbackHTTP

/// A feed on 127.0.0.1 that changes with each request and injects failures on demand.
///
/// ```swift
/// let service = try FeedService()
/// print(service.address(of: .atom))  // http://127.0.0.1:49152/feed.atom
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// Each edition has a tag. If a client sends the current tag, the service responds with status 304.
package final class FeedService: Sendable {
    private let routes: FeedRoutes
    private let server: LoopbackServer
    private let faults = FaultSwitch()

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - editions: The editions of the feed, one for each successful response. The first one
    ///     follows after the last one.
    ///   - latency: The time before a response begins.
    ///   - clock: The clock that measures this time.
    ///   - fault: The initial fault, if any.
    /// - Throws: `LoopbackServerError` if no socket can be opened.
    package init(
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

    /// Returns the address of the feed in a format, which faults do not change.
    package func address(of format: FeedFormat) -> String { server.url + format.path }

    /// The finished requests, with or without a response, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// The number of open connections.
    package var openConnections: Int { server.openConnections }

    /// The number of received requests that are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// The current fault, if any.
    package var fault: FeedFault? { routes.fault }

    /// Changes the fault for requests whose responses begin from now on.
    ///
    /// ``FeedFault/refused`` also closes open connections. With any other fault, or with `nil`, the
    /// service is reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close or reopen its port.
    package func setFault(_ fault: FeedFault?) throws(LoopbackServerError) {
        try faults.set(fault, at: server) { routes.fault = $0 }
    }

    /// Replaces the editions.
    package func replaceEditions(by editions: [[FeedEntry]]) {
        routes.replaceEditions(by: editions)
    }

    /// Stops the service and ends its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
