import Foundation
import StateMachineCommandLine
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The command line of `diff`.
@Suite(.timeLimit(.minutes(1)), .computing) struct DiffCommandTests {
    @Test(arguments: [
        ["diff", "Door", "door.mmd", "--event", "a=b", "--event", "c=d", "--state", "e=f", "--picture", "p.svg"],
        ["diff", "--event=a=b", "Door", "--event=c=d", "--picture=p.svg", "--state=e=f", "door.mmd"],
    ])
    func `the options can have any order and an equals sign`(arguments: [String]) throws {
        guard case .diff(let command) = try Command(arguments) else {
            Issue.record("another command")
            return
        }
        #expect((command.machine, command.design, command.picture) == ("Door", "door.mmd", "p.svg"))
        #expect(command.matching.events == [.init(design: "a", code: "b"), .init(design: "c", code: "d")])
        #expect(command.matching.states == [.init(design: "e", code: "f")])
        #expect(!command.isAccepting)
    }

    @Test func `help about diff is printed`() throws {
        guard case .help = try Command(["diff", "--help"]) else {
            Issue.record("another command")
            return
        }
    }

    @Test(arguments: [
        (["diff"], "diff needs the name of a machine and the path of a design"),
        (["diff", "Door"], "diff needs the name of a machine and the path of a design"),
        (["diff", "Door", "a.mmd", "b.mmd"], "diff needs the name of a machine and the path of a design"),
        (["diff", "Door", "a.mmd", "--port", "80"], "unknown option of diff: --port"),
        (["diff", "Door", "a.mmd", "--event"], "--event needs a value"),
        (["diff", "Door", "a.mmd", "--event", "a"], "--event needs a pair of names, design=code, not a"),
        (["diff", "Door", "a.mmd", "--state", "a="], "--state needs a pair of names, design=code, not a="),
        (["diff", "Door", "a.mmd", "--state", "a=b=c"], "--state needs a pair of names, design=code, not a=b=c"),
        (["diff", "Door", "a.mmd", "--picture", "a.png"], "--picture needs a path that ends with .html, .svg or .mmd"),
        (["diff", "Door", "a.mmd", "--picture", "a.mmd"], "--picture would replace the design a.mmd;"),
        (["diff", "Door", "a.mmd", "--accept", "--event", "a=b"], "--accept cannot be combined with other options"),
        (["diff", "Door", "a.mmd", "--accept", "--picture", "a.svg"], "--accept cannot be combined"),
        (["diff", "Door", "a.scxml", "--accept"], "--accept writes Mermaid"),
    ])
    func `wrong arguments are errors that name the argument`(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { _ = try Command(arguments) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
}
