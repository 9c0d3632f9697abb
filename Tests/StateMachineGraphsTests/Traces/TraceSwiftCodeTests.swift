import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Code that is written for names that are no plain ones.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TraceSwiftCodeTests {
    private enum Odd: FiniteStateDefinition {
        case first, `second one`, `init`

        enum Event: CaseIterable { case `go on`, next, skip_2 }

        static var initialStates: [Odd] { [.first] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.first, .`go on`): self = .`second one`
            case (.`second one`, .next): self = .`init`
            case (.first, .next), (.`second one`, .`go on`), (.`init`, .`go on`), (.`init`, .next): throw .invalid
            case (.first, .skip_2), (.`second one`, .skip_2), (.`init`, .skip_2): throw .invalid
            }
        }
    }

    @Test func `names that would be something else without backticks have them`() {
        let code = Trace(from: Odd.first, events: [.`go on`, .next]).swiftCode
        #expect(code.contains("handleEvent(.`go on`)"))
        #expect(code.contains("handleEvent(.next)"))
        #expect(Trace(from: Odd.first, events: [.skip_2]).swiftCode.contains("handleEvent(.skip_2)"))
        let later = Trace(from: Odd.`init`, events: [.next]).swiftCode
        #expect(later.contains(".`init`"))
    }

    @Test func `a title that no identifier can have is written as a text`() throws {
        let graph = try StateGraph(exploring: Odd.self)
        func firstLine(_ name: String) throws -> Substring {
            let test = graph.check(.never(name) { $0 == .`second one` }).counterexample?.swiftTest
            return test?.prefix { $0 != "{" } ?? ""
        }
        #expect(try firstLine("plain") == "@Test func `plain`() throws ")
        #expect(try firstLine(#"a\b"#) == #"@Test("a\\b") func counterexample() throws "#)
        #expect(try firstLine("a\nb") == #"@Test("a\nb") func counterexample() throws "#)
        #expect(try firstLine("") == #"@Test("") func counterexample() throws "#)
    }
}
