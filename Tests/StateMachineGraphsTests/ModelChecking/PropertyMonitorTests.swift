import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// A trace that breaks a property before its end.
@Suite(.timeLimit(.minutes(1)), .computing) struct PropertyMonitorTests {
    @Test(arguments: [
        MachineProperty<Lamp>.never("broken") { $0 == .broken },
        .everyTransition("no kick") { $0.event != .kick },
        .atAllTimes("one event", remembering: { _ in 0 }) { count, _ in
            count += 1
            return count < 2
        },
    ])
    func `a counterexample ends where the property is broken`(property: MachineProperty<Lamp>) throws {
        let trace = Trace(from: Lamp.off, events: [.toggle, .kick, .toggle, .kick])
        let counterexample = try #require(PropertyMonitor(property)?.counterexample(in: trace))
        #expect(counterexample.trace?.events == [.toggle, .kick])
    }
}
