package import StateMachineGraphs
package import StateMachineTesting
package import StateMachines

/// Monitors a machine with its driver: counts handled events, and checks properties and laws.
@MainActor
package final class DriverMonitor<Definition: FiniteStateDefinition> {
    /// The laws that did not hold.
    package private(set) var problems: [String] = []

    private var counts: [[String]: Int] = [:]
    private let watch: PropertyWatch<Definition>

    package init(_ machine: StateMachine<Definition>, properties: [MachineProperty<Definition>]) {
        watch = machine.watch(properties)
        machine.checkLaws { [weak self] in self?.problems.append("\($0)") }
        machine.onTransition { [weak self] in self?.counts[ValueName(of: $0.event).path, default: 0] += 1 }
    }

    /// All laws and properties that did not hold.
    package var complaints: [String] { problems + watch.failures.map { "\($0)" } }

    /// Waits until the machine has handled an event that something outside causes.
    ///
    /// - Parameters:
    ///   - event: An example of the event; its payload does not matter.
    ///   - cause: Causes the event; called once.
    ///   - urge: Called again and again until the event arrives, for example to move a clock.
    /// - Throws: ``NothingHappened`` if the event does not arrive.
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

/// Runs a driver while a closure works with it, and then cancels it and waits for its end.
///
/// - Throws: The error of the closure; ``NeverEnded`` if the driver does not end.
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

/// A driver did not end after its cancellation.
package struct NeverEnded: Error {}

/// An expected event did not arrive.
package struct NothingHappened: Error {
    package let event: String
}

extension Trace {
    /// The trace without events that cannot happen in the state in which they would come.
    package func keeping(_ canHappen: (Definition, Definition.Event) -> Bool) -> Trace {
        var kept = Trace(from: initial)
        for event in events where canHappen(kept.last, event) { kept.append(event) }
        return kept
    }
}
