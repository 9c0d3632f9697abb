import Foundation
import Mutation

// Prints all mistakes that can be made, one on a line.
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
for machine in machines {
    for mutant in machine.mutants { print(String(decoding: try encoder.encode(mutant), as: UTF8.self)) }
}
