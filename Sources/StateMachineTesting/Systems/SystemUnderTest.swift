/// Code that must behave like a definition, such as a model, a client of a server or another
/// implementation.
///
/// Actors, classes that are isolated to the main actor, and value types can conform. Each method
/// may be synchronous or asynchronous and may throw errors. If two closures are enough to describe
/// your system, use ``AnySystemUnderTest`` instead.
///
/// ```swift
/// extension VideoModel: SystemUnderTest {
///     func apply(_ event: VideoState.Event) throws -> SystemOutcome { try SystemOutcome(machine.send(event)) }
///     func observe() -> VideoState { machine.state }
/// }
/// try await trace.run(on: VideoModel())
/// ```
///
/// In a module with `.defaultIsolation(MainActor.self)`, Swift does not isolate a class to the main
/// actor if the class declaration lists a `Sendable` protocol, such as this protocol. Write
/// `@MainActor` before the class, or declare the conformance in an extension:
///
/// ```swift
/// @MainActor final class TurnstileModel: SystemUnderTest { … }
/// ```
///
/// A run doesn't compare a system's outputs, only those of a definition or a machine. If the state
/// determines the outputs, include them in the observed value. Otherwise, compare them in the run's
/// `onStep` closure, which receives each step with its expected output.
public protocol SystemUnderTest<Event, Observed>: Sendable {
    /// The type of the events that the system receives.
    associatedtype Event: Sendable

    /// The type of the observed values: the state itself, or a view of it.
    associatedtype Observed: Equatable & Sendable

    /// Sends an event to the system and returns when the system has handled or rejected it.
    ///
    /// A run calls this method once for each event of a trace, in order.
    ///
    /// - Returns: Whether the event was handled, or ``SystemOutcome/unknown`` if the system does
    ///   not report this.
    /// - Throws: If the event was rejected, the definition's `Rejection`, an `InvalidTransition` or
    ///   the error that `machine.send(event).get()` throws for a rejection; the run then compares
    ///   the reason. A `TransitionError` is a rejection without a reason. Any other error makes the
    ///   run fail.
    mutating func apply(_ event: Event) async throws -> SystemOutcome

    /// Returns the current observed value.
    ///
    /// A run calls this method before the first event and after each event.
    func observe() async throws -> Observed
}
