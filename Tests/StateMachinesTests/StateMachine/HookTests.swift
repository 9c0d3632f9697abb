import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct HookTests {
    @Test func `exits come before entries, innermost first, and states inside their activities`() {
        let machine = StateMachine(Listing(list: [1, 2, 3]))
        var log: [String] = []
        machine.onActivityEntry { log.append("enter \($0)") }
        machine.onActivityExit { log.append("exit \($0)") }
        machine.onEntry(where: { $0.list.contains(4) }) { log.append("A begins") }
        machine.onEntry(where: { $0.list.contains(5) }) { log.append("B begins") }
        machine.onExit(where: { $0.list.contains(3) }) { log.append("C ends") }
        machine.onExit(where: { $0.list.contains(2) }) { log.append("D ends") }
        machine.onTransition { log.append("exited \($0.exited), entered \($0.entered), output \($0.output)") }
        machine.onChange { log.append("\($0.list) to \($1.list)") }
        machine.start()
        log = []
        machine.send(.list([1, 4, 5]))
        #expect(
            log == [
                "D ends", "C ends", "exit 3", "exit 2", "enter 4", "enter 5", "A begins", "B begins",
                "exited [3, 2], entered [4, 5], output 3", "[1, 2, 3] to [1, 4, 5]",
            ]
        )
    }

    @Test func `hooks see the state that was moved to`() {
        let machine = StateMachine(Door.closed)
        var seen: [Door] = []
        machine.onExit(of: .closed) { [unowned machine] in seen.append(machine.state) }
        machine.onEntry(of: .locked) { [unowned machine] in seen.append(machine.state) }
        machine.send(.lock)
        #expect(seen == [.locked, .locked])
    }

    @Test func `an entry hook receives the state or a value of it, and is called once per stay`() {
        let machine = StateMachine(Listing(list: [1]))
        var log: [String] = []
        machine.onEntry(where: { $0.list.count > 1 }) { state in log.append("\(state.list)") }
        machine.onEntry(with: \.list.first) { log.append("first \($0)") }
        machine.start()
        for list in [[2, 3], [4, 5], [], [6]] { machine.send(.list(list)) }
        #expect(log == ["first 1", "[2, 3]", "first 6"])
    }

    @Test func `an entry hook that sends an event still receives the state that it was called for`() {
        let machine = StateMachine(Door.closed)
        var log: [Door] = []
        machine.onEntry(where: { $0 == .open }) { [unowned machine] in
            machine.send(.close)
            log.append($0)
        }
        machine.onEntry(where: { _ in true }) { log.append($0) }
        machine.onEntry(where: { $0 == .open }) { log.append($0) }
        machine.send(.open)
        #expect(log == [.closed, .open, .open] && machine.state == .closed)
    }

    @Test func `hooks of a state fire on its entry and exit, also at the start and at the stop`() {
        let machine = StateMachine(Door.closed)
        var log: [String] = []
        machine.onEntry(of: .closed) { log.append("in") }
        machine.onExit(of: .closed) { log.append("out") }
        machine.start()
        #expect(log == ["in"])
        machine.send(.open)
        machine.send(.close)
        #expect(log == ["in", "out", "in"])
        machine.stop()
        #expect(log == ["in", "out", "in", "out"])
    }

    @Test func `a change inside a predicate's states fires nothing`() {
        let machine = StateMachine(Door.open)
        var log: [String] = []
        machine.onEntry(where: { $0 != .open }) { log.append("in") }
        machine.onExit(where: { $0 != .open }) { log.append("out") }
        for event in [Door.Event.close, .lock, .unlock, .open] { machine.send(event) }
        #expect(log == ["in", "out"])
    }

    @Test func `a hook registered in a state does not fire for having been there`() {
        let machine = StateMachine(Door.open)
        machine.start()
        var count = 0
        machine.onEntry(of: .open) { count += 1 }
        machine.onExit(of: .open) { count += 10 }
        #expect(count == 0)
        machine.send(.close)
        #expect(count == 10)
    }

    @Test func `hooks registered after the start see only what changes from then on`() {
        let machine = StateMachine(Listing(list: [1]))
        machine.start()
        machine.send(.list([1, 2]))
        var log: [String] = []
        machine.onActivityEntry { log.append("enter \($0)") }
        machine.onActivityExit { log.append("exit \($0)") }
        machine.send(.list([2, 3]))
        #expect(log == ["exit 1", "enter 3"])
    }

    @Test func `what stays in the list is not touched, wherever it moves`() {
        let machine = StateMachine(Listing(list: [1, 2, 3]))
        machine.start()
        machine.onActivityEntry { _ in Issue.record("entered") }
        machine.onActivityExit { _ in Issue.record("exited") }
        for list in [[3, 2, 1], [1, 1, 2, 3], [2, 3, 1, 2]] { machine.send(.list(list)) }
        machine.send(.ping)
        machine.send(.nonsense)
    }

    @Test func `a value listed twice is one activity, exited when the last of them is gone`() {
        let machine = StateMachine(Room())
        var log: [String] = []
        machine.onActivityEntry { log.append("+\($0)") }
        machine.onActivityExit { log.append("-\($0)") }
        machine.send(.toggleCeiling)
        machine.send(.toggleDesk)
        machine.send(.toggleCeiling)
        machine.send(.toggleDesk)
        #expect(log == ["+power", "+ceiling", "+desk", "-ceiling", "-desk", "-power"])
    }

    private enum Step: Equatable {
        case entered(House.Activity)
        case exited(House.Activity)
    }

    @Test func `a nested machine's activities live inside those of its parent`() {
        let machine = StateMachine(House.empty)
        var log: [Step] = []
        machine.onActivityEntry { log.append(.entered($0)) }
        machine.onActivityExit { log.append(.exited($0)) }
        machine.send(.arrive)
        machine.send(.light(.toggle))
        machine.send(.light(.toggle))
        machine.send(.leave)
        #expect(
            log == [
                .entered(.heating), .entered(.light(.shining)), .exited(.light(.shining)), .entered(.light(.shining)),
                .exited(.light(.shining)), .exited(.heating),
            ]
        )
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random lists: exits reversed, then entries, each value once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let machine = StateMachine(Listing())
        var log: [Int] = []
        machine.onActivityExit { log.append(-$0) }
        machine.onActivityEntry { log.append($0) }
        machine.start()
        var old: [Int] = []
        for _ in 0..<2_000 {
            let new = (0..<Int.random(in: 0...24, using: &random)).map { _ in Int.random(in: 1...20, using: &random) }
            log = []
            machine.send(.list(new))
            let unique = new.enumerated().filter { new.firstIndex(of: $1) == $0 }.map(\.element)
            let exited = old.filter { !new.contains($0) }.reversed().map { -$0 }
            let entered = unique.filter { !old.contains($0) }
            #expect(log == exited + entered, "seed \(seed): \(old) to \(new)")
            #expect(machine.activities == unique)
            old = unique
        }
    }

    @Test func `rejections and drops are reported, transitions are not reported for them`() {
        let machine = StateMachine(Door.open)
        var log: [String] = []
        machine.onRejection { log.append("rejected \($0.event)") }
        machine.onDrop { log.append("dropped \($0), \($1)") }
        machine.onTransition { _ in Issue.record("a transition") }
        machine.onChange { _, _ in Issue.record("a change") }
        #expect(!machine.send(.lock).isHandled)
        machine.stop()
        // A stopped machine also drops an event that the state could handle.
        #expect(machine.send(.close) == .dropped(.stopped))
        #expect(log == ["rejected lock", "dropped close, \(StateMachine<Door>.DropReason.stopped)"])
    }

    @Test func `a removed hook is not called again, not even by the transition that removes it`() {
        let machine = StateMachine(Door.open)
        var log: [String] = []
        var second: StateMachine<Door>.HookToken?
        let first = machine.onTransition { _ in
            log.append("first")
            second?.cancel()
        }
        second = machine.onTransition { _ in log.append("second") }
        machine.send(.close)
        first.cancel()
        first.cancel()
        machine.send(.open)
        #expect(log == ["first"])
    }

    @Test func `a hook that is added by a hook is called from the next event on`() {
        let machine = StateMachine(Door.open)
        var log: [String] = []
        var isFirst = true
        machine.onTransition { [unowned machine] _ in
            guard isFirst else { return }
            isFirst = false
            machine.onTransition { log.append("\($0.event)") }
        }
        machine.send(.close)
        machine.send(.lock)
        #expect(log == ["lock"])
    }

    @Test func `stopping calls the exit hooks of states in the reverse order of registration`() {
        let machine = StateMachine(Door.open)
        var log: [Int] = []
        machine.onExit(of: .open) { log.append(1) }
        machine.onExit(of: .open) { log.append(2) }
        machine.start()
        machine.stop()
        #expect(log == [2, 1])
    }

    @Test func `a removed hook of a state is not called by the transition, or the stop, that removes it`() {
        for isStopped in [false, true] {
            let machine = StateMachine(Door.open)
            var tokens: [StateMachine<Door>.HookToken] = []
            var calls = 0
            tokens.append(machine.onExit(of: .open) { calls += 1 })
            machine.onExit(of: .open) { for token in tokens { token.cancel() } }
            machine.onEntry(of: .closed) { for token in tokens { token.cancel() } }
            tokens.append(machine.onEntry(of: .closed) { calls += 1 })
            machine.start()
            if isStopped { machine.stop() } else { machine.send(.close) }
            #expect(calls == 0)
        }
    }

    @Test func `a hook whose predicate holds already does not fire for staying`() {
        let machine = StateMachine(Listing())
        machine.start()
        machine.onEntry(where: { _ in true }) { Issue.record("entered") }
        machine.send(.ping)
    }

    @Test func `a rejection is reported when nothing else is listened to`() {
        let machine = StateMachine(Door.open)
        var rejected = 0
        machine.start()
        machine.onRejection { _ in rejected += 1 }
        machine.send(.lock)
        #expect(rejected == 1)
    }

    @Test func `an entry hook added while activities are entered is called for the next ones`() {
        let machine = StateMachine(Listing())
        var log: [Int] = []
        var isFirst = true
        machine.onActivityEntry { [unowned machine] _ in
            guard isFirst else { return }
            isFirst = false
            machine.onActivityEntry { log.append($0) }
        }
        machine.send(.list([1, 2, 3]))
        machine.send(.list([4]))
        #expect(log == [4])
    }

    private final class Owner {
        var token: StateMachine<Listing>.HookToken?
    }

    @Test func `a removed hook releases what it captured, its own token's owner included`() {
        let machine = StateMachine(Listing())
        weak var weakOwner: Owner?
        do {
            let owner = Owner()
            owner.token = machine.onTransition { _ in _ = owner }
            owner.token?.cancel()
            weakOwner = owner
        }
        #expect(weakOwner == nil)
    }
}
