/// A definition that can be explored by running it.
///
/// To find out all that it can do, every sample event is tried in every state that can be reached from the initial ones.
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

    /// What could arrive in this state: every event case at least once, with representatives for its payloads.
    ///
    /// The same ones, in the same order, each time. Offer events that will be rejected too. Choose payloads so that only finitely many states can be reached.
    /// All cases of the event, where it is `CaseIterable`.
    var sampleEvents: [Event] { get }
}

extension FiniteStateDefinition where Event: CaseIterable {
    /// All cases of the event.
    @inlinable
    public var sampleEvents: [Event] { Array(Event.allCases) }
}
