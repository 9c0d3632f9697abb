public import StateMachines

/// A machine as the sender of events that its work sends to other machines.
///
/// If a hook of a machine sends an event to another machine, recordings and inspectors show which
/// machine sent it. For work in tasks, such as the activities of a `run`, your app names the
/// machine:
///
/// ```swift
/// let source = MachineSource(of: warehouse)
/// await warehouse.run { activity, send in
///     await source.sending { await checkout.send(.deliver) }
/// }
/// ```
///
/// This also covers child tasks and tasks that the work creates with `Task {}`, but not posted
/// events, nor events that wait because others arrived before them, because another task delivers
/// them.
///
/// A source does not keep its machine alive. Without a recording or an inspector, it has no effect.
public struct MachineSource: Hashable, Sendable {
    @TaskLocal static var current: MachineSource?

    private let machine: ObjectIdentifier

    /// Creates the source for a machine.
    public init(of machine: StateMachine<some StateDefinition>) {
        self.machine = ObjectIdentifier(machine)
    }

    /// Performs work and names the machine as the sender of the work's events.
    ///
    /// - Parameters:
    ///   - isolation: The caller's isolation, which is passed by default.
    ///   - work: The work to perform.
    @discardableResult
    public func sending<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$current.withValue(self, operation: work, isolation: isolation)
    }
}
