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
/// A machine is isolated to the actor on which you create it, which is usually the main actor in an
/// app. The compiler checks that only code on that actor uses the machine. To send events from
/// other actors and from callbacks, use a sender; see ``sender(isolation:)``. A machine that you
/// create in nonisolated code is not isolated to an actor, and its senders deliver events only
/// during a call of ``run(isolation:until:perform:)``. See <doc:IsolationAndSenders>.
///
/// The machine handles each event to completion. If a hook sends another event, this event waits in
/// a queue until all hooks and observers have been notified of the current event. You can send any
/// event in any state: ``send(_:)`` never traps and returns the outcome of the event.
///
/// A turn is one step of the machine: it handles one event, or it starts, or it stops. In each
/// turn, the machine calls the hooks that were registered when the turn began. A hook that you add
/// during a turn is called from the next turn on. A cancelled hook is not called again. <doc:Hooks>
/// describes the order of the calls.
///
/// A machine retains its hooks, so a hook should capture the machine, or the object that owns the
/// machine, weakly.
///
/// A machine is `Observable`. Code that reads ``state`` or ``activities`` in
/// `withObservationTracking`, in `Observations` or in a SwiftUI view is notified of the next
/// handled event. See <doc:ObservationAndViews>.
public final class StateMachine<Definition: StateDefinition> {
    /// The type of the events that this machine handles or rejects.
    public typealias Event = Definition.Event

    /// The type of the output of a handled event.
    public typealias Output = Definition.Output

    /// The type of the activities.
    public typealias Activity = Definition.Activity

    /// The state of the machine.
    ///
    /// The machine mutates the state in place, without the dynamic exclusivity check, which costs
    /// several times as much as a transition. The check is not necessary, because `flags` contains
    /// `.handlingEvent` while `handleEvent` runs. During that time, the machine enqueues events,
    /// and reading the state is a precondition failure.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: Definition

    /// The flags of the machine; if a started machine has no listeners, they are empty and the next
    /// event takes the fast path.
    @usableFromInline
    @exclusivity(unchecked)
    var flags: Flags = .notStarted

    /// The hooks, the queue, the driver and the mailbox; created when first needed.
    @usableFromInline
    @exclusivity(unchecked)
    var runtime: Runtime?

    /// The signal that notifies the observers of the state; created when the state is first read.
    @usableFromInline
    @exclusivity(unchecked)
    var stateSignal: ObservationSignal?

    /// The signal that notifies the observers of the activities; created when they are first read.
    @exclusivity(unchecked)
    var activitiesSignal: ObservationSignal?

    /// Creates a machine in an initial state or in a saved state.
    ///
    /// The machine does not enter its state yet. Register the hooks first, and then call
    /// ``start()``, ``run(isolation:until:perform:)`` or ``send(_:)``. A machine with a saved state
    /// enters the activities of that state when it starts.
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
    /// Inside a hook, this is the new state. In `handleEvent`, use `self` instead: reading this
    /// property there is a precondition failure, even in the `deinit` of a payload that
    /// `handleEvent` replaces.
    @inlinable
    public var state: Definition {
        checkReadable()
        trackStateRead()
        return storage
    }

    /// The current activities, outermost first and without duplicates.
    ///
    /// The list is empty before the machine starts and after it stops.
    ///
    /// Reading this property within `handleEvent` is a precondition failure, as for ``state``.
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
    /// The method tries the event on a copy of the ``state``. If you call it in the body of a view
    /// or another tracking scope, this scope observes the machine: it is notified of the next
    /// handled event. It is also notified when the machine stops, because a stopped machine handles
    /// no events. Calling this method within `handleEvent` is a precondition failure, as for
    /// ``state``.
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
    /// The method tries the event on a copy of the ``state``, and it registers with observation as
    /// ``canHandle(_:)`` does. A stopped machine drops events and rejects none, so the method
    /// returns `nil`, although ``canHandle(_:)`` returns `false`.
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
    /// When this method returns `.handled`, the machine is in the new state, the hooks have run,
    /// and all events that they sent have been processed. The first event starts the machine if you
    /// have not started it.
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
    /// You can print a machine anywhere. Within `handleEvent`, the state is not readable, so the
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
