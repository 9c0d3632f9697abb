#if !hasFeature(Embedded)
import Locking
public import Synchronization

/// An event on its way to a machine, and the instance that has sent it, if it comes from one.
struct PostedEvent<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let instance: ActivityInstance<Definition>?
}

/// Knows where a machine can be reached, and keeps what was posted until somebody gets there.
///
/// Who waits for the outcome of an event carries it to the machine's actor and handles it there: an actor call, and nothing
/// besides. Whoever gets there handles what was posted before.
@usableFromInline
final class Mailbox<Definition: StateDefinition>: Sendable {
    /// Whether there is anything posted, as it was a moment ago.
    @usableFromInline let hasPosted = Atomic(false)

    typealias Outcome = StateMachine<Definition>.Outcome
    typealias Address = MachineAddress<Definition>

    private struct State {
        var posted = Queue<PostedEvent<Definition>>()

        /// How many have been taken out of the queue.
        var takenCount = 0

        /// The number of the next event that is posted.
        var end: Int { takenCount + posted.count }

        /// Where the machine can be reached; `nil` while it lives outside every actor and is not being run.
        var address: Address?

        /// Whether the machine can be reached there when a run has ended, too.
        var outlastsRun = false

        /// Whether a task is on its way to the machine that handles what was posted.
        var isDrainScheduled = false

        /// Whether the machine is stopped or gone.
        var isClosed = false
    }

    private enum Route {
        case none(Outcome)
        case to(Address, behind: Int)
    }

    private let state = Locked(State())

    /// Carries an event to the machine, and returns what became of it.
    func send(_ event: PostedEvent<Definition>) async -> Outcome {
        while true {
            let route: Route = state.withLock { state in
                if let address = state.address { return .to(address, behind: state.end) }
                if let instance = event.instance, instance.isRetired { return .none(.dropped(.stale)) }
                if state.isClosed { return .none(.dropped(.stopped)) }
                append(event, to: &state)
                return .none(.enqueued)
            }
            switch route {
            case .none(let outcome): return outcome
            case .to(let address, let end):
                // Without an outcome the machine has moved since.
                if let outcome = await address.deliver(event, behind: end, from: self) { return outcome }
            }
        }
    }

    /// Leaves an event for the machine, and sees to it that it is handled.
    func post(_ event: PostedEvent<Definition>) {
        state.withLock { state in
            if state.isClosed && state.address == nil { return }
            append(event, to: &state)
        }
        scheduleDrain()
    }

    /// Starts a task that handles what was posted, unless one is under way.
    ///
    /// The task is detached: what it carries comes from many, and none of them should lend it their task-local values.
    private func scheduleDrain() {
        let address: Address? = state.withLock { state in
            guard let address = state.address, !state.posted.isEmpty, !state.isDrainScheduled else { return nil }
            state.isDrainScheduled = true
            return address
        }
        guard let address else { return }
        Task.detached {
            await address.deliverPosted(from: self)
            self.state.withLock { $0.isDrainScheduled = false }
            // What came in since, or for a machine that has moved since.
            self.scheduleDrain()
        }
    }

    /// Takes some of what was posted, on behalf of somebody who has arrived at an address.
    ///
    /// Not all of it, so that whoever takes it can let others have the actor in between.
    ///
    /// - Parameter end: Where in the order of all posted events to stop.
    /// - Returns: `nil` if the machine cannot be reached at this address any more.
    func takePosted(at address: Address, upTo end: Int = .max) -> [PostedEvent<Definition>]? {
        state.withLock { state in
            guard state.address === address else { return nil }
            let taken = state.posted.popFirst(max(0, min(64, end - state.takenCount)))
            state.takenCount += taken.count
            hasPosted.store(!state.posted.isEmpty, ordering: .releasing)
            return taken
        }
    }

    /// Lets the machine be reached at an address, unless it has one.
    ///
    /// - Parameter outlastingRun: Whether it can be reached there, or where it is reached already, when a run has ended, too.
    /// - Returns: Whether it can be reached there from now on.
    func open(_ address: Address, outlastingRun: Bool) -> Bool {
        let isOpened = state.withLock { state in
            if outlastingRun { state.outlastsRun = true }
            guard state.address == nil else { return false }
            state.address = address
            address.isOpen.store(true, ordering: .releasing)
            return true
        }
        scheduleDrain()
        return isOpened
    }

    /// Where the machine can be reached at present.
    var address: Address? { state.withLock { $0.address } }

    private func append(_ event: PostedEvent<Definition>, to state: inout State) {
        state.posted.append(event)
        hasPosted.store(true, ordering: .releasing)
    }

    private func close(_ address: inout Address?) {
        address?.isOpen.store(false, ordering: .releasing)
        address = nil
    }

    /// Lets nobody reach the machine at the address of a run that has ended, unless a sender was made there.
    ///
    /// - Returns: What nobody will come for any more, since the machine is stopped.
    func leave(_ address: Address) -> [PostedEvent<Definition>] {
        state.withLock { state in
            guard state.address === address, !state.outlastsRun else { return [] }
            close(&state.address)
            return state.isClosed ? close(&state, isGone: true) : []
        }
    }

    /// Drops what is sent from now on: the actor is gone at whose address the machine could be reached.
    ///
    /// - Returns: Whether it could be reached there; it may have moved, and be reached elsewhere.
    func abandon(_ address: Address) -> Bool {
        let dropped: [PostedEvent<Definition>]? = state.withLock { state in
            state.address === address ? close(&state, isGone: true) : nil
        }
        return dropped != nil
    }

    /// Drops what is sent from now on, unless somebody can still bring it to the machine, which then does so itself.
    ///
    /// - Returns: What was posted, and will not be delivered any more.
    func close(isGone: Bool = false) -> [PostedEvent<Definition>] {
        state.withLock { close(&$0, isGone: isGone) }
    }

    private func close(_ state: inout State, isGone: Bool) -> [PostedEvent<Definition>] {
        state.isClosed = true
        if isGone { close(&state.address) }
        hasPosted.store(false, ordering: .releasing)
        state.takenCount += state.posted.count
        return state.posted.popFirst(.max)
    }
}
#endif
