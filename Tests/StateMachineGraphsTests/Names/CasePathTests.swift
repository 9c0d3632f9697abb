import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct CasePathTests {
    private struct Key: StateDefinition, CustomStringConvertible {
        let description: String
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }

    private enum Safe: StateDefinition {
        case empty
        case filled(Key, note: String)
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }

    private struct Room: StateDefinition {
        var safe: Safe
        var other: Key
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }

    @Test func `the path of cases has nothing of a payload`() {
        let key = Key(description: "secret")
        func path(_ value: some Any) -> String { ValueName(of: value).casePath.joined(separator: "/") }
        #expect(path(Safe.empty) == "empty")
        #expect(path(Safe.filled(key, note: "secret")) == "filled/StateMachineGraphsTests.CasePathTests.Key")
        #expect(path(Room(safe: .empty, other: key)) == "empty, StateMachineGraphsTests.CasePathTests.Key")
        #expect(path("secret") == "Swift.String")
        #expect(path(key) == "StateMachineGraphsTests.CasePathTests.Key")
        // Where everything is a case, it is the path.
        let names = [Safe.empty, .filled(key, note: "")].map { ValueName(of: Optional($0)) }
        #expect(names.allSatisfy { !$0.casePath.joined().contains("secret") })
    }
}
