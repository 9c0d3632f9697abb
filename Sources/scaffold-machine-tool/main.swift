import Foundation
import StateMachineScaffolding

do throws(ScaffoldCommand.Failure) {
    print(try ScaffoldCommand.run(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(error.status)
}
