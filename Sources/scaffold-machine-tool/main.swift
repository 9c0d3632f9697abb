import Foundation
import StateMachineScaffolding

do {
    print(try ScaffoldCommand.run(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
