import StateMachines

/// Messages that are sent, and received later: only a sent message can arrive, but a state handles
/// whatever arrives.
struct Network: FiniteStateDefinition {
    var sent = 0
    var received = 0

    enum Event: Hashable { case send, receive, wait }

    static var initialStates: [Network] { [Network()] }

    var sampleEvents: [Event] { sent > received ? [.receive, .wait, .send] : [.wait, .send] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .send: sent += 1
        case .receive: received += 1
        case .wait: break
        }
    }
}
