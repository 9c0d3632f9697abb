import StateMachineTestSupport
import StateMachines
import Testing

/// Activities that do something when they are compared.
@Suite(.timeLimit(.minutes(1)), .computing, .enabled(if: Stage<Listing>.isPossible)) struct ActingActivityTests {
    /// What is done when an activity is hashed.
    private final class Visit: Sendable {
        nonisolated(unsafe) var body: () -> Void = {}
    }

    private struct Probe: Hashable, Sendable {
        let number: Int
        let visit: Visit

        static func == (lhs: Probe, rhs: Probe) -> Bool { lhs.number == rhs.number }

        func hash(into hasher: inout Hasher) {
            visit.body()
            hasher.combine(number)
        }
    }

    private struct Probed: StateDefinition {
        var probes: [Probe] = []

        mutating func handleEvent(_ event: [Probe]) throws(TransitionError) { probes = event }
        var activities: [Probe] { probes }
    }

    @Test func `what an activity enters while the run looks for its work is started, too`() {
        let (stage, visit) = (Stage(Probed()), Visit())
        let first = Probe(number: 1, visit: visit)
        let second = Probe(number: 2, visit: visit)
        let gate = Gate()
        stage.run(until: { _ in false }) {
            stage.journal.note("began \($0.number)")
            // Its end would have the run look again.
            await gate.pass()
        }
        stage.now { stage in
            let machine = stage.machine
            machine.send([first])
            visit.body = { [unowned machine] in
                visit.body = {}
                machine.send([first, second])
            }
        }
        stage.settle()
        #expect(stage.journal.entries == ["began 1", "began 2"])
        gate.open()
        stage.now { $0.machine.stop() }
        stage.settle()
        #expect(stage.journal.entries.last == "run over")
    }
}
