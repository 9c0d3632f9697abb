#if !hasFeature(Embedded)
import Locking

/// An event on its way to a machine, and the instance that has sent it, if it comes from one.
struct Letter<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let instance: ActivityInstance<Definition.Activity>?
}

/// Knows where a machine can be reached, and keeps what was posted until somebody gets there.
///
/// Who waits for the outcome of an event carries it to the machine's actor and handles it there: an actor call, and nothing
/// besides. Whoever gets there first handles what was posted before.
final class Mailbox<Definition: StateDefinition>: Sendable {
    typealias Outcome = StateMachine<Definition>.Outcome
    typealias Address = MachineAddress<Definition>

    private struct State {
        var posted: [Letter<Definition>] = []

        /// Where the machine can be reached; nothing while it lives outside every actor and is not being run.
        var address: Address?

        /// Whether a courier is on its way with what was posted.
        var hasCourier = false

        /// Whether the machine is stopped or gone.
        var isClosed = false
    }

    private enum Route {
        case none(Outcome)
        case to(Address)
    }

    private let state = Locked(State())

    /// Carries an event to the machine, and returns what became of it.
    func send(_ letter: Letter<Definition>) async -> Outcome {
        while true {
            let route: Route = state.withLock { state in
                if let address = state.address { return .to(address) }
                if let instance = letter.instance, instance.isRetired { return .none(.dropped(.stale)) }
                if state.isClosed { return .none(.dropped(.stopped)) }
                state.posted.append(letter)
                return .none(.enqueued)
            }
            switch route {
            case .none(let outcome): return outcome
            case .to(let address):
                // Without an outcome the machine has moved since.
                if let outcome = await address.deliver(letter, from: self) { return outcome }
            }
        }
    }

    /// Leaves an event for the machine, and sends a courier for it.
    func post(_ letter: Letter<Definition>) {
        state.withLock { state in
            if state.isClosed && state.address == nil { return }
            state.posted.append(letter)
        }
        sendCourier()
    }

    private func sendCourier() {
        let address: Address? = state.withLock { state in
            guard let address = state.address, !state.posted.isEmpty, !state.hasCourier else { return nil }
            state.hasCourier = true
            return address
        }
        guard let address else { return }
        Task {
            await address.deliverPosted(from: self)
            state.withLock { $0.hasCourier = false }
            // What came in behind the courier's back, or for a machine that has moved since.
            sendCourier()
        }
    }

    /// Takes what was posted, on behalf of somebody who has arrived at an address.
    ///
    /// - Returns: Nothing if the machine cannot be reached at this address any more.
    func takePosted(at address: Address) -> [Letter<Definition>]? {
        state.withLock { state in
            guard state.address === address else { return nil }
            defer { state.posted = [] }
            return state.posted
        }
    }

    /// Lets the machine be reached at an address, unless it has one.
    func open(_ address: Address) {
        state.withLock { state in
            if state.address == nil { state.address = address }
        }
        sendCourier()
    }

    /// Lets nobody reach the machine at this address any more.
    func leave(_ address: Address) {
        state.withLock { state in
            if state.address === address { state.address = nil }
        }
    }

    /// Drops what is sent from now on, unless somebody can still bring it to the machine, which then does so itself.
    func close(isGone: Bool = false) {
        state.withLock { state in
            state.isClosed = true
            if isGone { state.address = nil }
            if state.address == nil { state.posted = [] }
        }
    }
}
#endif
