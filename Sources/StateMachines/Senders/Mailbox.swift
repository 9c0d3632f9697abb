#if !hasFeature(Embedded)
import StateMachineLocks
public import Synchronization

/// A mailbox that accepts events for a machine from any thread, and stores the events that have to
/// wait.
///
/// Every posted event waits here. A sent event waits only if others are already waiting, so that it
/// does not overtake them. ``ActorDelivery`` starts a task on the machine's actor that delivers the
/// waiting events in order, and the machine's `receive` method handles them
/// (`StateMachine+ArrivingEvents`).
@usableFromInline
final class Mailbox<Definition: StateDefinition>: Sendable {
    /// Whether events are waiting; read without the lock.
    ///
    /// A sender always sees the events that were posted before its own event, so these events come
    /// first. If another thread posts at that moment, either event can come first.
    @usableFromInline let hasWaiting = Atomic(false)

    typealias Outcome = StateMachine<Definition>.Outcome
    typealias Delivery = ActorDelivery<Definition>
    typealias DropReason = StateMachine<Definition>.DropReason
    typealias Waiting = WaitingEvent<Definition>

    private struct State {
        var waiting = Queue<Waiting>()

        /// An object that delivers the events, or `nil` between runs if the machine is not isolated
        /// to an actor.
        var delivery: Delivery?

        /// Whether the delivery stays attached after a run has ended.
        var outlastsRun = false

        /// Priorities of the tasks that will deliver waiting events and have not begun, in
        /// ascending order.
        var scheduledDrains: [TaskPriority] = []

        #if DEBUG
        /// Whether a warning about a waiting event is being prepared, or has been given.
        var isWarned = false

        /// How many events have left the mailbox.
        var takenCount = 0
        #endif

        /// Why events are dropped; `nil` while the machine is neither stopped nor released.
        var closingReason: DropReason?
    }

    private let state = Locked(State())

    // MARK: Events arrive

    /// Delivers an event, after the events that are waiting, and returns the outcome.
    nonisolated(nonsending) func send(_ event: Definition.Event, from instance: ActivityInstance<Definition>?) async
        -> Outcome
    {
        if instance == nil, let delivery = deliveryIfEmpty {
            if let outcome = await delivery.deliver(event) { return outcome }
            if delivery.actor == nil { closeLost(delivery) }
        }
        return await withCheckedContinuation { sender in
            let outcome = accept(WaitingEvent(event: event, instance: instance, sender: sender))
            if let outcome { sender.resume(returning: outcome) } else { scheduleDrain() }
        }
    }

    /// Stores an event and schedules its delivery.
    func post(_ event: Definition.Event, from instance: ActivityInstance<Definition>?) {
        if accept(WaitingEvent(event: event, instance: instance)) == nil { scheduleDrain() }
    }

    /// The attached delivery, if no event is waiting.
    private var deliveryIfEmpty: Delivery? { state.withLock { $0.waiting.isEmpty ? $0.delivery : nil } }

    /// Stores an event.
    ///
    /// - Returns: The outcome if it is already known, or `nil` if a delivery will tell it.
    private func accept(_ waiting: Waiting) -> Outcome? {
        let outcome: Outcome? = state.withLock { state in
            if state.delivery != nil {
                append(waiting, to: &state)
                return nil
            }
            var waiting = waiting
            waiting.sender = nil
            let outcome = waiting.outcome(inMailboxClosedBecause: state.closingReason)
            switch outcome {
            case .dropped: appendToReport(waiting, to: &state)
            case .enqueued, .handled, .rejected: append(waiting, to: &state)
            }
            return outcome
        }
        #if DEBUG
        if case .enqueued? = outcome { warnOnce() }
        #endif
        return outcome
    }

    #if DEBUG
    /// Returns whether an event still waits for a run that may never come.
    ///
    /// If it does not, a later event may cause a warning.
    ///
    /// - Parameter number: The event's number among all that have waited, from 1.
    func isNeglected(_ number: Int) -> Bool {
        state.withLock { state in
            let isNeglected = state.delivery == nil && state.closingReason == nil && state.takenCount < number
            state.isWarned = isNeglected
            return isNeglected
        }
    }

    /// Prepares a warning about the last waiting event, unless one is being prepared.
    private func warnOnce() {
        let number: Int? = state.withLock { state in
            guard !state.isWarned else { return nil }
            state.isWarned = true
            return state.takenCount + state.waiting.count
        }
        if let number { warnIfNobodyDelivers(number) }
    }
    #endif

    private func append(_ waiting: Waiting, to state: inout State) {
        state.waiting.append(waiting)
        hasWaiting.store(true, ordering: .releasing)
    }

    /// Stores a dropped event until the machine can report it to its hooks.
    ///
    /// If the machine is not isolated to an actor, only the code that owns the machine may call its
    /// hooks. That code may never use the machine again, so the number of stored events is limited.
    private func appendToReport(_ waiting: Waiting, to state: inout State) {
        if case .released? = state.closingReason { return }
        if state.waiting.count < 1_000 { append(waiting, to: &state) }
    }

    // MARK: Events are delivered

    /// Starts a task that delivers the waiting events, unless one of at least the current priority
    /// has not begun yet.
    func scheduleDrain() {
        let priority = Task.currentPriority
        let delivery: Delivery? = state.withLock { state in
            guard let delivery = state.delivery, !state.waiting.isEmpty else { return nil }
            if let highest = state.scheduledDrains.last, highest >= priority { return nil }
            state.scheduledDrains.append(priority)
            return delivery
        }
        if let delivery, !delivery.startDrain(of: self, priority: priority) { closeLost(delivery) }
    }

    /// Records that the events that arrive from now on need another task.
    ///
    /// A task that begins now may take long, because a hook may run an event loop that serves the
    /// actor.
    func drainDidStart(at delivery: Delivery, priority: TaskPriority) {
        state.withLock { state in
            guard state.delivery === delivery else { return }
            state.scheduledDrains.removeAll { $0 == priority }
        }
    }

    /// Removes and returns the first waiting event.
    ///
    /// - Returns: `nil` if no event is waiting, or if that delivery is no longer attached.
    func takeFirst(at delivery: Delivery) -> Waiting? {
        state.withLock { state in
            guard state.delivery === delivery, let first = state.waiting.popFirst() else { return nil }
            #if DEBUG
            state.takenCount += 1
            #endif
            if state.waiting.isEmpty { hasWaiting.store(false, ordering: .releasing) }
            return first
        }
    }

    /// Removes and returns the dropped events that could not be reported.
    func takeUnreported() -> [Waiting] {
        state.withLock { state in
            state.delivery == nil && state.closingReason != nil ? takeAll(from: &state) : []
        }
    }

    /// Removes and returns all waiting events.
    private func takeAll(from state: inout State) -> [Waiting] {
        hasWaiting.store(false, ordering: .releasing)
        #if DEBUG
        state.takenCount += state.waiting.count
        #endif
        return state.waiting.popFirst(.max)
    }

    // MARK: Deliveries come and go

    /// How many events are waiting.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The attached delivery.
    var delivery: Delivery? { state.withLock { $0.delivery } }

    /// Attaches a delivery that receives the events, unless one that outlasts the runs is attached.
    ///
    /// If an earlier run is still ending, this delivery replaces the one of that run.
    ///
    /// - Parameters:
    ///   - outlastingRun: Whether a delivery stays attached after a run has ended. The flag applies
    ///     to this delivery, or to the one that is already attached.
    ///   - drains: Whether to schedule a delivery of waiting events. A run that begins by handling
    ///     them does so itself, because one of them may end it.
    /// - Returns: Whether this delivery was attached.
    func attach(_ delivery: Delivery, outlastingRun: Bool, drains: Bool = true) -> Bool {
        let isAttached = state.withLock { state in
            if outlastingRun { state.outlastsRun = true }
            guard state.delivery == nil || !state.outlastsRun else { return false }
            removeDelivery(from: &state)
            state.delivery = delivery
            delivery.isAttached.store(true, ordering: .releasing)
            return true
        }
        if drains { scheduleDrain() }
        return isAttached
    }

    private func removeDelivery(from state: inout State) {
        state.delivery?.isAttached.store(false, ordering: .releasing)
        state.delivery = nil
        state.scheduledDrains = []
    }

    /// Detaches the delivery of a run that has ended, unless a sender was created on the actor of
    /// the run.
    ///
    /// - Returns: The waiting events if the machine is stopped and must drop them.
    func detach(_ delivery: Delivery) -> [Waiting] {
        let (dropped, kept): ([Waiting], [Waiting]) = state.withLock { state in
            guard state.delivery === delivery, !state.outlastsRun else { return ([], []) }
            removeDelivery(from: &state)
            let waiting = takeAll(from: &state)
            if state.closingReason != nil { return (waiting, []) }
            for var event in waiting {
                event.sender = nil
                append(event, to: &state)
            }
            return ([], waiting)
        }
        for event in kept { event.end(with: event.outcome(inMailboxClosedBecause: nil)) }
        return dropped
    }

    /// Drops all events if a delivery is still attached although its actor has been released.
    private func closeLost(_ delivery: Delivery) {
        let dropped = state.withLock { $0.delivery === delivery ? close(&$0, because: .released) : [] }
        for event in dropped { event.end(with: .dropped(.released)) }
    }

    /// Closes the mailbox of a machine that is being stopped.
    ///
    /// Waiting events stay in the mailbox until the machine can report that it drops them.
    func close() {
        state.withLock { $0.closingReason = .stopped }
    }

    /// Closes the mailbox of a stopped or released machine and empties it.
    ///
    /// A stopped machine still receives events and drops them. A released machine receives no
    /// events.
    ///
    /// - Returns: The waiting events, which are not delivered.
    func takeAll(closingBecause reason: DropReason) -> [Waiting] {
        state.withLock { close(&$0, because: reason) }
    }

    private func close(_ state: inout State, because reason: DropReason) -> [Waiting] {
        state.closingReason = reason
        if case .released = reason { removeDelivery(from: &state) }
        return takeAll(from: &state)
    }
}
#endif
