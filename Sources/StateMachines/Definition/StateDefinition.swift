/// A type that contains the rules of a state machine: its values are the states, and one method
/// handles or rejects each event.
///
/// Write an enum of the states, an enum of the events and an exhaustive `switch`:
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
/// The compiler checks that the `switch` covers every pair of a state and an event. Leave out
/// `default:`. After you add a case, the code then does not compile until the `switch` covers the
/// new pairs.
///
/// For up to about 80 pairs, a `switch (self, event)` is easiest to read. For more pairs, write a
/// `switch self` with a `switch event` in each case, or split the machine; see
/// <doc:StatesAndEvents> and <doc:Composition>.
///
/// You can use a definition directly (`var door = Door.closed; try door.handleEvent(.lock)`), or
/// run it with a ``StateMachine``, which adds hooks, activities, observation and senders.
public protocol StateDefinition<Event>: Sendable {
    /// The type of the events that the machine handles or rejects.
    associatedtype Event: Sendable

    /// The type of the output of a handled event: actions that the caller performs once for this
    /// event.
    associatedtype Output: Sendable = Void

    /// The type of the activities.
    ///
    /// An activity is work that runs while the machine is in certain states.
    associatedtype Activity: Hashable & Sendable = Never

    /// The type of the reasons for which a state rejects an event.
    ///
    /// The compiler infers the type from `handleEvent`. With `throws(TransitionError)`, a rejection
    /// has no reason beyond "this state does not handle the event". If users or callers need to
    /// know more, throw an enum of your own:
    ///
    /// ```swift
    /// enum Account: StateDefinition {
    ///     case open(balance: Int), closed
    ///
    ///     enum Event { case withdraw(Int), close }
    ///     enum Refusal: Error, Hashable { case insufficient(missing: Int), closed }
    ///
    ///     mutating func handleEvent(_ event: Event) throws(Refusal) -> Int {
    ///         switch (self, event) {
    ///         case (.open(let balance), .withdraw(let amount)):
    ///             guard amount <= balance else { throw .insufficient(missing: amount - balance) }
    ///             self = .open(balance: balance - amount)
    ///             return amount
    ///         case (.open, .close):
    ///             self = .closed
    ///             return 0
    ///         case (.closed, .withdraw), (.closed, .close): throw .closed
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// A definition whose `handleEvent` throws nothing handles every event; its type is `Never`.
    associatedtype Rejection: Error & Hashable = TransitionError

    /// Handles an event by moving to the next state, or rejects the event.
    ///
    /// A ``StateMachine`` calls this method once for each event. The result should depend only on
    /// the state and the event, because the other modules of this package explore a definition by
    /// running it.
    ///
    /// - Throws: The reason if this state does not handle the event, such as
    ///   ``TransitionError/invalid``. The method must then leave the state unchanged.
    mutating func handleEvent(_ event: Event) throws(Rejection) -> Output

    /// The activities of this state, from the outermost scope to the innermost.
    ///
    /// After each handled event, a ``StateMachine`` compares the new list with the previous one. It
    /// exits the activities that are no longer in the list, in reverse order, and then enters the
    /// new activities, in order. An activity that stays in the list continues without interruption.
    ///
    /// The machine compares activities by value, so `.fetching(query: "cats")` and
    /// `.fetching(query: "dogs")` are two activities. A value that occurs twice in a list counts as
    /// one activity. If an activity does not equal itself, for example because its value contains a
    /// NaN, the machine exits it and enters it again after each handled event. In the following
    /// example, the error state also lists the player, so the player keeps running after an error.
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
    /// To restart an activity after an event such as a retry, give the activity a value that
    /// differs from the previous one: `.connection(attempt: 2)`.
    ///
    /// A composite state lists its own activities before the activities of its child. A state with
    /// regions lists the activities of the regions in the order in which the regions are declared.
    /// The list must depend only on the state. If a machine has no hooks, no observers and no run,
    /// it reads the list only when you read ``StateMachine/activities``.
    var activities: [Activity] { get }

    /// Calls a closure with each activity of this state.
    ///
    /// Do not implement or call this method. The library implements it, and ``forEachActivity(_:)``
    /// calls it. If the definition conforms to ``ActivityVisiting``, the method does not create a
    /// list.
    func _forEachActivity(_ body: (Activity) -> Void)

    /// Whether the machine has reached its end in this state; `false` by default.
    ///
    /// ```swift
    /// var isFinal: Bool { self == .finished }
    /// ```
    ///
    /// If you call ``StateMachine/run(isolation:until:perform:)`` without an `until` closure, the
    /// run ends when the machine reaches a final state. The tools do not report a final state as a
    /// dead end, and diagrams draw it with the symbol of a final state. A final state can still
    /// handle events, because the machine calls ``handleEvent(_:)`` in every state.
    var isFinal: Bool { get }
}

extension StateDefinition {
    /// Calls a closure with each element of ``activities``, in order.
    ///
    /// A parent calls this method to list the activities of its child. A ``StateMachine`` with
    /// hooks, observers or a run calls it after each handled event. The method does not create a
    /// list if the definition conforms to ``ActivityVisiting``.
    @inlinable
    public func forEachActivity(_ body: (Activity) -> Void) { _forEachActivity(body) }

    /// Calls a closure with each element of ``activities``.
    @inlinable
    public func _forEachActivity(_ body: (Activity) -> Void) {
        for activity in activities { body(activity) }
    }

    /// The default value, `false`.
    @inlinable
    public var isFinal: Bool { false }

    /// Returns whether this state handles an event, for example to enable a button or a menu item.
    ///
    /// ```swift
    /// Door.open.canHandle(.lock)   // false
    /// ```
    ///
    /// The method tries the event on a copy of the state.
    ///
    /// - Complexity: The complexity of ``handleEvent(_:)``, plus a copy of the state. If the event
    ///   changes a payload with copy-on-write, such as an array, the payload is copied, too.
    @inlinable
    public func canHandle(_ event: Event) -> Bool { rejection(of: event) == nil }

    /// Returns the reason for which this state rejects an event, or `nil` if it handles the event.
    ///
    /// ```swift
    /// Account.open(balance: 10).rejection(of: .withdraw(60))   // insufficient(missing: 50)
    /// ```
    ///
    /// The method tries the event on a copy of the state.
    ///
    /// - Complexity: The complexity of ``canHandle(_:)``.
    @inlinable
    public func rejection(of event: Event) -> Rejection? {
        var copy = self
        do throws(Rejection) {
            _ = try copy.handleEvent(event)
            return nil
        } catch {
            return error
        }
    }

    /// Handles an event, and converts the reason of a rejection to another type.
    ///
    /// A parent calls this method on its child if the two have different reasons:
    ///
    /// ```swift
    /// enum Bank: StateDefinition {
    ///     enum Refusal: Error, Hashable { case account(Account.Refusal), frozen }
    ///     // …
    ///     case (.active(var account), .account(let event)):
    ///         defer { self = .active(account) }
    ///         return try account.handleEvent(event, rejectedAs: Refusal.account)
    /// }
    /// ```
    ///
    /// To give every rejection of the child one reason, ignore the value:
    /// `rejectedAs: { _ in Refusal.frozen }`.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - convert: A closure that returns the parent's reason for the child's.
    @inlinable
    public mutating func handleEvent<Reason: Error>(
        _ event: Event,
        rejectedAs convert: (Rejection) -> Reason
    ) throws(Reason) -> Output {
        do throws(Rejection) { return try handleEvent(event) } catch { throw convert(error) }
    }
}

extension StateDefinition where Activity == Never {
    /// The empty list, for a definition without activities.
    @inlinable
    public var activities: [Never] { [] }
}
