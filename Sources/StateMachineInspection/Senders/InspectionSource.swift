/// An inspected machine as the source of events that its work sends to other machines.
///
/// If a hook of a machine sends an event, the page shows which machine sent it. For work in tasks,
/// such as the activities of a `run`, the app names the machine:
///
/// ```swift
/// let source = machine.inspect("warehouse")?.source
/// await machine.run { activity, send in
///     await InspectionSource.sending(as: source) { await checkout.send(.deliver) }
/// }
/// ```
///
/// The source also applies to child tasks and to tasks that the work creates with `Task {}`. It
/// does not apply to posted events, nor to events that wait because others arrived before them,
/// because another task delivers them.
public struct InspectionSource: Hashable, Sendable {
    @TaskLocal static var current: InspectionSource?

    let inspector: ObjectIdentifier
    let machine: Int

    /// Performs work and names a machine as the sender of the events that the work sends.
    ///
    /// - Parameters:
    ///   - source: The source from the inspection of the machine. Without a source, for example
    ///     because there is no inspector, the method only performs the work.
    ///   - isolation: The isolation of the caller, which is passed by default.
    ///   - work: The work to perform.
    @discardableResult
    public static func sending<Result>(
        as source: InspectionSource?,
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        guard let source else { return try await work() }
        return try await $current.withValue(source, operation: work, isolation: isolation)
    }
}
