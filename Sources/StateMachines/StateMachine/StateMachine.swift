#if !hasFeature(Embedded)
public import Observation

/// Runs a state definition: one event at a time, with hooks, activities, observation and an
/// asynchronous driver.
///
/// ```swift
/// let machine = StateMachine(Door.closed)
/// machine.onEntry(of: .locked) { print("click") }
/// machine.send(.lock)             // prints "click"
/// machine.send(.open).isHandled   // false: a locked door does not open
/// ```
///
/// A machine is isolated to the actor that makes it, in an app usually the main actor, and is used
/// there alone. The compiler checks that. Other actors and callbacks reach it through a
/// ``sender(isolation:)``.
///
/// Events run to completion: an event that a hook sends is enqueued until all listeners have been
/// notified of the present one. ``send(_:)`` never traps, whatever arrives; it returns what became
/// of the event.
///
/// The hooks that are called for an event, the start or the stop are those that were registered
/// when its turn began. A hook that is added meanwhile is called from the next turn on; a hook that
/// is cancelled is not called again. A machine keeps its hooks, so let them capture the machine, or
/// the object that owns it, weakly. <doc:Hooks> has the order in which they are called.
///
/// A machine is `Observable`: code that reads ``state`` or ``activities`` in
/// `withObservationTracking`, in `Observations` or in a SwiftUI view is notified of the next
/// handled event. See <doc:ObservationAndViews>.
public final class StateMachine<Definition: StateDefinition> {
    /// What can happen to this machine.
    public typealias Event = Definition.Event

    /// What a handled event returns.
    public typealias Output = Definition.Output

    /// What can go on in this machine.
    public typealias Activity = Definition.Activity

    /// The state.
    ///
    /// It is mutated in place, without the dynamic exclusivity check, which costs ten times what a
    /// transition does. What the check looks for cannot happen: `flags` contains `.handlingEvent`
    /// while `handleEvent` runs; meanwhile events are enqueued, and reading is a precondition
    /// failure.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: Definition

    /// Empty for a started machine without listeners: the next event takes the fast path.
    @usableFromInline
    @exclusivity(unchecked)
    var flags: Flags = .notStarted

    /// Hooks, the queue, the driver and the mailbox; made when first needed.
    @usableFromInline
    @exclusivity(unchecked)
    var runtime: Runtime?

    /// Notifies the observers of the state; made when the state is first read.
    @usableFromInline
    @exclusivity(unchecked)
    var stateSignal: ObservationSignal?

    /// Notifies the observers of the activities; made when they are first read.
    @exclusivity(unchecked)
    var activitiesSignal: ObservationSignal?

    /// Creates a machine in an initial state, or in one that was saved.
    ///
    /// Nothing is entered yet: register the hooks first, then call ``start()``,
    /// ``run(isolation:until:perform:)`` or ``send(_:)``. A machine that is created in a saved
    /// state enters the activities of that state.
    ///
    /// - Parameter state: The state to begin in.
    @inlinable
    public init(_ state: Definition) {
        self.storage = state
    }

    deinit {
        _ = runtime?.mailbox?.close(because: .released)
    }

    /// The present state.
    ///
    /// Inside a hook this is the new state. Do not read it within `handleEvent`, where the state is
    /// `self`, nor in the `deinit` of a payload that `handleEvent` replaces: that is a precondition
    /// failure.
    @inlinable
    public var state: Definition {
        checkReadable()
        trackStateRead()
        return storage
    }

    /// The current activities, outermost first and each once; empty before the start and after the
    /// stop.
    ///
    /// Do not read them within `handleEvent`: that is a precondition failure, as it is for
    /// ``state``.
    ///
    /// - Complexity: That of the definition's own list, plus O(*n*) for *n* activities.
    public var activities: [Activity] {
        checkReadable()
        trackActivitiesRead()
        // A copy, since the definition may send events while it lists them.
        let state = storage
        return isRunningUntracked ? state.activities.uniqued() : []
    }

    /// Refuses to read a state that `handleEvent` has exclusive access to.
    @inlinable
    func checkReadable() {
        precondition(!flags.contains(.handlingEvent), "handleEvent reads the state of the machine that is calling it")
    }

    /// Returns whether the machine would handle an event now: for buttons and menus.
    ///
    /// ```swift
    /// playButton.isEnabled = machine.canHandle(.play)
    /// ```
    ///
    /// It tries the event on a copy of the ``state``, and is observed like the state. A stopped
    /// machine handles nothing, so observers are notified of the stop too. Do not call it within
    /// `handleEvent`: that is a precondition failure, as it is for ``state``.
    @inlinable
    public func canHandle(_ event: Event) -> Bool {
        let state = state
        trackStop()
        return !flags.contains(.stopped) && state.canHandle(event)
    }

    /// Sends an event to the machine and returns what became of it.
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
    /// When it returns `.handled`, the state has changed, the hooks have run, and so have all
    /// events that they sent. The first event starts the machine, if it is not started yet.
    ///
    /// - Complexity: That of `handleEvent`, for a machine without listeners.
    @inlinable
    @discardableResult
    public func send(_ event: Event) -> Outcome {
        guard flags.isEmpty else { return sendSlowPath(event) }
        flags = .handlingEvent
        do throws(TransitionError) {
            let output = try storage.handleEvent(event)
            if flags == .handlingEvent { flags = [] } else { endFastPath() }
            return .handled(output)
        } catch {
            guard flags == .handlingEvent else { return notifyRejected(event) }
            flags = []
            return .rejected(InvalidTransition(state: storage, event: event))
        }
    }
}

extension StateMachine: Observable {}

extension StateMachine: CustomStringConvertible {
    /// The name of the current state's case, such as `StateMachine(idle)`.
    ///
    /// You can print a machine anywhere. Within `handleEvent` the state cannot be read, so the
    /// description is `StateMachine(handling an event)`. Observers are not notified of changes of
    /// a description.
    public var description: String {
        guard !flags.contains(.handlingEvent) else { return "StateMachine(handling an event)" }
        return "StateMachine(\(caseName(of: storage)))"
    }
}

@available(*, unavailable, message: "A machine is isolated to one actor. Use its sender elsewhere.")
extension StateMachine: Sendable {}
#endif
