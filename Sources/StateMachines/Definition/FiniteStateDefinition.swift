/// A definition that tools can explore by running it.
///
/// An exploration begins in the ``initialStates`` and tries every sample event of every state that
/// it reaches.
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
    /// An exploration looks at a machine only between events, so it never finds such a state, and
    /// the findings of its graph would report the state's case as unreachable.
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
    /// You don't need to list the last state of a nested machine that handles the payload of an
    /// outer event. By default, the list is empty.
    static var passingStates: [Self] { get }

    /// The events that an exploration tries in this state.
    ///
    /// Include every case of the event at least once, with representative payloads, even if this
    /// state rejects the event. Choose the payloads so that the number of reachable states is
    /// finite. The property must return the same events in the same order each time.
    ///
    /// If the event type is `CaseIterable`, the default is a list of all its cases.
    var sampleEvents: [Event] { get }
}

extension FiniteStateDefinition {
    /// No states.
    @inlinable
    public static var passingStates: [Self] { [] }
}

extension FiniteStateDefinition where Event: CaseIterable {
    /// All cases of the event type.
    @inlinable
    public var sampleEvents: [Event] { Array(Event.allCases) }
}
