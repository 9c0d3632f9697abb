import StateMachineGraphs
import StateMachineTesting
import StateMachines
import Testing

@Suite struct DivergenceTests {
    /// Looks the same as another one, for people.
    private struct Display: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
        var brightness: Int
        var description: String { "display" }
        var debugDescription: String { "display at \(brightness)" }
    }

    @Test func `what looks the same and is not the same is written out`() async {
        let system = AnySystem { (_: Door.Event) -> Void in
        } observe: {
            Display(brightness: 3)
        }
        let trace = Trace(from: Door.closed, events: [.lock])
        let text = await failure {
            try await trace.run(on: system, expecting: { Display(brightness: $0 == .locked ? 4 : 3) })
        }
        #expect(text.hasSuffix("expected: display at 4\nbut was:  display at 3"))
    }
}
