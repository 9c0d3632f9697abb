import StateMachineCommandLine
import StateMachineLoopbackHTTP

/// Serves the page of a fleet of durable machines, through the gate of the inspector.
///
/// This module knows nothing of fleets: closures return what the page shows.
package struct FleetServer: Sendable {
    private let page: FleetPage
    private let overview: @Sendable () async throws -> String
    private let machine: @Sendable (String) async throws -> String

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - fleet: The name of the fleet.
    ///   - overview: A closure that returns the figures of the fleet as JSON on one line.
    ///   - machine: A closure that returns the machine with a name as JSON.
    package init(
        of fleet: String,
        overview: @escaping @Sendable () async throws -> String,
        machine: @escaping @Sendable (_ name: String) async throws -> String
    ) {
        page = FleetPage(fleet: fleet)
        (self.overview, self.machine) = (overview, machine)
    }

    func start(port: Int, token: String) throws(LoopbackServerError) -> InspectionServer {
        let figures = FleetFigures(read: overview)
        return try InspectionServer(port: port, token: token) { gate in
            let routes = FleetRoutes(gate: gate, page: page, figures: figures, machine: machine)
            return { try routes.answer($0, on: $1) }
        }
    }

    /// Serves the page until a signal ends the program.
    ///
    /// - Parameters:
    ///   - port: The port of 127.0.0.1; `nil` for a free port.
    ///   - opensBrowser: Whether to open the page in a browser.
    package func run(port: Int?, opensBrowser: Bool) throws -> Never {
        let server: InspectionServer
        do throws(LoopbackServerError) {
            server = try start(port: port ?? 0, token: RequestGate.makeToken())
        } catch {
            throw Problem("\(error). Choose another port with --port, or omit --port to use a free port.")
        }
        let link = server.makeLink()
        let words = "The link works once. Press Enter for a new link. Press Ctrl-C to stop."
        ProgramOutput.standard.print("\(link)\n\n\(words)")
        if opensBrowser { Browser.open(link) }
        var input = LineInput()
        while true {
            if input.hasLine() { ProgramOutput.standard.print(server.makeLink()) }
        }
    }
}
