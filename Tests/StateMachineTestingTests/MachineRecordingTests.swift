import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct MachineRecordingTests {
    /// Stores the values of its events.
    enum Note: StateDefinition, Codable, Equatable {
        case blank
        case written(String, Double)

        enum Event: Codable, Equatable {
            case write(String, Double)
            case burn
        }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.blank, .write(let text, let number)), (.written, .write(let text, let number)):
                self = .written(text, number)
            case (.written, .burn): self = .blank
            case (.blank, .burn): throw .invalid
            }
        }
    }

    private func recordedDoor() -> MachineRecording<Door> {
        let clock = ManualClock()
        let machine = StateMachine(Door.closed)
        clock.advance(by: .seconds(3600))
        let recorder = MachineRecorder(of: machine, clock: clock)
        for event in [.lock, .open, .unlock] as [Door.Event] {
            machine.send(event)
            clock.advance(by: .nanoseconds(1_500_000_001))
        }
        return recorder.recording
    }

    @Test func `a live run is written as one line of JSON per event`() {
        #expect(
            recordedDoor().jsonLines == """
                {"kind":"recording","version":3}
                {"kind":"machine","machine":1,"name":"StateMachineTestingTests.Door","path":["closed"],"sequence":0,\
                "state":"closed","time":0,"type":"StateMachineTestingTests.Door"}
                {"entry":{"after":"locked","entered":["bolt"],"event":"lock","exited":[],"outcome":"handled",\
                "path":{"after":["locked"],"event":["lock"],"state":["closed"]},"state":"closed",\
                "values":{"after":{"locked":{}},"event":{"lock":{}},"state":{"closed":{}}}},\
                "index":0,"kind":"entry","machine":1,"sequence":1,"time":0}
                {"entry":{"after":"locked","entered":[],"event":"open","exited":[],"outcome":"rejected",\
                "path":{"after":["locked"],"event":["open"],"state":["locked"]},"state":"locked",\
                "values":{"after":{"locked":{}},"event":{"open":{}},"state":{"locked":{}}}},\
                "index":1,"kind":"entry","machine":1,"sequence":2,"time":1.500000001}
                {"entry":{"after":"closed","entered":[],"event":"unlock","exited":["bolt"],"outcome":"handled",\
                "path":{"after":["closed"],"event":["unlock"],"state":["locked"]},"state":"locked",\
                "values":{"after":{"closed":{}},"event":{"unlock":{}},"state":{"locked":{}}}},\
                "index":2,"kind":"entry","machine":1,"sequence":3,"time":3.000000002}

                """
        )
    }

    @Test func `values that are not Codable are written by their names`() {
        enum Lamp: StateDefinition {
            case on
            enum Event { case look }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {}
        }
        #expect(
            MachineRecording(Trace(from: Lamp.on, events: [.look])).entries.map(\.json) == [
                """
                {"after":"on","entered":[],"event":"look","exited":[],"outcome":"handled",\
                "path":{"after":["on"],"event":["look"],"state":["on"]},"state":"on","time":null,"version":2}
                """
            ]
        )
    }

    @Test func `a recording that was written can be read and replayed`() async throws {
        let recording = try MachineRecording<Door>(jsonLines: recordedDoor().jsonLines)
        #expect(recording.entries.map(\.after) == [.locked, .locked, .closed])
        #expect(recording.entries.map(\.isHandled) == [true, false, true])
        #expect(recording.entries.map(\.time) == [.zero, .nanoseconds(1_500_000_001), .nanoseconds(3_000_000_002)])
        try recording.replay()
        try await recording.replay(on: SystemUnderTestTests.ActorDoor())
        await #expect(throws: TraceRunError<Door>.self) {
            try await recording.replay(on: SystemUnderTestTests.ActorDoor(hasBolt: false))
        }
    }

    @Test(arguments: [
        "\"", "\\", "\n", "a|b", "</script><script>alert(1)</script>", "\r\n", "\u{2028}\u{85}", "👩‍👩‍👧 é", "\0\u{1B}[0m",
        "{\"state\":1}", "/",
        String(repeating: "x", count: 999), "",
    ])
    func `hostile payloads come back as they were`(text: String) throws {
        let events: [Note.Event] = [
            .burn, .write(text, -.infinity), .write(text + text, 0.1), .write(text, .greatestFiniteMagnitude),
        ]
        let written = MachineRecording(Trace(from: Note.written(text, 2.2250738585072014e-308), events: events))
            .jsonLines
        #expect(written.utf8.count { $0 == UInt8(ascii: "\n") } == events.count + 2)
        for lines in [written, written.split(separator: "\n").joined(separator: "\r\n")] {
            let read = try MachineRecording<Note>(jsonLines: lines)
            #expect(read.entries.map(\.event) == events)
            #expect(read.entries.first?.state == .written(text, 2.2250738585072014e-308))
            try read.replay()
        }
    }

    @Test func `a truncated line is numbered, and the lines before it are read`() throws {
        let whole = recordedDoor().jsonLines
        for cut in [1, 2, 30, 100] {
            let text = String(whole.dropLast(cut + 1))
            let error = #expect(throws: MachineRecording<Door>.MalformedLine.self) {
                try MachineRecording<Door>(jsonLines: text)
            }
            #expect(error?.number == 5)
            #expect(error?.recording.entries.map(\.after) == [.locked, .locked])
        }
        let error = #expect(throws: MachineRecording<Door>.MalformedLine.self) {
            try MachineRecording<Door>(jsonLines: whole + "{\"sta")
        }
        #expect(
            error?.description == """
                Cannot read line 6 of the recording: the line is truncated. The 3 entries before it are in `recording`.
                {"sta
                """
        )
    }

    @Test(arguments: [
        ("nonsense", "the line is not valid JSON"),
        ("[1]", "an entry of a recording is required here"),
        (#"{"level":"info","message":"started"}"#, "an entry of a recording is required here"),
        (#"{"outcome":"maybe","exited":[],"entered":[],"values":{}}"#, "outcome: "),
        (#"{"outcome":"handled","exited":[],"entered":[],"values":{}}"#, "state is missing"),
        (#"{"outcome":"handled","state":"","event":"","after":"","exited":1}"#, "exited has the wrong type"),
    ])
    func `a malformed line says what is wrong with it`(line: String, reason: String) throws {
        let text = "\n" + line + "\n" + recordedDoor().entries.map(\.json).joined(separator: "\n")
        let error = #expect(throws: MachineRecording<Door>.MalformedLine.self) {
            try MachineRecording<Door>(jsonLines: text)
        }
        #expect(error?.number == 2)
        #expect(error?.reason.hasPrefix(reason) == true)
    }

    @Test func `replaying shows where the definition of today does something else`() async {
        var recording = recordedDoor()
        let last = recording.entries.removeLast()
        recording.entries.append(
            .init(
                TraceStep(
                    before: .locked,
                    event: .unlock,
                    outcome: .handled(()),
                    after: .open,
                    exited: [.bolt, .closing]
                )
            )
        )
        #expect(
            await failure { try recording.replay() } == """
                The current definition differs from Door after 3 events:
                   closed
                1. lock → locked
                2. open → –
                3. unlock → open
                expected: open (handled)
                but was:  closed (handled)
                """
        )
        recording.entries[2] = .init(TraceStep(before: .locked, event: .unlock, outcome: .handled(()), after: .closed))
        #expect(await failure { try recording.replay() }.hasSuffix("but was:  exited [bolt], entered []"))
        recording.entries = [recording.entries[0], last, last]
        #expect(
            await failure { try recording.replay() }.contains("continues in another state: locked instead of closed")
        )
    }
}
