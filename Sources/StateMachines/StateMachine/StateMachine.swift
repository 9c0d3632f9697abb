#if !hasFeature(Embedded)
public import Observation

/// A state machine that runs a definition: it applies the rules to one event at a time, and adds
/// hooks, activities, observation, and senders.
///
/// ```swift
/// let machine = StateMachine(Door.closed)
/// machine.onEntry(of: .locked) { print("click") }
/// machine.send(.lock)             // prints "click"
/// machine.send(.open).isHandled   // false: a locked door does not open
/// ```
///
/// A machine is isolated to the actor you create it on, in an app usually the main actor, and the
/// compiler checks that only code on that actor uses it. Other actors and callbacks send events
/// through a sender; see ``sender(isolation:)``. If you create a machine in nonisolated code, its
/// senders deliver events only during a call to ``run(isolation:until:perform:)``. See
/// <doc:IsolationAndSenders>.
///
/// You can send any event in any state: ``send(_:)`` never traps, and its result tells you whether
/// the machine handled, rejected, enqueued, or dropped the event.
///
/// A machine works in turns. Each turn handles one event, or starts or stops the machine, and then
/// notifies the hooks and observers. If a hook sends another event, that event waits in a queue
/// until the turn is over. A hook you add during a turn is first called in the next one, and a hook
/// you cancel isn't called again, even if the turn isn't over. <doc:Hooks> describes the order of
/// the calls.
///
/// A machine retains its hooks. To avoid a retain cycle, capture the machine, or the object that
/// owns it, weakly in a hook.
///
/// The definition says which activities each state needs, such as a request while a search is
/// loading. ``run(isolation:until:perform:)`` passes each one to your closure, which does the work.
///
/// A machine is `Observable`. Code that reads ``state`` or ``activities`` in a SwiftUI view, in
/// `Observations`, or in `withObservationTracking` is notified of the next handled event, even if
/// that event leaves the value unchanged. See <doc:ObservationAndViews>.
public final class StateMachine<Definition: StateDefinition> {
    /// The type of the events this machine handles or rejects.
    public typealias Event = Definition.Event

    /// The type of the outputs, which the definition's `handleEvent` returns.
    public typealias Output = Definition.Output

    /// The type of the activities, which the definition lists for each state.
    public typealias Activity = Definition.Activity

    /// The state, which the machine mutates in place without the dynamic exclusivity check.
    ///
    /// `flags` takes the check's place: it contains `.handlingEvent` while `handleEvent` runs.
    /// During that time, the machine enqueues events, and the properties and methods that read the
    /// state trap.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: Definition

    /// Conditions that affect how the next event is processed.
    ///
    /// The set is empty if the machine has started, isn't busy, and has no hooks, observers, or
    /// run. Only then does the next event take the fast path.
    @usableFromInline
    @exclusivity(unchecked)
    var flags: Flags = .notStarted

    /// Hooks, the queue, the driver, and the mailbox; created when first needed.
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
    /// ``start()``, ``run(isolation:until:perform:)``, or ``send(_:)``. Each of these starts the
    /// machine, which then enters the state and its activities, whether the state is initial or
    /// saved.
    ///
    /// - Parameter state: The state to start in.
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
    /// In a hook, this is already the new state. In `handleEvent`, use `self` instead: reading this
    /// property there traps, even from the `deinit` of a payload that `handleEvent` replaces.
    @inlinable
    public var state: Definition {
        checkReadable()
        trackStateRead()
        return storage
    }

    /// The current activities, in the order in which the definition lists them, without duplicates.
    ///
    /// The list is empty before the machine starts and after it stops. As with ``state``, reading
    /// it within `handleEvent` traps.
    ///
    /// - Complexity: O(*n*) in the number of activities, plus the cost of the definition's
    ///   `activities`.
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

    /// Returns whether the machine would handle an event right now.
    ///
    /// Use it to enable a button or a menu item, for example:
    ///
    /// ```swift
    /// playButton.isEnabled = machine.canHandle(.play)
    /// ```
    ///
    /// The method tries the event on a copy of the ``state``. If you call it in a tracking scope,
    /// such as a view's body, that scope is notified when the next event is handled and when the
    /// machine stops, because a stopped machine handles no events. As with ``state``, calling this
    /// method within `handleEvent` traps.
    @inlinable
    public func canHandle(_ event: Event) -> Bool {
        let state = state
        trackStop()
        return !flags.contains(.stopped) && state.canHandle(event)
    }

    /// Returns the reason the machine would reject an event right now, or `nil` if there is none.
    ///
    /// Use it to explain why a button is disabled, for example:
    ///
    /// ```swift
    /// button.isEnabled = machine.canHandle(.withdraw(60))
    /// button.toolTip = machine.rejection(of: .withdraw(60)).map { "\($0)" }
    /// ```
    ///
    /// The method tries the event on a copy of the ``state``. Tracking works as it does for
    /// ``canHandle(_:)``. A stopped machine drops events instead of rejecting them, so this method
    /// then returns `nil`, although ``canHandle(_:)`` returns `false`.
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
    /// By the time this method returns `.handled`, the machine's hooks have run, and all events
    /// they sent have been processed. If an event is sent while the machine is busy with another,
    /// usually by a hook, it has to wait; see ``Outcome/enqueued``. If you haven't started the
    /// machine, the first event starts it.
    ///
    /// - Complexity: The complexity of `handleEvent`, plus the cost of notifying the hooks,
    ///   observers, and run, if there are any.
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
    /// You can print a machine anywhere, even within `handleEvent`. The state can't be read there,
    /// so the description is `StateMachine(handling an event)`. Observers aren't notified when the
    /// description changes.
    public var description: String {
        guard !flags.contains(.handlingEvent) else { return "StateMachine(handling an event)" }
        return "StateMachine(\(caseName(of: storage)))"
    }
}

@available(*, unavailable, message: "A machine is isolated to one actor. Use its sender on other actors.")
extension StateMachine: Sendable {}
#endif
