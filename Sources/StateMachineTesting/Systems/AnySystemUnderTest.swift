/// A system under test that consists of two closures.
///
/// ```swift
/// let system = AnySystemUnderTest {
///     SystemOutcome(isHandled: await model.send($0))
/// } observe: {
///     await model.state
/// }
/// try await trace.run(on: system)
/// ```
public struct AnySystemUnderTest<Event: Sendable, Observed: Equatable & Sendable>: SystemUnderTest {
    private let applyEvent: @Sendable (Event) async throws -> SystemOutcome
    private let look: @Sendable () async throws -> Observed

    /// Creates a system whose first closure returns an event's outcome.
    public init(
        apply: @escaping @Sendable (Event) async throws -> SystemOutcome,
        observe: @escaping @Sendable () async throws -> Observed
    ) {
        applyEvent = apply
        look = observe
    }

    /// Creates a system whose first closure does not report an event's outcome.
    ///
    /// A run compares only this system's state, unless the first closure throws a
    /// `TransitionError`, an `InvalidTransition` or the error that `machine.send(event).get()`
    /// throws for a rejection. The event then counts as rejected, and the run compares this outcome
    /// as well.
    public init(
        apply: @escaping @Sendable (Event) async throws -> Void,
        observe: @escaping @Sendable () async throws -> Observed
    ) {
        applyEvent = { event in
            try await apply(event)
            return .unknown
        }
        look = observe
    }

    /// Calls the first closure.
    public func apply(_ event: Event) async throws -> SystemOutcome { try await applyEvent(event) }

    /// Calls the second closure.
    public func observe() async throws -> Observed { try await look() }
}
