#if !hasFeature(Embedded)
import StateMachineLocks
public import Synchronization

/// A mailbox that accepts events for a machine from any thread, stores posted events, and schedules
/// their delivery.
///
/// A sender that waits for the outcome hops to the machine's actor. There, the machine first
/// handles the events that were posted earlier, and then the event of the sender. If no sender
/// waits, a detached task delivers the posted events. ``ActorDelivery`` performs the hop, and
/// `receive` of the machine handles the events (`StateMachine+StaleEvents`).
@usableFromInline
final class Mailbox<Definition: StateDefinition>: Sendable {
    /// Whether the mailbox contains posted events.
    ///
    /// This value is read without the lock and may be out of date.
    @usableFromInline let hasPosted = Atomic(false)

    typealias Outcome = StateMachine<Definition>.Outcome
    typealias Delivery = ActorDelivery<Definition>

    private struct State {
        var posted = Queue<PostedEvent<Definition>>()

        /// The number of events that have been taken from the queue.
        var takenCount = 0

        /// The number that the next posted event gets.
        ///
        /// The first event has the number 0.
        var end: Int { takenCount + posted.count }

        /// The object that delivers the events, or `nil` between the runs of a machine that is not
        /// isolated to an actor.
        var delivery: Delivery?

        /// Whether the delivery stays attached after a run has ended.
        var outlastsRun = false

        /// Whether a task that delivers posted events is in flight.
        var isDrainScheduled = false

        /// The reason for dropping events: the machine is stopped or released.
        ///
        /// The value is `nil` while the machine is neither stopped nor released.
        var closingReason: StateMachine<Definition>.DropReason?
    }

    private enum Route {
        case none(Outcome)
        case to(Delivery, behind: Int)
    }

    private let state = Locked(State())

    /// Delivers an event and returns the outcome.
    func send(_ event: PostedEvent<Definition>) async -> Outcome {
        while true {
            let route: Route = state.withLock { state in
                if let delivery = state.delivery { return .to(delivery, behind: state.end) }
                if let reason = event.dropReason(inMailboxClosedBecause: state.closingReason) {
                    appendToReport(event, to: &state)
                    return .none(.dropped(reason))
                }
                append(event, to: &state)
                return .none(.enqueued)
            }
            switch route {
            case .none(let outcome): return outcome
            case .to(let delivery, let end):
                // Without an outcome, the delivery has been detached; look for another delivery.
                if let outcome = await delivery.deliver(event, behind: end, from: self) { return outcome }
            }
        }
    }

    /// Stores an event and schedules its delivery.
    func post(_ event: PostedEvent<Definition>) {
        state.withLock { state in
            if state.delivery == nil, event.dropReason(inMailboxClosedBecause: state.closingReason) != nil {
                appendToReport(event, to: &state)
            } else {
                append(event, to: &state)
            }
        }
        scheduleDrain()
    }

    /// Starts a task that delivers the posted events, unless one is in flight.
    ///
    /// The task is detached, because it delivers the events of many senders and should not inherit
    /// the task-local values of any of them.
    private func scheduleDrain() {
        let delivery: Delivery? = state.withLock { state in
            guard let delivery = state.delivery, !state.posted.isEmpty, !state.isDrainScheduled else { return nil }
            state.isDrainScheduled = true
            return delivery
        }
        guard let delivery else { return }
        Task.detached {
            await delivery.deliverPosted(from: self)
            self.state.withLock { $0.isDrainScheduled = false }
            // More events may have been posted, or another delivery may have been attached.
            self.scheduleDrain()
        }
    }

    /// Removes and returns a batch of posted events for a delivery.
    ///
    /// - Parameter end: The number of the first posted event that stays in the mailbox.
    /// - Returns: The events, or `nil` if that delivery is no longer attached.
    func takePosted(at delivery: Delivery, upTo end: Int = .max) -> [PostedEvent<Definition>]? {
        state.withLock { state in
            guard state.delivery === delivery else { return nil }
            let taken = state.posted.popFirst(max(0, min(64, end - state.takenCount)))
            state.takenCount += taken.count
            hasPosted.store(!state.posted.isEmpty, ordering: .releasing)
            return taken
        }
    }

    /// Attaches a delivery that receives the events, unless one is already attached.
    ///
    /// - Parameter outlastingRun: Whether a delivery stays attached after a run has ended. The flag
    ///   applies to this delivery, or to the one that is already attached.
    /// - Returns: Whether this delivery was attached.
    func attach(_ delivery: Delivery, outlastingRun: Bool) -> Bool {
        let isAttached = state.withLock { state in
            if outlastingRun { state.outlastsRun = true }
            guard state.delivery == nil else { return false }
            state.delivery = delivery
            delivery.isAttached.store(true, ordering: .releasing)
            return true
        }
        scheduleDrain()
        return isAttached
    }

    /// The attached delivery.
    var delivery: Delivery? { state.withLock { $0.delivery } }

    private func append(_ event: PostedEvent<Definition>, to state: inout State) {
        state.posted.append(event)
        hasPosted.store(true, ordering: .releasing)
    }

    /// Stores a dropped event until the machine can report it to its hooks.
    ///
    /// If the machine is not isolated to an actor, only the code that owns the machine may call its
    /// hooks. That code may never use the machine again, so the number of stored events is limited.
    private func appendToReport(_ event: PostedEvent<Definition>, to state: inout State) {
        if case .released? = state.closingReason { return }
        if state.posted.count < 1_000 { append(event, to: &state) }
    }

    /// Removes and returns the dropped events that could not be reported.
    func takeUnreported() -> [PostedEvent<Definition>] {
        state.withLock { state in
            state.delivery == nil && state.closingReason != nil ? takeAll(from: &state) : []
        }
    }

    private func close(_ delivery: inout Delivery?) {
        delivery?.isAttached.store(false, ordering: .releasing)
        delivery = nil
    }

    /// Detaches the delivery of a run that has ended, unless a sender was created on the actor of
    /// the run.
    ///
    /// - Returns: The posted events that are not delivered because the machine is stopped.
    func detach(_ delivery: Delivery) -> [PostedEvent<Definition>] {
        state.withLock { state in
            guard state.delivery === delivery, !state.outlastsRun else { return [] }
            close(&state.delivery)
            return state.closingReason.map { close(&state, because: $0) } ?? []
        }
    }

    /// Detaches a delivery whose actor has been released, and drops all later events.
    ///
    /// - Returns: Whether the delivery was attached. If not, another delivery may be attached by
    ///   now.
    func detachLost(_ delivery: Delivery) -> Bool {
        let dropped: [PostedEvent<Definition>]? = state.withLock { state in
            state.delivery === delivery ? close(&state, because: .released) : nil
        }
        return dropped != nil
    }

    /// Closes the mailbox of a stopped or released machine.
    ///
    /// A stopped machine still receives events and drops them. A released machine receives no
    /// events.
    ///
    /// - Returns: The posted events, which are not delivered.
    func close(because reason: StateMachine<Definition>.DropReason) -> [PostedEvent<Definition>] {
        state.withLock { close(&$0, because: reason) }
    }

    private func close(
        _ state: inout State,
        because reason: StateMachine<Definition>.DropReason
    ) -> [PostedEvent<Definition>] {
        state.closingReason = reason
        if case .released = reason { close(&state.delivery) }
        return takeAll(from: &state)
    }

    /// Removes and returns all posted events.
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
