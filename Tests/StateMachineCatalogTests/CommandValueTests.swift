import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .computing) struct CommandValueTests {
    @Test(arguments: [["--output=a=b=c"], ["--output", "a=b=c"]])
    func `a value may have equals signs of its own`(arguments: [String]) throws {
        guard case .writePages([], directory: "a=b=c") = try Command(arguments) else {
            Issue.record("another command")
            return
        }
    }
}
