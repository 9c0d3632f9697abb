import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct TraceDivergenceTests {
    /// Looks the same as another one, for people.
    private struct Display: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
        var brightness: Int
        var description: String { "display" }
        var debugDescription: String { "display at \(brightness)" }
    }

    @Test func `different values with equal names are written out`() async {
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
        } observe: {
            Display(brightness: 3)
        }
        let trace = Trace(from: Door.closed, events: [.lock])
        let text = await failure {
            try await trace.run(on: system, expecting: { Display(brightness: $0 == .locked ? 4 : 3) })
        }
        #expect(text.hasSuffix("expected: display at 4\nbut was:  display at 3"))
    }

    @Test(arguments: [20, 21])
    func `of more than twenty steps, the last twenty are shown`(count: Int) async {
        let trace = Trace(from: Door.closed, events: Array(repeating: .close, count: count - 1) + [.lock])
        let system = AnySystemUnderTest { (_: Door.Event) -> Void in
        } observe: {
            Door.closed
        }
        let text = await failure { try await trace.run(on: system) }
        #expect(text.contains("\n  … 1 more\n") == (count == 21))
        #expect(text.contains(" more\n") == (count == 21))
        #expect(text.contains("\n 2. close") && text.contains("\n\(count). lock"))
    }
}
