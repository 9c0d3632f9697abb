/// A definition that can be explored by running it.
///
/// The tools try every sample event in every state that can be reached from the initial ones.
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

    /// The events that are tried in this state: every event case at least once, with representative
    /// payloads.
    ///
    /// It has to return the same events in the same order each time. Include events that will be
    /// rejected. Choose payloads so that only finitely many states can be reached. By default these
    /// are all cases of the event, where it is `CaseIterable`.
    var sampleEvents: [Event] { get }
}

extension FiniteStateDefinition where Event: CaseIterable {
    /// All cases of the event.
    @inlinable
    public var sampleEvents: [Event] { Array(Event.allCases) }
}
