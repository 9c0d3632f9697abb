import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// What a line of a recording holds, and which lines are refused.
@Suite(.timeLimit(.minutes(1)), .computing) struct MachineRecordingFormatTests {
    private typealias Note = MachineRecordingTests.Note
    private typealias Entry = MachineRecording<Note>.Entry

    /// A line of each outcome, with times.
    private static let lines: [String] = [
        MachineRecording<Door>.Entry(TraceStep(from: .closed, event: .lock), time: .milliseconds(250)),
        MachineRecording<Door>.Entry(TraceStep(from: .closed, event: .unlock), time: .seconds(1)),
        MachineRecording<Door>.Entry(dropped: .open, because: .stale, in: .locked, time: .seconds(2)),
        MachineRecording<Door>.Entry(
            dropped: .open,
            because: .chainTooLong(lastEvents: [.close, .open]),
            in: .locked,
            time: .seconds(3)
        ),
    ].map(\.json)

    private func error(reading text: String) -> MachineRecording<Door>.MalformedLine? {
        #expect(throws: MachineRecording<Door>.MalformedLine.self) { try MachineRecording<Door>(jsonLines: text) }
    }

    private func without(_ path: [String], _ line: String) throws -> String {
        func removing(_ path: ArraySlice<String>, _ value: Any) throws -> Any {
            var object = try #require(value as? [String: Any])
            let key = try #require(path.first)
            let inner = try #require(object[key])
            object[key] = path.count == 1 ? nil : try removing(path.dropFirst(), inner)
            return object
        }
        let object = try removing(path[...], try JSONSerialization.jsonObject(with: Data(line.utf8)))
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test func `a dropped event is written with the reason`() {
        #expect(
            Self.lines[2...].joined(separator: "\n") == """
                {"after":"locked","entered":[],"event":"open","exited":[],"outcome":"dropped",\
                "path":{"after":["locked"],"event":["open"],"state":["locked"]},"reason":"stale","state":"locked","time":2,\
                "values":{"after":{"locked":{}},"event":{"open":{}},"state":{"locked":{}}},"version":2}
                {"after":"locked","entered":[],"event":"open","exited":[],"lastEvents":["close","open"],"outcome":"dropped",\
                "path":{"after":["locked"],"event":["open"],"state":["locked"]},"reason":"chainTooLong","state":"locked",\
                "time":3,"values":{"after":{"locked":{}},"event":{"open":{}},"lastEvents":[{"close":{}},{"open":{}}],\
                "state":{"locked":{}}},"version":2}
                """
        )
    }

    @Test(arguments: ["\"", "\n", "a|b", "<script>alert('\\')</script>", "\u{2028}", "\0", ""])
    func `a dropped event comes back as it was`(text: String) throws {
        let reasons: [StateMachine<Note>.DropReason] = [
            .stale, .stopped, .chainTooLong(lastEvents: [.burn, .write(text, .infinity)]),
        ]
        let entries = reasons.map {
            Entry(dropped: .write(text, 0.1), because: $0, in: .written(text, -.infinity), time: .nanoseconds(7))
        }
        let text = MachineRecording(entries).jsonLines
        let read = try MachineRecording<Note>(jsonLines: text)
        #expect(read.jsonLines == text)
        for (entry, reason) in zip(read.entries, reasons) {
            guard case .dropped(reason) = entry.outcome else {
                Issue.record("\(entry.outcome)")
                continue
            }
            #expect(entry.event == entries[0].event && entry.state == entries[0].state && entry.after == entry.state)
            #expect(entry.isDropped && !entry.isHandled && entry.time == .nanoseconds(7))
        }
        #expect(read.entries.count == 3)
    }

    /// An event type in two versions: a case was renamed, and one of a payload.
    private struct Lamp<Event: Codable & Equatable & Sendable>: StateDefinition, Codable {
        var isOn = false
        mutating func handleEvent(_ event: Event) throws(TransitionError) { isOn.toggle() }
    }

    private enum Color: String, Codable { case red, green }
    private enum FormerColor: String, Codable { case red, blue }
    private enum Side: Codable, Equatable { case left }
    private enum FormerSide: Codable, Equatable {
        case left
        case right(Int)
    }
    private enum Event: Codable, Equatable {
        case press(color: Color)
        case turn([Side])
    }
    private enum FormerEvent: Codable, Equatable {
        case press(color: FormerColor)
        case turn([FormerSide])
        case knock
    }

    @Test func `a case that no longer exists is named`() throws {
        func reason(_ event: FormerEvent) throws -> String? {
            let machine = StateMachine(Lamp<FormerEvent>())
            let recorder = MachineRecorder(of: machine)
            machine.send(event)
            let text = recorder.recording.jsonLines
            return #expect(throws: MachineRecording<Lamp<Event>>.MalformedLine.self) {
                try MachineRecording<Lamp<Event>>(jsonLines: text)
            }?.reason
        }
        #expect(try reason(.knock) == "values.event: Event has no case knock")
        #expect(try reason(.turn([.left, .right(1)])) == "values.event.turn._0.Index 1: Side has no case right")
        #expect(try reason(.press(color: .blue))?.contains("invalid String value blue") == true)
    }

    @Test(arguments: ["lost here", "\"}\n", "\u{2028}", ""])
    func `a note that a page has added comes back as it was`(note: String) throws {
        let quoted = String(decoding: try JSONEncoder().encode(note), as: UTF8.self)
        let noted = Self.lines[0].dropLast() + ",\"note\":\(quoted),\"noteBefore\":\"new\"}"
        let read = try MachineRecording<Door>(jsonLines: noted + "\n" + Self.lines[1])
        #expect(read.entries.map(\.note) == [note, nil] && read.entries.map(\.noteBefore) == ["new", nil])
        #expect(try MachineRecording<Door>(jsonLines: read.jsonLines).entries.map(\.note) == [note, nil])
        #expect(!Self.lines[0].contains("note"))
        #expect(error(reading: Self.lines[0].dropLast() + ",\"note\":1}")?.reason == "note has the wrong type")
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.nanoseconds(1), "0.000000001"), (.milliseconds(1500), "1.5"), (.seconds(-1.5), "-1.5"),
        (Duration(secondsComponent: 31_536_000, attosecondsComponent: 123_456_789_000_000_000), "31536000.123456789"),
        (
            Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
            "9223372036854775807.999999999999999999"
        ),
    ])
    func `a time is written in seconds, and loses no digit`(time: Duration, text: String) throws {
        let line = MachineRecording<Door>.Entry(TraceStep(from: .closed, event: .lock), time: time).json
        #expect(line.contains("\"time\":\(text),"))
        #expect(try MachineRecording<Door>(jsonLines: line).entries.map(\.time) == [time])
    }

    @Test func `a time with more digits than a duration has is rounded`() throws {
        for (text, attoseconds) in [("1.0000000000000000004", 0), ("1.0000000000000000006", 1)] as [(String, Int64)] {
            let line = Self.lines[0].replacing("\"time\":0.25", with: "\"time\":" + text)
            let time = Duration(secondsComponent: 1, attosecondsComponent: attoseconds)
            #expect(try MachineRecording<Door>(jsonLines: line).entries.map(\.time) == [time])
        }
    }

    @Test func `an entry has the case paths of its values`() {
        let step = TraceStep(from: Note.written("a", 1), event: .write("b", 2))
        let entry = MachineRecording<Note>.Entry(step)
        #expect([path(entry.state), path(entry.event), path(entry.after)] == [["written"], ["write"], ["written"]])
        let burnt = MachineRecording<Note>.Entry(TraceStep(from: .written("a", 1), event: .burn))
        #expect([path(burnt.state), path(burnt.event), path(burnt.after)] == [["written"], ["burn"], ["blank"]])
        #expect(burnt.json.contains(#""path":{"after":["blank"],"event":["burn"],"state":["written"]}"#))
    }

    @Test(arguments: [
        ["version"], ["time"], ["path"], ["path", "state"], ["path", "event"], ["path", "after"], ["state"], ["event"],
        ["after"], ["outcome"], ["exited"], ["entered"], ["values"], ["values", "state"], ["values", "event"],
        ["values", "after"],
    ])
    func `a line without one of its fields is refused`(path: [String]) throws {
        for line in Self.lines {
            let error = error(reading: Self.lines[0] + "\n" + (try without(path, line)) + "\n" + Self.lines[1])
            #expect(error?.number == 2)
            #expect(error?.reason == "\(path.joined(separator: ".")) is missing")
            #expect(error?.recording.entries.count == 1)
        }
    }

    @Test func `a dropped event without its reason is refused`() throws {
        #expect(error(reading: try without(["reason"], Self.lines[2]))?.reason == "reason is missing")
        let withoutChain = try without(["values", "lastEvents"], Self.lines[3])
        #expect(error(reading: withoutChain)?.reason == "values.lastEvents is missing")
    }

    @Test(arguments: [
        (
            "\"version\":3",
            """
            the line has version 3, but this library reads only versions up to 2; use the version of the library that wrote it, or a later version
            """
        ),
        ("\"version\":1", "version 1 does not exist"),
        ("\"version\":\"2\"", "version has the wrong type"),
        ("\"version\":null", "version has the wrong type"),
    ])
    func `a line of another version is refused`(version: String, reason: String) {
        let line = Self.lines[0].replacing("\"version\":2", with: version)
        let error = error(reading: Self.lines[0] + "\n" + line + "\n")
        #expect(error?.number == 2)
        #expect(error?.reason == reason)
    }

    @Test(arguments: [
        ("\"time\":\"0.25\"", "time has the wrong type"),
        ("\"time\":1e30", "time: 1000000000000000000000000000000 seconds is out of range"),
        ("\"time\":-1e30", "time: -1000000000000000000000000000000 seconds is out of range"),
    ])
    func `a time that is none is refused`(time: String, reason: String) {
        #expect(error(reading: Self.lines[0].replacing("\"time\":0.25", with: time))?.reason == reason)
    }

    @Test func `a line that is cut off anywhere is refused, with its number`() {
        let line = Self.lines[0]
        for count in 1..<line.count {
            let error = error(reading: Self.lines[1] + "\n" + line.prefix(count))
            #expect(error?.number == 2 && error?.reason == "the line is truncated", "after \(count) characters")
        }
    }

    @Test func `only the last line can be cut off`() {
        #expect(error(reading: "{\"time\n" + Self.lines[0])?.reason == "the line is not valid JSON")
        #expect(error(reading: Self.lines[0] + "\nnonsense")?.reason == "the line is not valid JSON")
    }

    @Test func `lines of the former format are read, without times`() throws {
        let text = """
            {"after":"locked","entered":["bolt"],"event":"lock","exited":[],"outcome":"handled","state":"closed",\
            "values":{"after":{"locked":{}},"event":{"lock":{}},"state":{"closed":{}}}}
            {"after":"locked","entered":[],"event":"open","exited":[],"outcome":"rejected","state":"locked",\
            "values":{"after":{"locked":{}},"event":{"open":{}},"state":{"locked":{}}}}
            """
        let recording = try MachineRecording<Door>(jsonLines: text)
        try recording.replay()
        #expect(recording.entries.map(\.time) == [nil, nil])
        #expect(recording.entries.map(\.isHandled) == [true, false])
        #expect(recording.entries.map { path($0.after) } == [["locked"], ["locked"]])
        // What is written then is of the present format, and still has no times.
        #expect(recording.jsonLines.hasPrefix("{\"kind\":\"recording\",\"version\":3}\n"))
        #expect(recording.entries[0].json.contains("\"time\":null"))
        #expect(try MachineRecording<Door>(jsonLines: recording.jsonLines).jsonLines == recording.jsonLines)
    }
}

/// Returns the case path of a value.
private func path(_ value: some Any) -> [String] { ValueName(of: value).path }
