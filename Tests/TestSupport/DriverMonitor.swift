package import StateMachineGraphs
package import StateMachineTesting
package import StateMachines

/// Looks on while a driver is at work: counts what its machine accepts, and watches its promises and the laws.
@MainActor
package final class DriverMonitor<Definition: FiniteStateDefinition> {
    /// What was promised and did not hold.
    package private(set) var problems: [String] = []

    private var counts: [[String]: Int] = [:]
    private let watch: PropertyWatch<Definition>

    package init(_ machine: StateMachine<Definition>, properties: [MachineProperty<Definition>]) {
        watch = machine.watch(properties)
        machine.checkLaws { [weak self] in self?.problems.append("\($0)") }
        machine.onTransition { [weak self] in self?.counts[ValueName(of: $0.event).path, default: 0] += 1 }
    }

    /// Everything that is wrong.
    package var complaints: [String] { problems + watch.failures.map { "\($0)" } }

    /// Waits until the world has brought an event about that the machine accepts.
    ///
    /// - Parameters:
    ///   - event: An example of the event; its payload does not matter.
    ///   - cause: What brings it about, once.
    ///   - urge: What is done over and over until the event is there, such as moving a clock.
    /// - Throws: ``NothingHappened`` if the machine does not hear of it.
    package func accepts(
        _ event: Definition.Event,
        after cause: () throws -> Void = {},
        urging urge: () -> Void = {}
    ) async throws -> SystemOutcome {
        let path = ValueName(of: event).path
        let before = counts[path, default: 0]
        try cause()
        let isThere = await eventually {
            if counts[path, default: 0] > before { return true }
            urge()
            return false
        }
        guard isThere else { throw NothingHappened(event: "\(ValueName(of: event))") }
        return .handled
    }
}

/// Lets a driver work while something is done with it, and then cancels it and waits for its end.
///
/// - Throws: What goes wrong meanwhile; ``NeverEnded`` if the driver does not end.
@MainActor
package func running(
    _ driver: @escaping @MainActor () async throws -> Void,
    while body: () async throws -> Void
) async throws {
    let end = Journal<Void>()
    let run = Task {
        defer { end.note(()) }
        try await driver()
    }
    defer { run.cancel() }
    try await body()
    run.cancel()
    guard await eventually({ !end.entries.isEmpty }) else { throw NeverEnded() }
}

/// A driver that was cancelled goes on.
package struct NeverEnded: Error {}

/// The world did not bring an event about.
package struct NothingHappened: Error {
    package let event: String
}

extension Trace {
    /// The events of this trace that can happen in the state in which they come, after the others have been left out.
    package func keeping(_ canHappen: (Definition, Definition.Event) -> Bool) -> Trace {
        var kept = Trace(from: initial)
        for event in events where canHappen(kept.last, event) { kept.append(event) }
        return kept
    }
}
