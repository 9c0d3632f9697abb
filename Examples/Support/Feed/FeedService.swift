package import LoopbackHTTP
import StateMachines

/// A feed on 127.0.0.1 that changes each time it is asked for, which injects failures on demand.
///
/// ```swift
/// let service = try FeedService()
/// print(service.address(of: .atom))  // http://127.0.0.1:49152/feed.atom
/// try service.setFault(.truncated)
/// service.stop()
/// ```
///
/// Each edition has a tag: a client that sends the tag gets status 304.
package final class FeedService: Sendable {
    private let routes: FeedRoutes
    private let server: LoopbackServer
    /// Serializes changes of the fault, so that the server and the routes agree on it.
    private let changing = Locked(())

    /// Starts a service on a free port.
    ///
    /// - Parameters:
    ///   - editions: What the feed has in it, one for each successful answer; after the last one
    ///     the first follows.
    ///   - latency: How long it takes until an answer begins.
    ///   - clock: What measures that time.
    ///   - fault: The failure that is injected from the start.
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

    /// The address of the feed in one of its formats; no fault changes it.
    package func address(of format: FeedFormat) -> String { server.url + format.path }

    /// The finished requests, answered or not, in the order in which they ended.
    package var log: [FinishedRequest] { server.log }

    /// How many connections are open.
    package var openConnections: Int { server.openConnections }

    /// How many requests have been received and are not finished.
    package var requestsInProgress: Int { server.requestsInProgress }

    /// The failure that is injected at present.
    package var fault: FeedFault? { routes.fault }

    /// Changes the failure that is injected into the requests whose answer begins from now on.
    ///
    /// ``FeedFault/refused`` also closes open connections; any other fault, or `nil`, makes the
    /// service reachable again at the same address.
    ///
    /// - Throws: `LoopbackServerError` if the service cannot close its port, or open it again.
    package func setFault(_ fault: FeedFault?) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            routes.fault = fault
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }

    /// Replaces the editions.
    package func replaceEditions(by editions: [[FeedEntry]]) {
        routes.replaceEditions(by: editions)
    }

    /// Stops the service and ends all its connections; a second call does nothing.
    package func stop() {
        server.stop()
    }
}
