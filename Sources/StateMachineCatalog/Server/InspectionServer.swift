import Foundation
import InspectionMessages
import LoopbackHTTP

/// Serves the pages of machines, and brings together the apps whose machines are inspected and the
/// pages that show them.
///
/// `RequestGate` says what each request needs. An app or a script sends the token in the header
/// field `Machine-Inspector-Token`. A browser sends a cookie, which it gets for `?once=CODE` in the
/// address of a page: a link that works once. These are the routes.
///
/// For pages:
/// - `GET /`: the machines and the apps, as HTML; `GET /apps` is an event stream of the apps.
/// - `GET /machines/NAME`: the page of a machine; `/machines/NAME.json` is what is known of it.
/// - `GET /events?type=TYPE`: an event stream of what happens; `type`, as in the JSON of a machine,
///   is optional. It begins with `hello`, whose data has the `version` of the protocol and the
///   `server`, and with all that is remembered. A page forgets what it had when `hello` comes
///   again. `reload` comes first if the page was served by a program that has been built anew, or
///   started again. `ready` says that all that was remembered has been sent. `app` says of a
///   `session` which `app` it is, in which `process`, since which `date` (in seconds since 1970),
///   and whether its `status` is `live`, `silent` or `gone`. Other messages are the records of a
///   `session`: see `RecordKind`.
/// - `POST /commands`: a command for a live machine, see `CommandHead`: 204 if the app will get it,
///   409 with the reason if not.
///
/// For apps:
/// - `POST /records`: a batch, see `BatchHeader`.
/// - `GET /commands?session=SESSION`: the commands for the app, a line each, as long as it is
///   connected; some lines are empty. 404 if no batch has come yet.
final class InspectionServer: Sendable {
    /// The address with the token.
    let address: InspectorAddress

    /// The port.
    var port: Int { server.port }

    private let server: LoopbackServer
    private let gate: RequestGate

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free one.
    ///   - token: The token that each request needs.
    ///   - pages: The pages of the machines.
    ///   - time: The time since any moment.
    init(
        port: Int = 0,
        token: String,
        limits: LoopbackServer.Limits = .init(bodyBytes: 1024 * 1024, idleTime: .seconds(10)),
        pages: ServedPages,
        time: @escaping @Sendable () -> Duration
    ) throws(LoopbackServerError) {
        gate = RequestGate(token: token)
        let routes = InspectionRoutes(
            gate: gate,
            pages: pages,
            store: InspectionStore(server: RequestGate.makeToken(), time: time)
        )
        server = try LoopbackServer(port: port, limits: limits) { try routes.answer($0, on: $1) }
        address = InspectorAddress(origin: server.url, token: token)
    }

    /// Makes a link for a browser, which works once; the one before becomes invalid.
    func makeLink() -> String { "\(address.origin)/?once=\(gate.links.makeCode())" }

    /// Ends all connections, and gives the port back.
    func stop() { server.stop() }
}
