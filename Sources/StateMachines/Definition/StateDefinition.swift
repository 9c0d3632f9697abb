/// A state machine's rules: a type whose values are the states, with one method that moves from
/// state to state.
///
/// Write an ordinary enum, its events, and an exhaustive `switch`:
///
/// ```swift
/// enum Door: StateDefinition {
///     case open, closed, locked
///
///     enum Event { case open, close, lock, unlock }
///
///     mutating func handleEvent(_ event: Event) throws(TransitionError) {
///         switch (self, event) {
///         case (.closed, .open): self = .open
///         case (.open, .close), (.locked, .unlock): self = .closed
///         case (.closed, .lock): self = .locked
///         case (.open, .open), (.open, .lock), (.open, .unlock): throw .invalid
///         case (.closed, .close), (.closed, .unlock): throw .invalid
///         case (.locked, .open), (.locked, .close), (.locked, .lock): throw .invalid
///         }
///     }
/// }
/// ```
///
/// The compiler checks that every pair of state and event is there, so leave out `default:`: then a
/// new case breaks the build where it has to be decided. Up to about 80 pairs a
/// `switch (self, event)` reads best; above that, write `switch self` with a `switch event` in each
/// case, or split the machine: see <doc:StatesAndEvents> and <doc:Composition>.
///
/// A definition can be used as it is (`var door = Door.closed; try door.handleEvent(.lock)`), or be
/// run by a ``StateMachine``, which adds hooks, activities, observation and an asynchronous driver.
public protocol StateDefinition<Event>: Sendable {
    /// What can happen to the machine.
    associatedtype Event: Sendable

    /// What a handled event returns: the actions that the caller is to perform once for this event.
    associatedtype Output: Sendable = Void

    /// What can go on while the machine is in certain states.
    associatedtype Activity: Hashable & Sendable = Never

    /// Moves to the next state.
    ///
    /// A ``StateMachine`` calls this once per event. The method should be a function of the state
    /// and the event alone: the tools find out what a definition does by running it.
    ///
    /// - Throws: ``TransitionError/invalid``, with the state unchanged, when the event is not
    ///   handled in this state.
    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output

    /// The activities of this state, from the outermost scope to the innermost.
    ///
    /// After each handled event, a ``StateMachine`` exits the activities that are gone from the
    /// list, in reverse order, and then enters the new ones, in order. An activity that stays in
    /// the list is not touched, so its value decides how long it lives: `.fetching(query: "cats")`
    /// and `.fetching(query: "dogs")` are two activities, and a player that is to survive an error
    /// stays in the list of the error state. A value that is listed twice is one activity. A value
    /// that does not equal itself, such as one with a NaN, is exited and entered again with each
    /// handled event.
    ///
    /// ```swift
    /// var activities: [Activity] {
    ///     switch self {
    ///     case .idle: []
    ///     case .connecting, .live: [.player, .connection]
    ///     case .error: [.player]
    ///     }
    /// }
    /// ```
    ///
    /// An activity that is to restart on an event that leads to an equal state, such as a retry,
    /// needs a value that differs: `.connection(attempt: 2)`.
    ///
    /// A composite state lists its own activities first, then those of its child; regions come in
    /// their declared order. The list has to be a function of the state alone. A machine without
    /// listeners reads it only for ``StateMachine/activities``.
    var activities: [Activity] { get }

    /// Calls a closure with each activity: the requirement behind ``forEachActivity(_:)``, by which
    /// ``ActivityVisiting`` goes without a list. The library implements it.
    func _forEachActivity(_ body: (Activity) -> Void)

    /// Whether the machine has reached its end in this state; `false` by default.
    ///
    /// ```swift
    /// var isFinal: Bool { self == .finished }
    /// ```
    ///
    /// A ``StateMachine/run(isolation:until:perform:)`` without a condition of its own ends in a
    /// final state. The tools do not report a final state as a dead end, and diagrams draw it as
    /// one. It still answers events as ``handleEvent(_:)`` says.
    var isFinal: Bool { get }
}

extension StateDefinition {
    /// Calls a closure with each element of ``activities``, in order.
    ///
    /// A parent calls it for the activities of its child, and a ``StateMachine`` with listeners
    /// after each handled event. It makes no list where the definition conforms to
    /// ``ActivityVisiting``.
    @inlinable
    public func forEachActivity(_ body: (Activity) -> Void) { _forEachActivity(body) }

    /// Calls the closure with each element of the list.
    @inlinable
    public func _forEachActivity(_ body: (Activity) -> Void) {
        for activity in activities { body(activity) }
    }

    /// No state is final.
    @inlinable
    public var isFinal: Bool { false }

    /// Whether this state handles an event: for buttons and menus.
    ///
    /// ```swift
    /// Door.open.canHandle(.lock)   // false
    /// ```
    ///
    /// It tries the event on a copy of the state.
    ///
    /// - Complexity: That of ``handleEvent(_:)``, and a copy of the state, with the payload that
    ///   the event changes.
    @inlinable
    public func canHandle(_ event: Event) -> Bool {
        var copy = self
        do throws(TransitionError) {
            _ = try copy.handleEvent(event)
            return true
        } catch {
            return false
        }
    }
}

extension StateDefinition where Activity == Never {
    /// The empty list, for a definition without activities.
    @inlinable
    public var activities: [Never] { [] }
}
