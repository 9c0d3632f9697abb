/// A definition that tools can explore by running it.
///
/// An exploration begins in the ``initialStates`` and tries all ``sampleEvents`` in every state
/// that it reaches. If the events have no payloads, a `CaseIterable` conformance provides the
/// samples. Swift derives it only in the file that declares the events:
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

    /// States that a machine leaves within the event that enters them.
    ///
    /// An exploration looks at a machine only between events, so it never sees such a state, and
    /// its findings would report the state's case as unreachable unless you list it here:
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

    /// Events that an exploration tries in this state.
    ///
    /// Include each event case at least once, even if this state rejects it, with payloads that
    /// represent the others. Choose payloads that lead to a finite number of states. For a given
    /// state, always return the same events in the same order.
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
