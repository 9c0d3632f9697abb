#if !hasFeature(Embedded)
public import Observation

/// Runs a state definition: one event at a time, with hooks, activities, observation and an asynchronous driver.
///
/// ```swift
/// let machine = StateMachine(Door.closed)
/// machine.onEntry(of: .locked) { print("click") }
/// machine.send(.lock)             // prints "click"
/// machine.send(.open).isHandled   // false: a locked door does not open
/// ```
///
/// A machine belongs to the isolation that makes it, the main actor in an app for instance, and is used from there alone;
/// the compiler checks it. Other isolations and callbacks reach it through a ``sender(isolation:)``.
///
/// Events run to completion: an event that a hook sends is queued until everybody has heard of the present one. Nothing that
/// arrives traps: ``send(_:)`` says what became of the event.
///
/// An event, the start and the stop are told to the hooks that were there when their turn began. A hook that is added meanwhile hears
/// of the next one; a hook that is removed hears nothing more. A hook lives as long as its machine, so let it capture the machine, or
/// the object that owns it, weakly.
///
/// A machine is `Observable`: reading ``state`` or ``activities`` in `withObservationTracking`, in `Observations` or in a
/// SwiftUI view is enough to hear of the next accepted event.
public final class StateMachine<Definition: StateDefinition> {
    /// What can happen to this machine.
    public typealias Event = Definition.Event

    /// What an accepted event returns.
    public typealias Output = Definition.Output

    /// What can go on in this machine.
    public typealias Activity = Definition.Activity

    /// The state.
    ///
    /// Mutated in place, never copied on the way.
    ///
    /// It goes without the dynamic exclusivity check, which would cost ten times what a transition does. What the check
    /// looks for cannot happen: `phase` holds `.moving` for as long as `handleEvent` runs; meanwhile an event that arrives
    /// is queued, and reading is refused.
    @usableFromInline
    @exclusivity(unchecked)
    var storage: Definition

    /// Why the next event may not take the short way; empty for a started machine that nobody listens to.
    @usableFromInline
    @exclusivity(unchecked)
    var phase: Phase = .unstarted

    /// Hooks, queued events, the driver: made when they are first needed.
    @usableFromInline
    @exclusivity(unchecked)
    var attachments: Attachments?

    /// Whom to tell when the state has changed: made when the state is first read.
    @usableFromInline
    @exclusivity(unchecked)
    var signal: StateSignal?

    /// Creates a machine in an initial state, or in one that was saved.
    ///
    /// Nothing is entered yet: register the hooks first, then call ``start()``, ``run(isolation:until:perform:)`` or
    /// ``send(_:)``. A machine that is created in a saved state enters what this state says is going on.
    ///
    /// - Parameter state: The state to begin in.
    @inlinable
    public init(_ state: Definition) {
        self.storage = state
    }

    deinit {
        _ = attachments?.mailbox?.close(isGone: true)
    }

    /// The present state.
    ///
    /// Inside a hook this is the state that was moved to. It is not to be read from within `handleEvent`, which has a state
    /// of its own to look at, nor in the `deinit` of a payload that `handleEvent` replaces.
    @inlinable
    public var state: Definition {
        checkReadable()
        noteStateRead()
        return storage
    }

    /// What goes on at present, outermost first and each activity once; empty before the start and after the stop.
    ///
    /// - Complexity: That of the definition's own list, plus O(*n*) for *n* activities.
    public var activities: [Activity] {
        checkReadable()
        noteActivitiesRead()
        // A copy of the state, since its definition may send events from there.
        let state = storage
        return isLive ? state.activities.uniqued() : []
    }

    /// Refuses to read a state that is being changed at this moment, as Swift's exclusivity rule does.
    @inlinable
    func checkReadable() {
        precondition(!phase.contains(.moving), "handleEvent reads the state of the machine that is just calling it")
    }

    /// Sends an event to the machine, and says what became of it.
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
    /// When it returns `.handled`, the state has moved, the hooks have run, and so have all events that they sent. The first
    /// event starts the machine, if nobody has.
    ///
    /// - Complexity: That of `handleEvent`, for a machine without hooks and observers.
    @inlinable
    @discardableResult
    public func send(_ event: Event) -> Outcome {
        guard phase.isEmpty else { return sendAttended(event) }
        phase = .moving
        do throws(TransitionError) {
            let output = try storage.handleEvent(event)
            if phase == .moving { phase = [] } else { endShortTurn() }
            return .handled(output)
        } catch {
            guard phase == .moving else { return tellRejection(of: event) }
            phase = []
            return .rejected(InvalidTransition(state: storage, event: event))
        }
    }
}

extension StateMachine: Observable {}

extension StateMachine: CustomStringConvertible {
    /// The name of the present state's case.
    public var description: String { "StateMachine(\(caseName(of: state)))" }
}

@available(*, unavailable, message: "A machine belongs to one isolation; its sender goes everywhere.")
extension StateMachine: Sendable {}
#endif
