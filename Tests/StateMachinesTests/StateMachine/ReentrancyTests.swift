import StateMachineTestSupport
import StateMachines
import Testing

/// A definition that uses its own machine within `handleEvent`, which a definition should not do,
/// and which does no harm.
@MainActor private var machineOfHandleEvent: StateMachine<Reentrant>?
@MainActor private var answerInHandleEvent = ""

private enum Reentrant: StateDefinition, Hashable {
    case first, second

    enum Event { case sendAndAccept, sendAndReject, move }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .sendAndAccept:
            send()
            self = .first
        case .sendAndReject:
            send()
            throw .invalid
        case .move: self = .second
        }
    }

    private func send() {
        MainActor.assumeIsolated {
            answerInHandleEvent = machineOfHandleEvent.map { "\($0.send(.move))" } ?? ""
        }
    }
}

@MainActor
@Suite(.serialized, .timeLimit(.minutes(2)), .computing) struct ReentrancyTests {
    @Test(arguments: [false, true])
    func `an event sent by handleEvent itself waits`(isAttended: Bool) {
        let machine = StateMachine(Reentrant.first)
        machineOfHandleEvent = machine
        defer { machineOfHandleEvent = nil }
        machine.start()
        if isAttended { machine.onTransition { _ in } }
        machine.send(.sendAndAccept)
        #expect(answerInHandleEvent == "enqueued")
        #expect(machine.state == .second)
    }

    @Test(arguments: [false, true])
    func `an error names the state that rejected the event, whatever came after it`(isAttended: Bool) {
        let machine = StateMachine(Reentrant.first)
        machineOfHandleEvent = machine
        defer { machineOfHandleEvent = nil }
        machine.start()
        if isAttended { machine.onTransition { _ in } }
        guard case .rejected(let error) = machine.send(.sendAndReject) else {
            Issue.record("not rejected")
            return
        }
        #expect(error.state == .first)
        #expect(machine.state == .second)
    }

    /// A definition that reads the machine that is calling it.
    private struct Reading: StateDefinition {
        enum Event { case state, activities }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            MainActor.assumeIsolated {
                switch event {
                case .state: _ = ReentrancyTests.machineThatIsRead?.state
                case .activities: _ = ReentrancyTests.machineThatIsRead?.activities
                }
            }
        }
    }

    @MainActor private static var machineThatIsRead: StateMachine<Reading>?

    @Test func `the state and the activities cannot be read by the handleEvent that changes them`() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            limitProcess()
            Self.read(.state)
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            limitProcess()
            Self.read(.activities)
        }
    }

    private static func read(_ event: Reading.Event) {
        let machine = StateMachine(Reading())
        machineThatIsRead = machine
        machine.send(event)
    }
}
