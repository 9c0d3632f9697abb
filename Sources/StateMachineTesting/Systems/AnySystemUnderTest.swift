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

    /// Describes a system that returns the outcome of an event.
    public init(
        apply: @escaping @Sendable (Event) async throws -> SystemOutcome,
        observe: @escaping @Sendable () async throws -> Observed
    ) {
        applyEvent = apply
        look = observe
    }

    /// Describes a system that does not return the outcome of an event: only its state is compared.
    ///
    /// An event counts as rejected all the same if the closure throws `TransitionError` or
    /// `InvalidTransition`.
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
