import Foundation
import StateMachineCommandLine
import StateMachineScaffolding

var status: Int32 = 0
do throws(ScaffoldCommand.Failure) {
    ProgramOutput.standard.print(try ScaffoldCommand.run(Array(CommandLine.arguments.dropFirst())))
} catch {
    ProgramOutput.error.print("\(error)")
    status = error.status
}
exit(ProgramOutput.status(status, of: "scaffold-machine"))
