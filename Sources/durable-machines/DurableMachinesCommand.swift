import DurableMachines
import Foundation

/// Creates the tables of fleets, and moves fleets from an SQLite file to a PostgreSQL database.
@main
enum DurableMachinesCommand {
    static func main() async { exit(await FleetCommand.main()) }
}
