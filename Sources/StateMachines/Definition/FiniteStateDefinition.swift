/// A definition that tools can explore by running it.
///
/// An exploration begins in the ``initialStates`` and tries all ``sampleEvents`` in every state it
/// reaches. If the events have no payloads, conform them to `CaseIterable` instead of listing
/// samples. Swift derives that conformance only in the file that declares the events:
///
/// ```swift
/// extension Door: FiniteStateDefinition {
///     static var initialStates: [Door] { [.closed] }
/// }
/// extension Door.Event: CaseIterable {}
/// ```
public protocol FiniteStateDefinition: StateDefinition, Hashable {
    /// The states in which a machine may start.
    static var initialStates: [Self] { get }

    /// States a machine leaves within the event that enters them.
    ///
    /// An exploration sees a machine only between events, never in such a state. Its findings would
    /// report the state's case as unreachable unless you list it here:
    ///
    /// ```swift
    /// extension Oven: FiniteStateDefinition {
    ///     static var initialStates: [Oven] { [.off] }
    ///
    ///     // Once the dish is done, `handleEvent` turns the oven off in the same event.
    ///     static var passingStates: [Oven] { [.done] }
    /// }
    /// ```
    ///
    /// You don't need to list the last state of a nested machine that handles an outer event's
    /// payload. By default, the list is empty.
    static var passingStates: [Self] { get }

    /// Events an exploration tries in this state.
    ///
    /// Include each event case at least once, even if this state rejects it. Choose payloads that
    /// represent all others and lead to a finite number of states. For a given state, always return
    /// the same events in the same order.
    ///
    /// If the event type is `CaseIterable`, the default is a list of all its cases.
    var sampleEvents: [Event] { get }
}

extension FiniteStateDefinition {
    /// An empty list, because most definitions have no passing states.
    @inlinable
    public static var passingStates: [Self] { [] }
}

extension FiniteStateDefinition where Event: CaseIterable {
    /// All cases of the event type, in the order of their declarations.
    @inlinable
    public var sampleEvents: [Event] { Array(Event.allCases) }
}
