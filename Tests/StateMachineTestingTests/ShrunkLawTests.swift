import StateMachineTesting
import StateMachines
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct ShrunkLawTests {
    /// Climbs, and slips when it is poked, which it says it does not handle.
    private enum Climber: FiniteStateDefinition {
        case at(Int)

        enum Event: CaseIterable { case climb, poke }

        static var initialStates: [Climber] { [.at(0)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.at(let height), .climb): self = .at(min(height + 1, 5))
            case (.at, .poke):
                self = .at(9)
                throw .invalid
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a violation shows how the shortest found events break the law`(seed: UInt64) async {
        let text = await failure { try await MachineLaws.check(Climber.self, seed: seed, runs: 1) }
        #expect(text.contains("\nat(0) rejects poke, but has become at(9).\n   at(0)\n1. poke → –\n"))
    }
}
