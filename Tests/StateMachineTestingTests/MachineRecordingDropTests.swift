import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Synchronization
import Testing

@testable import StateMachines

/// Which dropped events a recording shows, and what a recorder leaves as it is.
@Suite(.timeLimit(.minutes(2)), .computing) struct MachineRecordingDropTests {
    /// An entry in words: `lock dropped: stale`.
    private func words(_ entries: [MachineRecording<Door>.Entry]) -> [String] {
        entries.map { entry in
            switch entry.outcome {
            case .handled: "\(entry.event) handled"
            case .rejected: "\(entry.event) rejected"
            case .dropped(.stale): "\(entry.event) dropped: stale"
            case .dropped(.stopped): "\(entry.event) dropped: stopped"
            case .dropped(.released): "\(entry.event) dropped: released"
            case .dropped(.chainTooLong(let lastEvents)):
                "\(entry.event) dropped: chain of \(lastEvents.map { "\($0)" })"
            }
        }
    }

    private func dropReason(_ outcome: StateMachine<Door>.Outcome?) -> StateMachine<Door>.DropReason? {
        if case .dropped(let reason) = outcome { reason } else { nil }
    }

    // MARK: What is seen

    @Test func `what an exited activity sends or posts is dropped as stale`() async throws {
        let clock = ManualClock()
        let machine = StateMachine(Door.locked)
        let recorder = MachineRecorder(of: machine, clock: clock)
        let isStale = Atomic(false)
        await machine.run(until: { $0 == .open }) { activity, send in
            switch activity {
            case .bolt:
                await send(.unlock)
                clock.advance(by: .seconds(2))
                #expect(dropReason(await send(.lock)) == .stale)
                send.post(.close)
                isStale.store(true, ordering: .releasing)
            case .closing:
                #expect(await eventually { isStale.load(ordering: .acquiring) })
                await send(.open)
            }
        }
        let entries = recorder.recording.entries
        #expect(
            words(entries) == ["unlock handled", "lock dropped: stale", "close dropped: stale", "open handled"]
        )
        #expect(entries.map(\.state) == [.locked, .closed, .closed, .closed])
        #expect(entries.map(\.time) == [.zero, .seconds(2), .seconds(2), .seconds(2)])
        try recorder.recording.replay()
        try await recorder.recording.replay(on: AnyDoor(door: .locked))
        let read = try MachineRecording<Door>(jsonLines: recorder.recording.jsonLines)
        #expect(words(read.entries) == words(entries))
    }

    @Test @MainActor func `what is sent to a stopped machine is dropped as stopped, also what was posted before`() async
    {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        let sender = machine.sender()
        machine.send(.lock)
        sender.post(.unlock)
        machine.stop()
        machine.send(.open)
        #expect(dropReason(await sender.send(.close)) == .stopped)
        recorder.finish()
        #expect(
            words(recorder.recording.entries) == [
                "lock handled", "unlock dropped: stopped", "open dropped: stopped", "close dropped: stopped",
            ]
        )
    }

    @Test func `what is enqueued for a machine that is stopped meanwhile is dropped as stopped`() throws {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        machine.onEntry(of: .locked) { [unowned machine] in
            machine.stop()
            #expect("\(machine.send(.unlock))" == "enqueued")
        }
        machine.send(.lock)
        #expect(words(recorder.recording.entries) == ["lock handled", "unlock dropped: stopped"])
        try recorder.recording.replay()
    }

    @Test func `what makes a chain too long is dropped before the event whose hook has sent it`() async throws {
        let machine = StateMachine(Door.closed)
        machine.chainLimit = 1
        let recorder = MachineRecorder(of: machine)
        machine.onEntry(of: .locked) { [unowned machine] in
            machine.send(.unlock)
            machine.send(.close)
        }
        machine.send(.lock)
        var recording = recorder.recording
        #expect(
            words(recording.entries) == [
                #"close dropped: chain of ["unlock", "close"]"#, "lock handled", "unlock handled",
            ]
        )
        #expect(recording.entries.map(\.state) == [.locked, .closed, .locked])
        try recording.replay()
        try await recording.replay(on: AnyDoor(door: .closed))

        recording.entries[0] = .init(dropped: .close, because: .stale, in: .open)
        let difference = "The recording drops close in another state: open instead of closed"
        #expect(await failure { try recording.replay() }.hasSuffix(difference))
        #expect(await failure { try await recording.replay(on: AnyDoor(door: .closed)) }.hasSuffix(difference))
    }

    // MARK: What is not seen

    @Test(arguments: [true, false])
    @MainActor func `after a run, a stale event is seen where a sender reaches the machine`(hasSender: Bool)
        async throws
    {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        if hasSender { _ = machine.sender() }
        let leaked = Locked<StateMachine<Door>.Sender?>(nil)
        await machine.run(until: { $0 == .open }) { _, send in
            leaked.withLock { $0 = send }
            await send(.open)
        }
        let sender = try #require(leaked.withLock { $0 })
        #expect(dropReason(await sender.send(.close)) == .stale)
        #expect(words(recorder.recording.entries) == ["open handled"] + (hasSender ? ["close dropped: stale"] : []))
    }

    @Test func `an event for a stopped machine outside every actor is seen with the next event`() async {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        let sender = machine.sender()
        machine.stop()
        #expect(dropReason(await sender.send(.lock)) == .stopped)
        #expect(recorder.recording.entries.isEmpty)
        machine.send(.open)
        #expect(words(recorder.recording.entries) == ["lock dropped: stopped", "open dropped: stopped"])
    }

    @Test @MainActor func `a recorder does not keep the machine alive, and sees nothing of what is sent then`() async {
        var machine: StateMachine? = StateMachine(Door.closed)
        weak let released = machine
        let recorder = machine.map { MachineRecorder(of: $0) }
        let sender = machine?.sender()
        machine?.send(.lock)
        machine = nil
        #expect(released == nil)
        #expect(dropReason(await sender?.send(.unlock)) == .released)
        #expect(recorder.map { words($0.recording.entries) } == ["lock handled"])
    }

    @Test func `an event that is dropped while an onDrop hook runs is not seen`() {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        machine.stop()
        machine.onDrop { [unowned machine] event, _ in
            if event == .lock { #expect(dropReason(machine.send(.unlock)) == .stopped) }
        }
        machine.send(.lock)
        machine.send(.open)
        #expect(words(recorder.recording.entries) == ["lock dropped: stopped", "open dropped: stopped"])
    }

    // MARK: What stays as it is

    @Test func `a machine does the same with a recorder`() {
        func journal(isRecorded: Bool) -> (entries: [String], recorder: MachineRecorder<Door>?) {
            let machine = StateMachine(Door.closed)
            machine.chainLimit = 2
            var journal: [String] = []
            let recorder = isRecorded ? MachineRecorder(of: machine) : nil
            machine.onEntry(of: .locked) { [unowned machine] in
                for event in [Door.Event.unlock, .open, .close, .lock] { journal.append("\(machine.send(event))") }
            }
            machine.onActivityEntry { journal.append("entered \($0)") }
            machine.onActivityExit { journal.append("exited \($0)") }
            machine.onTransition { journal.append("\($0.event)") }
            machine.onRejection { journal.append("\($0)") }
            machine.onDrop { journal.append("\($0): \($1)") }
            var generator = SeededGenerator(seed: 7)
            for index in 0..<300 {
                if index == 290 { machine.stop() }
                let event = Door.Event.allCases[Int(generator.next() % 4)]
                journal.append("\(event) \(machine.send(event)) \(machine.state) \(machine.activities)")
            }
            return (journal, recorder)
        }
        let (plain, recorded) = (journal(isRecorded: false), journal(isRecorded: true))
        #expect(plain.entries == recorded.entries)
        let entries = recorded.recorder?.recording.entries ?? []
        #expect(entries.contains { if case .dropped(.chainTooLong) = $0.outcome { true } else { false } })
        #expect(entries.suffix(10).allSatisfy { if case .dropped(.stopped) = $0.outcome { true } else { false } })
        #expect(throws: Never.self) { try recorded.recorder?.recording.replay() }
    }

    @Test func `a recorder observes nothing, and a finished one leaves the machine as it was without`() {
        let machine = StateMachine(Door.closed)
        machine.chainLimit = 0
        machine.start()
        let flags = machine.flags
        weak var released: MachineRecorder<Door>?
        do {
            let recorder = MachineRecorder(of: machine)
            released = recorder
            let token = machine.onEntry(of: .locked) { [unowned machine] in machine.send(.unlock) }
            machine.send(.lock)
            token.cancel()
            #expect(recorder.recording.entries.count == 2)
            #expect(machine.flags.isDisjoint(with: [.stateObserved, .activitiesObserved]))
            #expect(machine.flags != flags)
            recorder.finish()
            machine.send(.unlock)
            #expect(recorder.recording.entries.count == 2)
        }
        #expect(machine.flags == flags)
        #expect(released == nil)
    }

    @Test func `a finished recorder is released by a drop, too`() {
        let machine = StateMachine(Door.closed)
        weak var released: MachineRecorder<Door>?
        do {
            let recorder = MachineRecorder(of: machine)
            released = recorder
            machine.stop()
            recorder.finish()
            #expect(released != nil)
            machine.send(.lock)
            #expect(recorder.recording.entries.isEmpty)
        }
        #expect(released == nil)
    }

    // MARK: Replaying

    @Test func `replaying leaves dropped events out, wherever they are, and still shows differences`() async throws {
        let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
        var recording = MachineRecording(trace)
        for (index, state) in [Door.closed, .locked, .locked, .closed].enumerated() {
            recording.entries.insert(.init(dropped: .lock, because: .stopped, in: state), at: index * 2)
        }
        try recording.replay()
        try await recording.replay(on: AnyDoor(door: .closed))
        await #expect(throws: TraceRunError<Door>.self) { try await recording.replay(on: AnyDoor(door: .open)) }
        // Not the events of the recording alone: each entry is compared.
        recording.entries[5] = .init(TraceStep(from: .locked, event: .lock))
        recording.entries.append(.init(TraceStep(from: .closed, event: .lock)))
        #expect(
            await failure { try recording.replay() } == """
                The current definition differs from Door after 3 events:
                   closed
                1. lock → locked
                2. open → –
                3. lock → –
                The recording continues in another state: closed instead of locked
                """
        )
        recording.entries.removeAll { !$0.isDropped }
        try recording.replay()
        try await recording.replay(on: AnyDoor(door: .open))
    }

    private struct AnyDoor: SystemUnderTest {
        var door: Door
        mutating func apply(_ event: Door.Event) throws -> SystemOutcome {
            try door.handleEvent(event)
            return .handled
        }
        func observe() -> Door { door }
    }
}
