import Foundation
import StateMachineInspectionMessages
import StateMachineLoopbackHTTP

/// Serves the pages of machines and connects the inspected apps to these pages.
///
/// `RequestGate` defines the requirements for each request. An app or a script sends the token in
/// the header field `Machine-Inspector-Token`. A browser sends a cookie. It receives the cookie in
/// exchange for the parameter `?once=CODE` in the address of a page, which makes a link that works
/// once.
///
/// Routes for pages:
/// - `GET /` returns the machines and the apps as HTML.
/// - `GET /apps` is an event stream of the apps.
/// - `GET /machines/NAME` returns the page of a machine.
/// - `GET /machines/NAME.json` returns the description of a machine.
/// - `GET /events?type=TYPE` is an event stream of the events below. The optional `type` is the
///   type in the JSON of a machine.
/// - `POST /commands` sends a command to a live machine; see `CommandHead`. The status is 204 if
///   the app will receive the command, and 409 with a reason otherwise.
///
/// The messages of the event stream:
/// - `reload` comes first if the program that served the page has been rebuilt or restarted.
/// - `hello` contains the `version` of the protocol and the `server`. Every stored message follows
///   it. When another `hello` arrives, a page discards the messages that it already has.
/// - `ready` follows the last stored message.
/// - `app` describes the app of a `session` with its name (`app`), its `process`, its start `date`
///   in seconds since 1970, and its `status`, which is `live`, `silent` or `gone`.
/// - Other messages are the records of a `session`; see `RecordKind`.
///
/// Routes for apps:
/// - `POST /records` accepts a batch; see `BatchHeader`.
/// - `GET /commands?session=SESSION` returns the commands for the app, one on each line, as long as
///   the app is connected. Some lines are empty. The status is 404 if the app has not sent a batch.
final class InspectionServer: Sendable {
    /// The address of the server with its token.
    let address: InspectorAddress

    /// The port of the server.
    var port: Int { server.port }

    /// The usual limits for clients.
    static let limits = LoopbackServer.Limits(bodyBytes: 1024 * 1024, idleTime: .seconds(10))

    private let server: LoopbackServer
    private let gate: RequestGate

    /// Starts a server of machines.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for a free port.
    ///   - token: The token that each request needs.
    ///   - limits: The limits for clients.
    ///   - pages: The pages of the machines.
    ///   - time: A closure that returns the time since an arbitrary moment.
    convenience init(
        port: Int = 0,
        token: String,
        limits: LoopbackServer.Limits = InspectionServer.limits,
        pages: ServedPages,
        time: @escaping @Sendable () -> Duration
    ) throws(LoopbackServerError) {
        let store = InspectionStore(server: RequestGate.makeToken(), time: time)
        try self.init(port: port, token: token, limits: limits) { gate in
            let routes = InspectionRoutes(gate: gate, pages: pages, store: store)
            return { try routes.answer($0, on: $1) }
        }
    }

    /// Starts a server of other pages with the same gate.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for a free port.
    ///   - token: The token that each request needs.
    ///   - limits: The limits for clients.
    ///   - handler: A closure that returns the handler of requests for a gate.
    init(
        port: Int = 0,
        token: String,
        limits: LoopbackServer.Limits = InspectionServer.limits,
        handler: (RequestGate) -> LoopbackServer.Handler
    ) throws(LoopbackServerError) {
        gate = RequestGate(token: token)
        server = try LoopbackServer(port: port, limits: limits, handler: handler(gate))
        address = InspectorAddress(origin: server.url, token: token)
    }

    /// Returns a new link for a browser that works once, and invalidates the previous link.
    func makeLink() -> String { "\(address.origin)/?once=\(gate.links.makeCode())" }

    /// Closes every connection and releases the port.
    func stop() { server.stop() }
}
