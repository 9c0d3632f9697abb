/// Something that has to behave as a definition does: a model, a server's client, another
/// implementation.
///
/// Actors, classes of the main actor and values can conform; each function may be asynchronous and
/// may throw, or not.
///
/// ```swift
/// extension VideoModel: SystemUnderTest {
///     func apply(_ event: VideoState.Event) throws -> SystemOutcome { try SystemOutcome(machine.send(event)) }
///     func observe() -> VideoState { machine.state }
/// }
/// try await trace.run(on: VideoModel())
/// ```
///
/// A system is `Sendable`. In a module with `.defaultIsolation(MainActor.self)`, a class that
/// conforms in its own declaration is not isolated to the main actor for that reason. Write
/// `@MainActor` there, or conform in an extension:
///
/// ```swift
/// @MainActor final class TurnstileModel: SystemUnderTest { … }
/// ```
///
/// Outputs are compared only if a trace is run on a definition or a machine. A system can show its
/// outputs in what is observed. ``AnySystemUnderTest`` describes a system by two closures instead.
public protocol SystemUnderTest<Event, Observed>: Sendable {
    /// What can happen to it.
    associatedtype Event: Sendable

    /// What can be seen of its state: the state itself, or a view of it.
    associatedtype Observed: Equatable & Sendable

    /// Sends an event to the system, and returns when the system has handled or rejected it.
    ///
    /// It is called once for each event of a trace, in order.
    ///
    /// - Returns: Whether the event was handled; ``SystemOutcome/unknown`` if the system does not
    ///   say.
    /// - Throws: `TransitionError` or `InvalidTransition`, which mean that the event was rejected,
    ///   or any other error, which makes the run fail.
    mutating func apply(_ event: Event) async throws -> SystemOutcome

    /// Observes the system; called before the first event and after each event.
    func observe() async throws -> Observed
}
