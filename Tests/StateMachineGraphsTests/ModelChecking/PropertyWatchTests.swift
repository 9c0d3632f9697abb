import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct PropertyWatchTests {
    typealias Camera = MachinePropertyTests.Camera

    @Test func `what holds is not reported`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch(MachinePropertyTests.kept)
        for event in [.picture, .start, .fail, .retry, .picture, .stop] as [Camera.Event] { machine.send(event) }
        #expect(watch.failures.isEmpty)
        #expect(watch.pending.isEmpty)
    }

    @Test func `what is broken is reported once, when it happens, with the events before`() {
        let machine = StateMachine(Camera.idle)
        var reports: [String] = []
        let watch = machine.watch([
            .never("live") { $0 == .live },
            .everyTransition("no retry") { $0.event != .retry },
            .everyEvent("nothing is rejected", \.isHandled),
            .activity(.connection, isEnteredOnceBetween: .start, and: .stop),
        ]) { [unowned machine] failure in
            reports.append("\(machine.state): \(failure)")
        }
        machine.send(.start)
        #expect(reports.isEmpty)
        machine.send(.retry)
        #expect(
            reports == [
                """
                connecting: "nothing is rejected" does not hold: connecting rejects retry.
                  1. idle ─ start → connecting
                  2. connecting ─ retry → –
                """
            ]
        )
        for event in [.fail, .retry, .picture, .picture, .start] as [Camera.Event] { machine.send(event) }
        #expect(
            watch.failures.map(\.property) == [
                "nothing is rejected", "no retry",
                "the activity connection is entered exactly once between the events start and stop", "live",
            ]
        )
        #expect(watch.failures.last?.trace?.events == [.start, .retry, .fail, .retry, .picture])
        #expect(reports.count == 4)
    }

    @Test func `what the first state breaks is reported at once`() {
        let machine = StateMachine(Camera.live)
        #expect(machine.watch([.never("live") { $0 == .live }]).failures.count == 1)
    }

    @Test func `what is still to come is pending, and what is possible is no matter of one run`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch([
            .reachable("live") { $0 == .live },
            .alwaysPossible("idle") { $0 == .idle },
            .eventually("failed") { $0 == .failed },
            .leadsTo("connecting ends", from: { $0 == .connecting }, to: { $0 != .connecting }),
        ])
        #expect(watch.unwatched == ["live", "idle"])
        #expect(watch.pending == ["failed"])
        machine.send(.start)
        #expect(watch.pending == ["failed", "connecting ends"])
        machine.send(.picture)
        #expect(watch.pending == ["failed"])
    }

    @Test func `what is pending begins where it is said to, or where the watch begins`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch([
            .eventually("idle") { $0 == .idle },
            .leadsTo("idle ends", from: { $0 == .idle }, to: { $0 != .idle }),
            .leadsTo("live ends", from: { $0 == .live }, to: { $0 == .idle }),
        ])
        #expect(watch.pending == ["idle ends"])
        machine.send(.start)
        #expect(watch.pending.isEmpty)
        machine.send(.picture)
        #expect(watch.pending == ["live ends"])
        machine.send(.fail)
        #expect(watch.pending == ["live ends"])
    }

    @Test func `a state that is both the beginning and the goal leaves nothing pending`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch([.leadsTo("it becomes idle", from: { $0 != .failed }, to: { $0 == .idle })])
        #expect(watch.pending.isEmpty)
        machine.send(.start)
        #expect(watch.pending == ["it becomes idle"])
        machine.send(.stop)
        #expect(watch.pending.isEmpty)
    }

    @Test func `what has happened before the watch began is not held against the machine`() {
        let machine = StateMachine(Camera.connecting)
        let watch = machine.watch(MachinePropertyTests.kept)
        for event in [.picture, .stop, .start, .fail] as [Camera.Event] { machine.send(event) }
        #expect(watch.failures.isEmpty)
        #expect(
            watch.unwatched == [
                "no picture before a start", "live", "an end", "it starts",
                "the activity player is entered exactly once between the events start and stop",
            ]
        )
    }

    @Test func `a watch that begins in a hook sees no half transition`() {
        let machine = StateMachine(Camera.connecting)
        var watch: PropertyWatch<Camera>?
        let property = MachineProperty<Camera>.everyTransition("connecting comes before live") {
            $0.after != .live || $0.before == .connecting || $0.event == .picture && $0.before == .live
        }
        machine.onEntry(of: .live) { [unowned machine] in
            watch = machine.watch([property, .never("twice") { $0 == .failed }])
        }
        machine.send(.picture)
        #expect(watch?.failures.isEmpty == true)
        machine.send(.stop)
        machine.send(.start)
        machine.send(.fail)
        #expect(watch?.failures.map(\.property) == ["twice"])
        #expect(watch?.failures.first?.trace?.events == [.stop, .start, .fail])
    }

    @Test func `a watch that was cancelled sees nothing`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch([.never("connecting") { $0 == .connecting }])
        watch.cancel()
        machine.send(.start)
        #expect(watch.failures.isEmpty)
    }

    @Test func `a long run is shown by its end`() {
        let machine = StateMachine(Camera.idle)
        let watch = machine.watch([.never("broken") { $0 == .broken }])
        for _ in 0..<100 { for event in [Camera.Event.start, .stop] { machine.send(event) } }
        for event in [Camera.Event.start, .picture, .fail] { machine.send(event) }
        let trace = watch.failures.first?.trace
        #expect(trace?.steps.count == 20)
        #expect(trace?.initial == .connecting)
        #expect(trace?.last == .broken)
    }
}
