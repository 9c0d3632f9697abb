import StateMachineTestSupport
import StateMachineTesting
import StateMachines
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
        #expect(text.contains("\nat(0) rejects poke but becomes at(9).\n   at(0)\n1. poke → –\n"))
    }

    /// Receives what was sent, and breaks a law when it has received two messages.
    private struct Network: FiniteStateDefinition {
        var (sent, received) = (0, 0)

        enum Event: Hashable { case send, receive }

        static var initialStates: [Network] { [Network()] }

        var sampleEvents: [Event] { sent > received ? [.send, .receive] : [.send] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .send: sent += 1
            case .receive: received += 1
            }
            if received == 2 { throw .invalid }
        }

        static func == (one: Network, other: Network) -> Bool {
            (one.sent, one.received) == (other.sent, other.received)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(sent) }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `only what could arrive breaks the law`(seed: UInt64) async {
        let text = await failure { try await MachineLaws.check(Network.self, seed: seed, runs: 10) }
        let events = text.split(separator: "\n").filter { $0.contains(". ") }.map { $0.contains("send") }
        #expect(events.count { $0 } == 2, "\(text)")
    }
}
