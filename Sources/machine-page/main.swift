import Foundation
import StateMachineCatalog
import StateMachineCommandLine

exit(ProgramOutput.status(PageCommand.run(Array(CommandLine.arguments.dropFirst())), of: "machine-page"))
