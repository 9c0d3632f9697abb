import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachineInspectionMessages

/// The options of `orders`.
struct Options: ExampleOptions, Equatable {
    /// The number of orders; `nil` for the number of an earlier run on the same file, or 1000.
    var orders: Int?

    var workers = 3

    /// The file of the fleet; `nil` for a new file in the temporary directory.
    var file: String?

    /// The connection string of a PostgreSQL database; `nil` for an SQLite file.
    var postgres: String?

    /// The seed; `nil` for the seed of an earlier run on the same file, or 1.
    var seed: UInt64?

    /// Whether the program kills workers.
    var hasChaos = false

    /// The number of workers to kill; `nil` for one per 20 orders.
    var kills: Int?

    /// The command that crashes the database server and starts it again.
    var crash: String?

    /// The number of the worker process that this program is; `nil` for the shop.
    var workerNumber: Int?

    var inspectorAddress: String?

    var asksForHelp = false

    static let usage = """
        usage: orders [--orders N] [--workers N] [--file PATH] [--seed N]
                      [--postgres URL] [--chaos [KILLS]] [--crash COMMAND]
                      [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Takes the orders of a shop from their placement to their delivery or
        cancellation. Each order is a machine in an SQLite file. Several worker
        processes do the work: they charge the customers, reserve the items, ship
        them, and so on.

        \(usage)

          --orders N       the number of orders (default: 1000)
          --workers N      the number of worker processes, from 1 to 16 (default: 3)
          --file PATH      the SQLite file. If the file contains orders of an earlier
                           run, the program continues with them. By default, the
                           program creates a file in the temporary directory and
                           removes it at the end
          --postgres URL   keeps the orders in a PostgreSQL database, which can be on
                           another computer. The tables are in a schema of their own.
                           Only the ledger is a file then, PATH.ledger
          --seed N         the seed of everything that is left to chance, such as the
                           decisions of the customers (default: 1)
          --chaos [KILLS]  kills random workers with SIGKILL and starts others
                           (default: one kill per 20 orders)
          --crash COMMAND  with --postgres and --chaos: runs a shell command that
                           crashes the server and starts it again, once per ten
                           kills, and from 1 to 20 times
          --inspect [ADDRESS]
                           shows the first ten orders on a page in the browser. To
                           start an inspector, run
                           'swift run transition-tables serve'. Then set
                           \(InspectorAddress.variable) to the address that it prints, or
                           write the address after --inspect

        On a terminal, the program shows how many orders are in each state. On other
        outputs, it prints a line after each tenth of the orders.

        You can interrupt the program at any moment, for example with Ctrl-C. To
        continue, start it again with the same file.

        The bank, the warehouse and the carrier write each request that they receive
        into a ledger, the file PATH.ledger. At the end, the program compares the
        orders with the ledger. The exit status is 1 if they differ: if, for example,
        a customer has paid twice or a cancelled order was not refunded.
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--orders"): orders = try arguments.number(of: "--orders", in: 1...100_000)
            case .option("--workers"): workers = try arguments.number(of: "--workers", in: 1...16)
            case .option("--file"): file = try Self.path(arguments.value(of: "--file"))
            case .option("--postgres"):
                postgres = try arguments.value(of: "--postgres")
                if postgres == "" { throw UsageError("--postgres needs a URL or a list of options") }
            case .option("--seed"): seed = UInt64(try arguments.number(of: "--seed", in: 0...Int.max))
            case .option("--chaos"):
                hasChaos = true
                kills = try Self.kills(arguments.value { Int($0) != nil })
            case .option("--crash"):
                crash = try arguments.value(of: "--crash")
                if crash == "" { throw UsageError("--crash needs a command") }
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
            // The program starts its workers with this option.
            case .option("--worker"): workerNumber = try arguments.number(of: "--worker", in: 1...Int.max)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): throw UsageError("unknown argument '\(word)'")
            }
        }
        if crash != nil, postgres == nil || !hasChaos { throw UsageError("--crash needs --postgres and --chaos") }
        if workerNumber != nil, file == nil { throw UsageError("--worker is an option for the program itself") }
    }

    private static func path(_ path: String) throws(UsageError) -> String {
        if path.isEmpty { throw UsageError("--file needs the path of a file") }
        return path
    }

    private static func kills(_ text: String?) throws(UsageError) -> Int? {
        guard let text else { return nil }
        guard let kills = Int(text), (1...10_000).contains(kills) else {
            throw UsageError("--chaos takes a whole number from 1 to 10000, not '\(text)'")
        }
        return kills
    }
}
