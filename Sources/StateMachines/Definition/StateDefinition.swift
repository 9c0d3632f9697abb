/// A type that defines the rules of a state machine: its values are the states, and one method
/// handles or rejects each event.
///
/// Write an enum of states, an enum of events, and an exhaustive `switch`:
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
/// Leave out `default:`, so that the compiler checks every state/event pair. When you add a case
/// later, the code won't compile until you've decided how to handle the new pairs.
///
/// A `switch (self, event)` stays readable up to about 80 pairs. Beyond that, write a
/// `switch event` in each case of a `switch self`, or split the machine; see <doc:StatesAndEvents>
/// and <doc:Composition>.
///
/// A definition works on its own: `var door = Door.closed; try door.handleEvent(.lock)`. For more
/// than the rules, create a ``StateMachine``. It starts and cancels work (<doc:Activities>), calls
/// hooks (<doc:Hooks>), keeps views up to date (<doc:ObservationAndViews>), and takes events from
/// any thread (<doc:IsolationAndSenders>).
public protocol StateDefinition<Event>: Sendable {
    /// The type of the events a state handles or rejects.
    associatedtype Event: Sendable

    /// The type of an output, such as a message to show, which `handleEvent` returns to its caller.
    associatedtype Output: Sendable = Void

    /// The type of the activities: work that runs while the machine is in certain states.
    associatedtype Activity: Hashable & Sendable = Never

    /// The type of the reason a state gives when it rejects an event.
    ///
    /// The compiler infers it from `handleEvent`. With `throws(TransitionError)`, a rejection says
    /// only that this state doesn't handle the event. If users or callers need to know more, throw
    /// an enum of your own:
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
    /// If `handleEvent` doesn't throw, every state handles every event, and this type is `Never`.
    associatedtype Rejection: Error & Hashable = TransitionError

    /// Handles an event by moving to the next state, or rejects the event.
    ///
    /// A ``StateMachine`` calls this method once for each event it receives, and ``canHandle(_:)``
    /// and ``rejection(of:)`` call it on a copy of the state. The result must depend only on the
    /// state and the event, because other modules in this package explore a definition by calling
    /// the method over and over.
    ///
    /// - Throws: A reason, such as ``TransitionError/invalid``, if this state doesn't handle the
    ///   event. If you throw, leave the state unchanged.
    mutating func handleEvent(_ event: Event) throws(Rejection) -> Output

    /// The activities this state needs, in the order in which a machine enters them.
    ///
    /// After each handled event, a ``StateMachine`` that performs activities or reports them to
    /// hooks compares the new list with the previous one. It exits the activities that are no
    /// longer listed, in reverse order, and then enters the added ones, in order. An activity in
    /// both lists continues without interruption. In this example, the player keeps running after
    /// an error:
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
    /// Activities are compared by value: `.fetching(query: "cats")` and `.fetching(query: "dogs")`
    /// are different, and a value that occurs twice in a list counts once. To restart an activity,
    /// for example after a retry, change its value: `.connection(attempt: 2)`.
    ///
    /// If a state contains another definition (its child), list the state's own activities before
    /// the child's, so that they begin first and end last. If it contains several definitions side
    /// by side (its regions), list their activities in the order in which you declare the regions.
    /// See <doc:Composition>.
    ///
    /// The list must depend only on the state.
    var activities: [Activity] { get }

    /// Calls a closure with each activity of this state, on behalf of the library.
    ///
    /// Don't implement or call this method. It's an implementation detail of
    /// ``forEachActivity(_:)``.
    func _forEachActivity(_ body: (Activity) -> Void)

    /// Whether the machine has reached its end in this state; `false` by default.
    ///
    /// ```swift
    /// var isFinal: Bool { self == .finished }
    /// ```
    ///
    /// Without an `until` closure, ``StateMachine/run(isolation:until:perform:)`` ends when the
    /// machine reaches a final state. Checks don't report a final state as a dead end, and diagrams
    /// draw it with the symbol for final states. A final state can still handle events.
    var isFinal: Bool { get }
}

extension StateDefinition {
    /// Calls a closure with each of this state's ``activities``, in order.
    ///
    /// Call it in a definition that contains another (its child) to visit the child's activities.
    /// If the child conforms to ``ActivityVisiting``, that's faster than reading ``activities``,
    /// because no array is created.
    @inlinable
    public func forEachActivity(_ body: (Activity) -> Void) { _forEachActivity(body) }

    /// By default, calls a closure with each element of ``activities``.
    @inlinable
    public func _forEachActivity(_ body: (Activity) -> Void) {
        for activity in activities { body(activity) }
    }

    /// By default, no state is final.
    @inlinable
    public var isFinal: Bool { false }

    /// Returns whether this state handles an event, for example to enable a button or a menu item.
    ///
    /// ```swift
    /// Door.open.canHandle(.lock)   // false
    /// ```
    ///
    /// This method tries the event on a copy of the state.
    ///
    /// - Complexity: The complexity of ``handleEvent(_:)``, plus a copy of the state. If the event
    ///   changes a payload with copy-on-write, such as an array, that payload is copied as well.
    @inlinable
    public func canHandle(_ event: Event) -> Bool { rejection(of: event) == nil }

    /// Returns the reason this state gives for rejecting an event, or `nil` if it handles the
    /// event.
    ///
    /// ```swift
    /// Account.open(balance: 10).rejection(of: .withdraw(60))   // insufficient(missing: 50)
    /// ```
    ///
    /// This method tries the event on a copy of the state. ``Rejection`` shows the example's
    /// `Account`.
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

    /// Handles an event, and converts the reason for a rejection to another type.
    ///
    /// Call this method in a definition that contains another (its child) but has its own rejection
    /// type. Here, the child is the `Account` from ``Rejection``:
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
    /// If one reason is enough for everything the child rejects, ignore the closure's parameter:
    /// `rejectedAs: { _ in Refusal.frozen }`.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - convert: A closure that converts the child's reason to the parent's.
    /// - Throws: The converted reason if the child rejects the event.
    @inlinable
    public mutating func handleEvent<Reason: Error>(
        _ event: Event,
        rejectedAs convert: (Rejection) -> Reason
    ) throws(Reason) -> Output {
        do throws(Rejection) { return try handleEvent(event) } catch { throw convert(error) }
    }
}

extension StateDefinition where Activity == Never {
    /// An empty list, the default for definitions without activities.
    @inlinable
    public var activities: [Never] { [] }
}
