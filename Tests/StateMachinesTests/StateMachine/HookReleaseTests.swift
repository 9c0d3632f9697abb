import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct HookReleaseTests {
    enum Kind: CaseIterable {
        case stateEntry, stateExit, activityEntry, activityExit, transition, change, rejection, drop
    }

    private final class Captured {}

    private func add(
        _ kind: Kind,
        capturing captured: Captured,
        to machine: StateMachine<Listing>
    ) -> StateMachine<Listing>.HookToken {
        switch kind {
        case .stateEntry: machine.onEntry(where: \.list.isEmpty) { _ = captured }
        case .stateExit: machine.onExit(where: \.list.isEmpty) { _ = captured }
        case .activityEntry: machine.onActivityEntry { _ in _ = captured }
        case .activityExit: machine.onActivityExit { _ in _ = captured }
        case .transition: machine.onTransition { _ in _ = captured }
        case .change: machine.onChange { _, _ in _ = captured }
        case .rejection: machine.onRejection { _ in _ = captured }
        case .drop: machine.onDrop { _, _ in _ = captured }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a hook of any kind releases what it captured when it is removed`(kind: Kind) {
        let machine = StateMachine(Listing())
        weak var weakCaptured: Captured?
        do {
            let captured = Captured()
            weakCaptured = captured
            add(kind, capturing: captured, to: machine).cancel()
        }
        #expect(weakCaptured == nil)
    }

    @Test(arguments: Kind.allCases)
    func `a hook that is removed by another one is released when the transition is complete`(kind: Kind) {
        let machine = StateMachine(Listing())
        weak var weakCaptured: Captured?
        var token: StateMachine<Listing>.HookToken?
        do {
            let captured = Captured()
            weakCaptured = captured
            token = add(kind, capturing: captured, to: machine)
        }
        machine.onTransition { _ in token?.cancel() }
        #expect(weakCaptured != nil)
        machine.send(.ping)
        #expect(weakCaptured == nil)
    }
}
