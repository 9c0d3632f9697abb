#if !hasFeature(Embedded)
public import Synchronization

/// Delivers events to a machine from any thread, and stores those that were posted.
///
/// A sender that waits for the outcome hops to the machine's actor and has the event handled there,
/// after the events that were posted before. Without such a sender, a detached task delivers what
/// was posted. The hop is in ``IsolatedMachineReference``, and `receive` of the machine handles the
/// events.
@usableFromInline
final class Mailbox<Definition: StateDefinition>: Sendable {
    /// Whether anything is posted.
    ///
    /// It is read without the lock, and may be out of date.
    @usableFromInline let hasPosted = Atomic(false)

    typealias Outcome = StateMachine<Definition>.Outcome
    typealias Reference = IsolatedMachineReference<Definition>

    private struct State {
        var posted = Queue<PostedEvent<Definition>>()

        /// How many events have been taken out of the queue.
        var takenCount = 0

        /// The number of the next posted event.
        var end: Int { takenCount + posted.count }

        /// Where events are delivered; `nil` while the machine lives outside every actor and is not
        /// being run.
        var reference: Reference?

        /// Whether the reference stays attached when a run has ended.
        var outlastsRun = false

        /// Whether a task that delivers what was posted is in flight.
        var isDrainScheduled = false

        /// Why events are dropped: the machine is stopped or released.
        ///
        /// It is `nil` while the machine is neither.
        var closingReason: StateMachine<Definition>.DropReason?
    }

    private enum Route {
        case none(Outcome)
        case to(Reference, behind: Int)
    }

    private let state = Locked(State())

    /// Delivers an event and returns what became of it.
    func send(_ event: PostedEvent<Definition>) async -> Outcome {
        while true {
            let route: Route = state.withLock { state in
                if let reference = state.reference { return .to(reference, behind: state.end) }
                if let reason = dropReason(of: event, in: state) {
                    appendToReport(event, to: &state)
                    return .none(.dropped(reason))
                }
                append(event, to: &state)
                return .none(.enqueued)
            }
            switch route {
            case .none(let outcome): return outcome
            case .to(let reference, let end):
                // Without an outcome the reference was detached meanwhile; look for another one.
                if let outcome = await reference.deliver(event, behind: end, from: self) { return outcome }
            }
        }
    }

    /// Stores an event and schedules its delivery.
    func post(_ event: PostedEvent<Definition>) {
        state.withLock { state in
            if state.reference == nil, dropReason(of: event, in: state) != nil {
                appendToReport(event, to: &state)
            } else {
                append(event, to: &state)
            }
        }
        scheduleDrain()
    }

    /// Starts a task that delivers what was posted, unless one is in flight.
    ///
    /// The task is detached: it delivers events of many senders, and should have the task-local
    /// values of none of them.
    private func scheduleDrain() {
        let reference: Reference? = state.withLock { state in
            guard let reference = state.reference, !state.posted.isEmpty, !state.isDrainScheduled else { return nil }
            state.isDrainScheduled = true
            return reference
        }
        guard let reference else { return }
        Task.detached {
            await reference.deliverPosted(from: self)
            self.state.withLock { $0.isDrainScheduled = false }
            // For events that were posted meanwhile, or if another reference was attached.
            self.scheduleDrain()
        }
    }

    /// Takes a batch of posted events, to be delivered at a reference.
    ///
    /// - Parameter end: The number of the first posted event not to be taken.
    /// - Returns: `nil` if that reference is not attached any more.
    func takePosted(at reference: Reference, upTo end: Int = .max) -> [PostedEvent<Definition>]? {
        state.withLock { state in
            guard state.reference === reference else { return nil }
            let taken = state.posted.popFirst(max(0, min(64, end - state.takenCount)))
            state.takenCount += taken.count
            hasPosted.store(!state.posted.isEmpty, ordering: .releasing)
            return taken
        }
    }

    /// Attaches a reference, so that events are delivered there, unless one is attached already.
    ///
    /// - Parameter outlastingRun: Whether the attached reference, this one or the other, stays when
    ///   a run has ended.
    /// - Returns: Whether this reference was attached.
    func attach(_ reference: Reference, outlastingRun: Bool) -> Bool {
        let isAttached = state.withLock { state in
            if outlastingRun { state.outlastsRun = true }
            guard state.reference == nil else { return false }
            state.reference = reference
            reference.isAttached.store(true, ordering: .releasing)
            return true
        }
        scheduleDrain()
        return isAttached
    }

    /// The attached reference.
    var reference: Reference? { state.withLock { $0.reference } }

    private func append(_ event: PostedEvent<Definition>, to state: inout State) {
        state.posted.append(event)
        hasPosted.store(true, ordering: .releasing)
    }

    /// Why the machine would drop an event; `nil` if it might handle it.
    private func dropReason(
        of event: PostedEvent<Definition>,
        in state: State
    ) -> StateMachine<Definition>.DropReason? {
        if let instance = event.instance, instance.isStale { return .stale }
        return state.closingReason
    }

    /// Stores a dropped event, so that the machine reports it to its hooks when its own code uses
    /// it again.
    ///
    /// Nobody may call the hooks of a machine outside every actor before that, and perhaps nobody
    /// ever does. So the number is limited.
    private func appendToReport(_ event: PostedEvent<Definition>, to state: inout State) {
        if case .released? = state.closingReason { return }
        if state.posted.count < 1_000 { append(event, to: &state) }
    }

    /// Takes the events that were dropped while nobody could report them.
    func takeUnreported() -> [PostedEvent<Definition>] {
        state.withLock { state in
            state.reference == nil && state.closingReason != nil ? takeAll(from: &state) : []
        }
    }

    private func close(_ reference: inout Reference?) {
        reference?.isAttached.store(false, ordering: .releasing)
        reference = nil
    }

    /// Detaches the reference of a run that has ended, unless a sender was made on the same actor.
    ///
    /// - Returns: The posted events that will not be delivered, since the machine is stopped.
    func detach(_ reference: Reference) -> [PostedEvent<Definition>] {
        state.withLock { state in
            guard state.reference === reference, !state.outlastsRun else { return [] }
            close(&state.reference)
            return state.closingReason.map { close(&state, because: $0) } ?? []
        }
    }

    /// Detaches a reference whose actor is released, and drops what is sent from now on.
    ///
    /// - Returns: Whether the reference was attached. Another one may be attached by now.
    func detachLost(_ reference: Reference) -> Bool {
        let dropped: [PostedEvent<Definition>]? = state.withLock { state in
            state.reference === reference ? close(&state, because: .released) : nil
        }
        return dropped != nil
    }

    /// Closes the mailbox of a machine that is stopped or released.
    ///
    /// A stopped machine can still be reached, and drops what is sent. A released one cannot.
    ///
    /// - Returns: The posted events, which will not be delivered.
    func close(because reason: StateMachine<Definition>.DropReason) -> [PostedEvent<Definition>] {
        state.withLock { close(&$0, because: reason) }
    }

    private func close(
        _ state: inout State,
        because reason: StateMachine<Definition>.DropReason
    ) -> [PostedEvent<Definition>] {
        state.closingReason = reason
        if case .released = reason { close(&state.reference) }
        return takeAll(from: &state)
    }

    /// Takes all posted events.
    private func takeAll(from state: inout State) -> [PostedEvent<Definition>] {
        hasPosted.store(false, ordering: .releasing)
        state.takenCount += state.posted.count
        return state.posted.popFirst(.max)
    }
}

/// A posted event, with the instance that sent it, if any.
struct PostedEvent<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let instance: ActivityInstance<Definition>?
}
#endif
