#if !hasFeature(Embedded)
public import Observation

/// A machine that runs a definition, one event at a time, with hooks, activities, observation and
/// senders.
///
/// ```swift
/// let machine = StateMachine(Door.closed)
/// machine.onEntry(of: .locked) { print("click") }
/// machine.send(.lock)             // prints "click"
/// machine.send(.open).isHandled   // false: a locked door does not open
/// ```
///
/// A machine is isolated to the actor on which you create it, in an app usually the main actor, and
/// the compiler checks that only code on that actor uses it. Other actors and callbacks send events
/// through a sender; see ``sender(isolation:)``. If you create a machine in nonisolated code, it
/// has no actor, so its senders deliver events only during a call of
/// ``run(isolation:until:perform:)``. See <doc:IsolationAndSenders>.
///
/// Each event is handled to completion: if a hook sends another event, this event waits in a queue
/// until all hooks and observers have been notified of the current one. You can send any event in
/// any state, because ``send(_:)`` never traps and returns the event's outcome.
///
/// A turn is one step of the machine, which handles one event, starts or stops. It calls the hooks
/// that were registered when the turn began, so a hook that you add during a turn is called from
/// the next turn on. A cancelled hook is not called again. <doc:Hooks> describes the order of the
/// calls.
///
/// Because a machine retains its hooks, capture the machine, or the object that owns it, weakly in
/// a hook.
///
/// Code that reads ``state`` or ``activities`` in a SwiftUI view, in `Observations` or in
/// `withObservationTracking` is notified of the next handled event, because a machine is
/// `Observable`. See <doc:ObservationAndViews>.
public final class StateMachine<Definition: StateDefinition> {
    /// The type of the events that this machine handles or rejects.
    public typealias Event = Definition.Event

    /// The type of a handled event's output.
    public typealias Output = Definition.Output

    /// The type of the activities.
    public typealias Activity = Definition.Activity

    /// The state, which the machine mutates in place without the dynamic exclusivity check.
    ///
    /// Instead of that check, `flags` contains `.handlingEvent` while `handleEvent` runs. During
    /// that time, the machine enqueues events, and reading the state is a precondition failure.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: Definition

    /// Conditions that affect how the next event is processed; empty if it takes the fast path,
    /// because the machine has started and has no listeners.
    @usableFromInline
    @exclusivity(unchecked)
    var flags: Flags = .notStarted

    /// Hooks, the queue, the driver and the mailbox; created when first needed.
    @usableFromInline
    @exclusivity(unchecked)
    var runtime: Runtime?

    /// A signal that notifies the state's observers; created when the state is first read.
    @usableFromInline
    @exclusivity(unchecked)
    var stateSignal: ObservationSignal?

    /// A signal that notifies observers of the activities; created when they are first read.
    @exclusivity(unchecked)
    var activitiesSignal: ObservationSignal?

    /// Creates a machine in an initial state or in a saved state.
    ///
    /// The machine doesn't enter its state yet, so you can register hooks before you call
    /// ``start()``, ``run(isolation:until:perform:)`` or ``send(_:)``. If the state was saved, the
    /// machine enters that state's activities when it starts.
    ///
    /// - Parameter state: The state in which the machine starts.
    @inlinable
    public init(_ state: Definition) {
        self.storage = state
    }

    deinit {
        for waiting in runtime?.mailbox?.takeAll(closingBecause: .released) ?? [] {
            waiting.end(with: .dropped(.released))
        }
    }

    /// The current state.
    ///
    /// Hooks read the new state here. In `handleEvent`, use `self` instead: reading this property
    /// there is a precondition failure, even in the `deinit` of a payload that `handleEvent`
    /// replaces.
    @inlinable
    public var state: Definition {
        checkReadable()
        trackStateRead()
        return storage
    }

    /// The current activities, outermost first and without duplicates.
    ///
    /// The list is empty before the machine starts and after it stops. Reading it within
    /// `handleEvent` is a precondition failure, as for ``state``.
    ///
    /// - Complexity: The complexity of the definition's `activities`, plus O(*n*) for *n*
    ///   activities.
    public var activities: [Activity] {
        checkReadable()
        trackActivitiesRead()
        // A copy, because the definition may send events while it lists the activities.
        let state = storage
        return isRunningUntracked ? state.activities.uniqued() : []
    }

    /// Traps if `handleEvent` has exclusive access to the state.
    @inlinable
    func checkReadable() {
        precondition(
            !flags.contains(.handlingEvent),
            "handleEvent must not read the state of the machine that calls it"
        )
    }

    /// Returns whether the machine would handle an event now, for example to enable a button or a
    /// menu item.
    ///
    /// ```swift
    /// playButton.isEnabled = machine.canHandle(.play)
    /// ```
    ///
    /// This method tries the event on a copy of the ``state``. A tracking scope that calls it, such
    /// as the body of a view, is notified of the next handled event. It is also notified when the
    /// machine stops, because a stopped machine handles no events. Calling this method within
    /// `handleEvent` is a precondition failure, as for ``state``.
    @inlinable
    public func canHandle(_ event: Event) -> Bool {
        let state = state
        trackStop()
        return !flags.contains(.stopped) && state.canHandle(event)
    }

    /// Returns the reason for which the machine would reject an event now, or `nil`, for example to
    /// explain a disabled button.
    ///
    /// ```swift
    /// button.isEnabled = machine.canHandle(.withdraw(60))
    /// button.toolTip = machine.rejection(of: .withdraw(60)).map { "\($0)" }
    /// ```
    ///
    /// This method tries the event on a copy of the ``state``, and observes the machine as
    /// ``canHandle(_:)`` does. For a stopped machine, which drops events rather than rejecting
    /// them, it returns `nil`, although ``canHandle(_:)`` returns `false`.
    @inlinable
    public func rejection(of event: Event) -> Definition.Rejection? {
        let state = state
        trackStop()
        return flags.contains(.stopped) ? nil : state.rejection(of: event)
    }

    /// Sends an event to the machine and returns the outcome.
    ///
    /// ```swift
    /// switch machine.send(.search("cats")) {
    /// case .handled: break
    /// case .rejected(let error): print(error)
    /// case .enqueued: print("later, a hook is running")
    /// case .dropped(let reason): print(reason)
    /// }
    /// ```
    ///
    /// When this method returns `.handled`, the machine is in the new state, its hooks have run,
    /// and all events that they sent have been processed. If you haven't started the machine, the
    /// first event does.
    ///
    /// - Complexity: For a machine without listeners, the complexity of `handleEvent`.
    @inlinable
    @discardableResult
    public func send(_ event: Event) -> Outcome {
        guard flags.isEmpty else { return sendSlowPath(event) }
        flags = .handlingEvent
        do throws(Definition.Rejection) {
            let output = try storage.handleEvent(event)
            if flags == .handlingEvent { flags = Flags() } else { endFastPath() }
            return .handled(output)
        } catch {
            guard flags == .handlingEvent else { return notifyRejected(event, because: error) }
            flags = Flags()
            return .rejected(InvalidTransition(state: storage, event: event, reason: error))
        }
    }
}

extension StateMachine: Observable {}

extension StateMachine: CustomStringConvertible {
    /// A description with the name of the current state, such as `StateMachine(idle)`.
    ///
    /// You can print a machine anywhere. Within `handleEvent`, where the state is not readable, the
    /// description is `StateMachine(handling an event)`. Observers are not notified when the
    /// description changes.
    public var description: String {
        guard !flags.contains(.handlingEvent) else { return "StateMachine(handling an event)" }
        return "StateMachine(\(caseName(of: storage)))"
    }
}

@available(*, unavailable, message: "A machine is isolated to one actor. Use its sender on other actors.")
extension StateMachine: Sendable {}
#endif
