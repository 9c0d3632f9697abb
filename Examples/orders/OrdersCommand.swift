import Foundation
import StateMachineExampleSupport

/// Takes the orders of a shop through several worker processes.
@main
enum OrdersCommand {
    static func main() async {
        await ExampleProgram.run("orders", Options.self) { options, inspector in
            do {
                if let number = options.workerNumber, let file = options.file {
                    let postgres = ProcessInfo.processInfo.environment[OrderStore.variable]
                    return await Worker(number: number, file: file, seed: options.seed ?? 1, postgres: postgres).work()
                }
                return try await Shop(options, inspector).trade()
            } catch {
                complain("\(error)")
                return EXIT_FAILURE
            }
        }
    }

    /// Prints a problem.
    static func complain(_ words: String) {
        Terminal.error.print("orders: \(words.printable)")
    }
}

/// A problem that ends the program, in words.
struct Problem: Error, CustomStringConvertible {
    let description: String
}
