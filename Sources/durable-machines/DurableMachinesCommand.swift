import DurableMachines
import Foundation
import StateMachineCatalog

/// Creates the tables of fleets, moves them from a file to a database, and shows what they do.
@main
enum DurableMachinesCommand {
    static func main() async {
        let status = await FleetCommand.main { inspection in
            try FleetServer(of: inspection.fleet, overview: inspection.overview, machine: inspection.machine)
                .run(port: inspection.port, opensBrowser: inspection.opensBrowser)
        }
        exit(status)
    }
}
