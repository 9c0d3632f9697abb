import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct RunToCompletionTests {
    @Test func `events sent by hooks wait their turn, first come, first served`() {
        let machine = StateMachine(Listing())
        var log: [String] = []
        var depth = 0
        machine.onActivityEntry { [unowned machine] activity in
            depth += 1
            #expect(depth == 1)
            log.append("enter \(activity)")
            if activity == 1 {
                #expect(machine.send(.list([1, 2])) == .enqueued)
                #expect(machine.send(.list([1, 2, 3])) == .enqueued)
                #expect(machine.state.list == [1])
            }
            if activity == 2 { #expect(machine.send(.list([4])) == .enqueued) }
            depth -= 1
        }
        machine.onTransition { log.append("\($0.event), output \($0.output)") }
        #expect(machine.send(.list([1])) == .handled(1))
        #expect(
            log == [
                "enter 1", "list([1]), output 1", "enter 2", "list([1, 2]), output 2",
                "enter 3", "list([1, 2, 3]), output 3", "enter 4", "list([4]), output 1",
            ]
        )
        #expect(machine.state.list == [4])
        typealias Outcome = StateMachine<Listing>.Outcome
        #expect(throws: Outcome.Failure.enqueued) { try Outcome.enqueued.get() }
    }

    /// `what the hook of a drop sends is handled` is a test of its own.
    @Test func `every kind of hook may send`() {
        let machine = StateMachine(Door.closed)
        var answers: [Bool] = []
        let sendFromHook = { [unowned machine] in
            guard answers.count < 40 else { return }
            if case .enqueued = machine.send(.open) { answers.append(true) } else { answers.append(false) }
        }
        machine.onEntry(of: .open) { sendFromHook() }
        machine.onExit(of: .open) { sendFromHook() }
        machine.onChange { _, _ in sendFromHook() }
        machine.onTransition { _ in sendFromHook() }
        machine.onRejection { _ in sendFromHook() }
        machine.send(.open)
        machine.send(.lock)
        #expect(answers == Array(repeating: true, count: 40))

        let listing = StateMachine(Listing(list: [1]))
        listing.onActivityExit { [unowned listing] in if $0 == 1 { listing.send(.list([2, 3])) } }
        listing.onActivityEntry { [unowned listing] in if $0 == 3 { listing.send(.list([4])) } }
        listing.start()
        listing.send(.list([2]))
        #expect(listing.state.list == [4])
    }

    @Test func `events sent while starting are handled before the first event from outside`() {
        let machine = StateMachine(Listing(list: [1]))
        machine.onActivityEntry { [unowned machine] in if $0 == 1 { machine.send(.list([2])) } }
        #expect(machine.send(.ping) == .handled(1))
        #expect(machine.state.list == [2])
    }

    @Test func `a limit that is lowered during a chain lets eight more events pass, and names them`() {
        let machine = StateMachine(Listing())
        var sent = 0
        var dropped: [StateMachine<Listing>.DropReason] = []
        machine.onTransition { [unowned machine] _ in
            if sent == 100 { machine.chainLimit = 50 }
            sent += 1
            machine.send(.list([sent]))
        }
        machine.onDrop { dropped.append($1) }
        machine.send(.ping)
        #expect(dropped == [.chainTooLong(lastEvents: (102...109).map { .list([$0]) })])
        #expect(sent == 109)

        sent = 0
        dropped = []
        machine.send(.ping)
        #expect(dropped == [.chainTooLong(lastEvents: (44...51).map { .list([$0]) })])
    }

    @Test func `a limit that is raised during a chain counts at once`() {
        let machine = StateMachine(Listing())
        machine.chainLimit = 10
        var sent = 0
        machine.onTransition { [unowned machine] _ in
            sent += 1
            if sent == 10 { machine.chainLimit = 40 }
            if sent < 100 { machine.send(.ping) }
        }
        machine.send(.ping)
        #expect(sent == 41)
        #expect(machine.chainLimit == 40)
    }

    @Test func `a negative limit is a programmer's mistake`() async {
        await #expect(processExitsWith: .failure) {
            StateMachine(Door.open).chainLimit = -1
        }
    }

    @Test func `a chain that never ends is stopped with an error that names the last events`() {
        let machine = StateMachine(Door.closed)
        machine.chainLimit = 100
        var transitions = 0
        var dropped: [(Door.Event, StateMachine<Door>.DropReason)] = []
        var lastOutcome: StateMachine<Door>.Outcome?
        machine.onEntry(of: .open) { [unowned machine] in lastOutcome = machine.send(.close) }
        machine.onEntry(of: .closed) { [unowned machine] in lastOutcome = machine.send(.open) }
        machine.onTransition { _ in transitions += 1 }
        machine.onDrop { dropped.append(($0, $1)) }
        machine.start()
        #expect(transitions == 100)
        #expect(dropped.count == 1)
        guard case .chainTooLong(let last) = dropped.first?.1 else {
            Issue.record("no chain")
            return
        }
        #expect(last == [.close, .open, .close, .open, .close, .open, .close, .open])
        #expect("\(dropped[0].1)".hasSuffix("the last ones are close, open, close, open, close, open, close, open"))
        guard case .dropped(.chainTooLong) = lastOutcome else {
            Issue.record("the sender was not told")
            return
        }
        #expect(machine.state == .closed)
        machine.chainLimit = 10
        machine.send(.open)
        #expect(transitions == 111)
    }

    @Test func `a chain that multiplies is bounded too, and hooks on drops that send do no harm`() {
        let machine = StateMachine(Listing())
        var drops = 0
        machine.onTransition { [unowned machine] _ in
            machine.send(.ping)
            machine.send(.ping)
        }
        machine.onDrop { [unowned machine] _, _ in
            drops += 1
            machine.send(.ping)
        }
        machine.send(.ping)
        #expect(drops == 10_002)
        machine.stop()
        machine.send(.ping)
        #expect(drops == 10_003)
    }

    @Test func `a stop does not count towards the limit of a chain`() {
        let machine = StateMachine(Listing())
        machine.chainLimit = 2
        var outcomes: [StateMachine<Listing>.Outcome] = []
        machine.onTransition { [unowned machine] _ in
            machine.stop()
            for _ in 0..<3 { outcomes.append(machine.send(.ping)) }
        }
        machine.send(.ping)
        #expect(outcomes == [.enqueued, .enqueued, .dropped(.chainTooLong(lastEvents: [.ping, .ping, .ping]))])
    }

    @Test(arguments: [0, 1, 3, 7, 8, 20])
    func `the error of a chain names its latest events, at most eight`(limit: Int) {
        let machine = StateMachine(Listing())
        machine.chainLimit = limit
        var last: [Listing.Event] = []
        machine.onTransition { [unowned machine] _ in machine.send(.list([machine.state.list.count])) }
        machine.onTransition { [unowned machine] _ in machine.send(.list(Array(0...machine.state.list.count))) }
        machine.onDrop { if last.isEmpty, case .chainTooLong(let events) = $1 { last = [$0] + events } }
        var sent: [Listing.Event] = []
        machine.onTransition { sent.append($0.event) }
        machine.send(.ping)
        #expect(last.count == min(limit, 7) + 2)
        #expect(last.first == last.last)
        #expect(Array(sent.suffix(min(limit, 7))) == Array(last.dropFirst().dropLast()))
    }

    @Test func `a long queue does not recurse, and a stop in it waits its turn`() {
        let machine = StateMachine(Listing())
        machine.chainLimit = 200_000
        var handled = 0
        var dropped = 0
        var exited: [Int] = []
        var isFirst = true
        machine.onActivityExit { exited.append($0) }
        machine.onDrop { _, _ in dropped += 1 }
        machine.onTransition { [unowned machine] _ in
            handled += 1
            guard isFirst else { return }
            isFirst = false
            machine.send(.list([1, 2]))
            machine.stop()
            for _ in 0..<40_000 { machine.send(.ping) }
            #expect(machine.activities == [])
        }
        machine.send(.ping)
        #expect(handled == 2)
        #expect(exited == [2, 1])
        #expect(dropped == 40_000)
    }
}
