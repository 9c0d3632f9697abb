#if !hasFeature(Embedded)
import Locking
public import Synchronization

/// An event on its way to a machine, and the instance that has sent it, if it comes from one.
struct Letter<Definition: StateDefinition>: Sendable {
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
        var posted = LetterQueue<Definition>()

        /// Where the machine can be reached; nothing while it lives outside every actor and is not being run.
        var address: Address?

        /// Whether a courier is on its way with what was posted.
        var hasCourier = false

        /// Whether the machine is stopped or gone.
        var isClosed = false
    }

    private enum Route {
        case none(Outcome)
        case to(Address, behind: Int)
    }

    private let state = Locked(State())

    /// Carries an event to the machine, and returns what became of it.
    func send(_ letter: Letter<Definition>) async -> Outcome {
        while true {
            let route: Route = state.withLock { state in
                if let address = state.address { return .to(address, behind: state.posted.end) }
                if let instance = letter.instance, instance.isRetired { return .none(.dropped(.stale)) }
                if state.isClosed { return .none(.dropped(.stopped)) }
                append(letter, to: &state)
                return .none(.enqueued)
            }
            switch route {
            case .none(let outcome): return outcome
            case .to(let address, let end):
                // Without an outcome the machine has moved since.
                if let outcome = await address.deliver(letter, behind: end, from: self) { return outcome }
            }
        }
    }

    /// Leaves an event for the machine, and sends a courier for it.
    func post(_ letter: Letter<Definition>) {
        state.withLock { state in
            if state.isClosed && state.address == nil { return }
            append(letter, to: &state)
        }
        sendCourier()
    }

    /// Sends a courier who handles what was posted, unless one is under way.
    ///
    /// It is detached: what it carries comes from many, and none of them should lend it their task-local values.
    private func sendCourier() {
        let address: Address? = state.withLock { state in
            guard let address = state.address, !state.posted.isEmpty, !state.hasCourier else { return nil }
            state.hasCourier = true
            return address
        }
        guard let address else { return }
        Task.detached {
            await address.deliverPosted(from: self)
            self.state.withLock { $0.hasCourier = false }
            // What came in behind the courier's back, or for a machine that has moved since.
            self.sendCourier()
        }
    }

    /// Takes some of what was posted, on behalf of somebody who has arrived at an address.
    ///
    /// Not all of it, so that whoever takes it can let others have the actor in between.
    ///
    /// - Parameter end: Where in the order of all letters to stop.
    /// - Returns: Nothing if the machine cannot be reached at this address any more.
    func takePosted(at address: Address, upTo end: Int = .max) -> ArraySlice<Letter<Definition>>? {
        state.withLock { state in
            guard state.address === address else { return nil }
            defer { hasPosted.store(!state.posted.isEmpty, ordering: .releasing) }
            return state.posted.take(64, upTo: end)
        }
    }

    /// Lets the machine be reached at an address, unless it has one.
    ///
    /// - Returns: Whether it can be reached there from now on.
    func open(_ address: Address) -> Bool {
        let isOpened = state.withLock { state in
            guard state.address == nil else { return false }
            state.address = address
            address.isOpen.store(true, ordering: .releasing)
            return true
        }
        sendCourier()
        return isOpened
    }

    /// Where the machine can be reached at present.
    var address: Address? { state.withLock { $0.address } }

    private func append(_ letter: Letter<Definition>, to state: inout State) {
        state.posted.append(letter)
        hasPosted.store(true, ordering: .releasing)
    }

    private func close(address: inout Address?) {
        address?.isOpen.store(false, ordering: .releasing)
        address = nil
    }

    /// Lets nobody reach the machine at this address any more.
    func leave(_ address: Address) {
        state.withLock { state in
            if state.address === address { close(address: &state.address) }
        }
    }

    /// Drops what is sent from now on, unless somebody can still bring it to the machine, which then does so itself.
    ///
    /// - Returns: What was posted, and will not be delivered any more.
    func close(isGone: Bool = false) -> [Letter<Definition>] {
        state.withLock { state in
            state.isClosed = true
            if isGone { close(address: &state.address) }
            hasPosted.store(false, ordering: .releasing)
            return state.posted.takeAll()
        }
    }
}

/// Letters in the order in which they came, numbered from the first one that ever came.
private struct LetterQueue<Definition: StateDefinition>: Sendable {
    /// Apart from those that are being taken, so that nothing is copied when more come in meanwhile.
    private var incoming: [Letter<Definition>] = []
    private var outgoing: ArraySlice<Letter<Definition>> = []
    private var takenCount = 0

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    /// The number of the next letter that comes.
    var end: Int { takenCount + outgoing.count + incoming.count }

    mutating func append(_ letter: Letter<Definition>) {
        incoming.append(letter)
    }

    /// Takes at most so many letters, and none from a number on; none only if there are none before it.
    mutating func take(_ count: Int, upTo end: Int) -> ArraySlice<Letter<Definition>> {
        if outgoing.isEmpty {
            outgoing = incoming[...]
            incoming = []
        }
        let taken = outgoing.prefix(max(0, min(count, end - takenCount)))
        outgoing = outgoing.dropFirst(taken.count)
        takenCount += taken.count
        return taken
    }

    /// Takes all letters.
    mutating func takeAll() -> [Letter<Definition>] {
        defer { (incoming, outgoing, takenCount) = ([], [], end) }
        return outgoing + incoming
    }
}
#endif
