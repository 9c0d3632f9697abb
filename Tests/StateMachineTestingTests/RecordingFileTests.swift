import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineRecording
@testable import StateMachineTesting

/// A session and the refresh of its token, which send each other events.
enum Session: FiniteStateDefinition, Codable {
    case signedOut
    case signedIn(token: Int)

    enum Event: Hashable, Codable {
        case signIn(password: String)
        case refreshed(token: Int)
        case signOut
    }

    static var initialStates: [Session] { [.signedOut] }
    var sampleEvents: [Event] { [.signIn(password: "sample"), .refreshed(token: 2), .signOut] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.signedOut, .signIn): self = .signedIn(token: 1)
        // The mistake: a refresh that ends after the user has signed out signs in again.
        case (.signedOut, .refreshed(let token)), (.signedIn, .refreshed(let token)): self = .signedIn(token: token)
        case (.signedIn, .signOut): self = .signedOut
        case (.signedIn, .signIn), (.signedOut, .signOut): throw .invalid
        }
    }

    static let properties: [MachineProperty<Session>] = [
        .everyTransition("only signing in ends being signed out") { step in
            guard step.before == .signedOut, step.after != .signedOut, case .signIn = step.event else {
                return step.before != .signedOut || step.after == .signedOut
            }
            return true
        },
        .atAllTimes("signed in at most twice", remembering: { _ in 0 }) { count, step in
            if case .signIn = step.event, step.isHandled { count += 1 }
            return count <= 2
        },
        .leadsTo("who is signed in signs out", from: { $0 != .signedOut }, to: { $0 == .signedOut }),
        .reachable("somebody is signed in") { $0 != .signedOut },
    ]
}

enum Refresh: FiniteStateDefinition, Codable {
    case idle, waiting

    enum Event: Hashable, Codable, CaseIterable { case begin, end }
    enum Activity: Hashable { case request }

    static var initialStates: [Refresh] { [.idle] }
    var activities: [Activity] { self == .waiting ? [.request] : [] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .begin): self = .waiting
        case (.waiting, .end): self = .idle
        case (.idle, .end), (.waiting, .begin): throw .invalid
        }
    }
}

/// The file of several machines.
@Suite(.timeLimit(.minutes(5)), .outside) final class RecordingFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID())")
    private let clock = ManualClock()
    private let date = Date(timeIntervalSince1970: 1_800_000_000.25)

    private var path: String { folder.appending(path: "incident.jsonl").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(byteLimit: Int = 1 << 20, session: String = "run") throws -> RecordingFile {
        try RecordingFile(at: path, app: "app", byteLimit: byteLimit, date: date, clock: clock, session: session)
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// Runs the incident: signs in, begins a refresh, signs out, and ends the refresh.
    private func runIncident(_ file: RecordingFile, redacting redaction: MachineRedaction = .nothing) {
        let (session, refresh) = (StateMachine(Session.signedOut), StateMachine(Refresh.idle))
        let token = MachineProperty<Session>.never("the number seven") { $0 == .signedIn(token: 7) }
        session.record("session", in: file, watching: Session.properties + [token], redacting: redaction)
        refresh.record("refresh", in: file, redacting: redaction)
        refresh.onActivityExit { [clock] _ in
            clock.advance(by: .seconds(1))
            session.send(.refreshed(token: 7))
        }
        session.send(.signIn(password: "hunter2"))
        clock.advance(by: .seconds(60))
        refresh.send(.begin)
        clock.advance(by: .seconds(5))
        session.send(.signOut)
        session.send(.signOut)
        clock.advance(by: .milliseconds(1500))
        refresh.send(.end)
    }

    @Test func `each machine of a file can be read, with dates, senders and the line of each event`() async throws {
        let file = try file()
        runIncident(file)
        try await file.flush()
        let text = try text()
        let session = try MachineRecording<Session>(jsonLines: text)
        let refresh = try MachineRecording<Refresh>(jsonLines: text, machine: "refresh")
        #expect(session.name == "session" && session.date == date && session.missingCount == 0)
        #expect(session.entries.map(\.after) == [.signedIn(token: 1), .signedOut, .signedOut, .signedIn(token: 7)])
        #expect(session.entries.map(\.sender) == [nil, nil, nil, .turn(of: "refresh")])
        #expect(session.entries.map(\.time) == [.zero, .seconds(65), .seconds(65), .seconds(67.5)])
        // A cause is never later than its effect.
        #expect(refresh.entries.map(\.time) == [.seconds(60), .seconds(66.5)])
        #expect(session.date(ofEntry: 3) == date + 67.5)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in session.entries.indices { #expect(lines[session.line(ofEntry: index) - 1].contains("entry")) }
        #expect(text.contains(#""kind":"failure""#) && text.contains("only signing in ends being signed out"))
        try session.replay()
        try refresh.replay()
        let violation = try #require(await session.check(Session.properties).violations.first)
        #expect(
            violation.description.contains("67.5 seconds, 2027-01-15T08:01:07.750Z, sent in a turn of refresh: \"only")
        )
    }

    @Test(arguments: [MachineRedaction.payloads, .renaming { _ in "hidden" }])
    func `a redaction leaves no payload in the file`(redaction: MachineRedaction) async throws {
        let file = try file()
        runIncident(file, redacting: redaction)
        try await file.flush()
        let text = try text()
        for secret in ["hunter2", "token", "values", "password", "7)"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains(#""isRedacted":true"#))
        let recording = try MachineRecording<Session>(names: text, machine: "session")
        #expect(
            recording.entries.map { ValueName(of: $0.after).path.first } == [
                "signedIn", "signedOut", "signedOut", "signedIn",
            ]
        )
        #expect(recording.entries.map(\.isHandled) == [true, true, false, true])
        #expect(recording.entries.last?.sender == .turn(of: "refresh"))
        try recording.replay()
        let check = await recording.check(Session.properties)
        #expect(check.violations.map(\.counterexample.property) == ["only signing in ends being signed out"])
        // The samples do not have the payload with which the app has seen the violation.
        let secret = MachineProperty<Session>.never("the number seven") { $0 == .signedIn(token: 7) }
        let undecided = await recording.check([secret]).undecided
        #expect(undecided.map(\.reason).allSatisfy { $0.hasPrefix("the app has reported a violation in line ") })
        #expect(undecided.count == 1)
    }

    @Test func `a recorder in memory writes only what its redaction leaves`() {
        let machine = StateMachine(Session.signedOut)
        let recorder = MachineRecorder(of: machine, name: "session", redacting: .payloads, clock: clock)
        machine.send(.signIn(password: "hunter2"))
        let lines = recorder.recording.jsonLines
        #expect(!lines.contains("hunter2") && !lines.contains("values") && lines.contains(#""event":"signIn""#))
        #expect(recorder.recording.entries[0].event == .signIn(password: "hunter2"))
        #expect(throws: Never.self) { try recorder.recording.replay() }
    }

    @Test func `steps that repeat are short, and come back as they were`() async throws {
        let file = try file()
        let machine = StateMachine(Session.signedOut)
        machine.record("session", in: file)
        machine.send(.signIn(password: "x 1\"2\\3é"))
        for token in 0..<500 {
            clock.advance(by: .microseconds(1_234_567))
            machine.send(.refreshed(token: token % 2 == 0 ? token * 1_000_003 : token))
        }
        try await file.flush()
        let text = try text()
        #expect(text.utf8.count < 500 * 50)
        let recording = try MachineRecording<Session>(jsonLines: text)
        #expect(recording.entries.count == 501)
        #expect(recording.entries.last?.after == .signedIn(token: 499))
        #expect(recording.entries.last?.time == .microseconds(1_234_567) * 500)
        try recording.replay()
    }

    @Test func `a file stays below its limit, and begins in the middle then`() async throws {
        let file = try file(byteLimit: 64 * 1024)
        let (session, refresh) = (StateMachine(Session.signedOut), StateMachine(Refresh.idle))
        session.record("session", in: file)
        refresh.record("refresh", in: file)
        refresh.send(.begin)
        session.send(.signIn(password: "x"))
        for token in 0..<6_000 { session.send(.refreshed(token: token)) }
        refresh.send(.end)
        try await file.flush()
        let text = try text()
        #expect(text.utf8.count <= 64 * 1024)
        let recording = try MachineRecording<Session>(jsonLines: text)
        #expect(recording.missingCount > 3_000 && recording.missingCount + recording.entries.count == 6_001)
        try recording.replay()
        let other = try MachineRecording<Refresh>(jsonLines: text)
        #expect(other.missingCount == 1 && other.entries.map(\.state) == [.waiting])
        let check = await recording.check(Session.properties)
        #expect(check.violations.isEmpty && check.pending == ["who is signed in signs out"])
        #expect(check.undecided.map(\.property) == ["signed in at most twice", "somebody is signed in"])
        #expect(check.undecided[0].reason.contains("are missing"))
        #expect(check.undecided[1].reason == "a single run cannot decide it")
    }

    @Test func `a file is continued by the next run, also after a line that is cut off`() async throws {
        do {
            let first = try file(session: "first")
            runIncident(first)
            try await first.flush()
            // Two writers would destroy each other's lines.
            #expect(throws: RecordingFileError.self) { try file(session: "second") }
        }
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"entry\":{\"aft".utf8))
        try handle.close()
        let second = try file(session: "second")
        let machine = StateMachine(Session.signedOut)
        machine.record("session", in: second)
        machine.send(.signOut)
        try await second.flush()
        // The latest run is read, and the end of the first one is no part of it.
        #expect(try MachineRecording<Session>(jsonLines: text()).entries.map(\.event) == [.signOut])
        let crashed = #expect(throws: MachineRecording<Session>.MalformedLine.self) {
            try MachineRecording<Session>(jsonLines: try text(), machine: "session", run: 1)
        }
        #expect(crashed?.recording.entries.count == 4 && crashed?.reason == "the line is not valid JSON")
        let none = #expect(throws: MachineRecording<Session>.MalformedLine.self) {
            try MachineRecording<Session>(jsonLines: try text(), machine: "session", run: 2)
        }
        #expect(none?.reason.contains("it contains 2 runs with a machine \"session\"") == true)
        let error = #expect(throws: MachineRecording<Refresh>.MalformedLine.self) {
            try MachineRecording<Refresh>(jsonLines: try text())
        }
        #expect(error?.recording.entries.count == 2 && error?.text == "{\"entry\":{\"aft")
    }

    @Test func `the next run drops only the oldest parts of a file`() async throws {
        do {
            let machine = StateMachine(Session.signedIn(token: 0))
            machine.record("session", in: try file(byteLimit: 64 * 1024, session: "first"))
            for token in 0..<6_000 { machine.send(.refreshed(token: token)) }
        }
        // The file of the first run is closed by now.
        let second = try file(byteLimit: 64 * 1024, session: "second")
        let refresh = StateMachine(Refresh.idle)
        refresh.record("refresh", in: second)
        refresh.send(.begin)
        try await second.flush()
        let text = try text()
        #expect(text.utf8.count <= 64 * 1024)
        // The end of the first run is the most important part of the file.
        let recording = try MachineRecording<Session>(jsonLines: text)
        #expect(recording.entries.count > 800 && recording.entries.last?.after == .signedIn(token: 5_999))
        #expect(try MachineRecording<Refresh>(jsonLines: text).entries.map(\.event) == [.begin])
    }

    @Test func `a name that is missing or not unique is an error that lists the machines`() async throws {
        let file = try file()
        let machines = [StateMachine(Session.signedOut), StateMachine(Session.signedOut)]
        machines[0].record("first", in: file)
        machines[1].record("second", in: file)
        for machine in machines { machine.send(.signOut) }
        try await file.flush()
        let text = try text()
        func error(_ name: String?) -> String? {
            #expect(throws: MachineRecording<Session>.MalformedLine.self) {
                try MachineRecording<Session>(jsonLines: text, machine: name)
            }?.description
        }
        #expect(error(nil)?.hasSuffix("(first, second); name one.") == true)
        #expect(error("third")?.contains("it does not contain a machine \"third\"") == true)
        #expect(throws: MachineRecording<Refresh>.MalformedLine.self) { try MachineRecording<Refresh>(jsonLines: text) }
        #expect(try MachineRecording<Session>(jsonLines: text, machine: "second").entries.count == 1)
    }

    @MainActor @Test func `work is the sender of its events, and a machine in two files has a sender in each`()
        async throws
    {
        let file = try file()
        let other = try RecordingFile(
            at: path + "2",
            app: nil,
            byteLimit: 1 << 20,
            date: nil,
            clock: clock,
            session: "other"
        )
        let (session, refresh) = (StateMachine(Session.signedOut), StateMachine(Refresh.idle))
        for file in [file, other] {
            session.record("session", in: file)
            refresh.record("refresh", in: file)
        }
        refresh.onActivityEntry { _ in session.send(.signIn(password: "")) }
        refresh.send(.begin)
        let sender = session.sender()
        await MachineSource(of: refresh).sending { _ = await sender.send(.refreshed(token: 3)) }
        for (file, path) in [(file, path), (other, path + "2")] {
            try await file.flush()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let recording = try MachineRecording<Session>(jsonLines: text)
            #expect(recording.entries.map(\.sender) == [.turn(of: "refresh"), .work(of: "refresh")])
        }
    }

    @Test func `an event that is dropped during a turn comes after it, and the sender is the turn`() async throws {
        let file = try file()
        let (session, refresh) = (StateMachine(Session.signedOut), StateMachine(Refresh.idle))
        session.record("session", in: file)
        refresh.record("refresh", in: file, watching: [.never("it waits") { $0 == .waiting }])
        refresh.chainLimit = 0
        refresh.onTransition { [unowned refresh] _ in
            refresh.send(.end)
            session.send(.signIn(password: ""))
        }
        refresh.send(.begin)
        refresh.stop()
        refresh.send(.end)
        try await file.flush()
        let text = try text()
        let recording = try MachineRecording<Refresh>(jsonLines: text)
        #expect(recording.entries.map(\.event) == [.begin, .end, .end])
        #expect(recording.entries.map(\.isHandled) == [true, false, false])
        #expect(recording.entries.map(\.isDropped) == [false, true, true])
        #expect(text.contains(#""index":0,"kind":"failure""#))
        #expect(text.contains(#""sender":{"index":0,"machine":2,"within":"turn"}"#))
        try recording.replay()
    }

    /// Counts and remembers texts.
    private struct Diary: StateDefinition, Codable, Hashable {
        var pages: [String] = []
        mutating func handleEvent(_ event: String) throws(TransitionError) { pages = [event] }
    }

    @Test func `texts with numbers come back byte for byte`() async throws {
        let texts =
            [
                "5", "1", "1", "007", "0", "09:05", "\u{7}1", "\u{7}2", "1e3", "1e30", "٣4", "e\u{301}1", "é1", "",
                "\"1\\2\"",
            ]
            + (0..<40).map { "\($0 % 7)-\($0)" }
        let file = try file()
        let machine = StateMachine(Diary())
        machine.record("diary", in: file)
        for text in texts { machine.send(text) }
        try await file.flush()
        let recording = try MachineRecording<Diary>(jsonLines: text())
        #expect(recording.entries.map { Array($0.event.utf8) } == texts.map { Array($0.utf8) })
        #expect(recording.entries.map(\.time) == Array(repeating: .zero, count: texts.count))
        try recording.replay()
    }

    @Test func `a gap that the file states leaves properties with a memory undecided`() async throws {
        let file = try file()
        let machine = StateMachine(Session.signedOut)
        machine.record("session", in: file)
        for _ in 0..<3 {
            machine.send(.signIn(password: ""))
            machine.send(.signOut)
        }
        try await file.flush()
        let lines = try text().split(separator: "\n").filter { !$0.hasPrefix("[") }
        let whole = try MachineRecording<Session>(jsonLines: text())
        #expect(await whole.check([Session.properties[1]]).violations.count == 1)
        // The lines of the first two events are lost, as they are behind a log that was trimmed.
        let entry = try #require(String(lines[4]).entryText)
        let late =
            lines.filter { !$0.contains(#""index":0"#) && !$0.contains(#""index":1"#) }
            + [#"{"entry":\#(entry),"index":2,"kind":"entry","machine":1,"sequence":9}"#]
        let recording = try MachineRecording<Session>(jsonLines: late.joined(separator: "\n"))
        #expect(recording.missingCount == 2)
        #expect(await recording.check(Session.properties).undecided.map(\.property).contains("signed in at most twice"))
        let error = #expect(throws: MachineRecording<Session>.MalformedLine.self) {
            let huge = late.joined(separator: "\n").replacing(#""index":2"#, with: #""index":9223372036854775807"#)
            _ = try MachineRecording<Session>(jsonLines: huge)
        }
        #expect(error?.reason.contains("a number from 0 to 9007199254740991 is required") == true)
    }

    @Test func `the latest of several machines with one name is read`() async throws {
        let file = try file()
        for count in 1...2 {
            let machine = StateMachine(Session.signedOut)
            machine.record("session", in: file)
            for _ in 0..<count { machine.send(.signOut) }
        }
        try await file.flush()
        #expect(try MachineRecording<Session>(jsonLines: text(), machine: "session").entries.count == 2)
    }

    @Test func `a file that cannot be written is an error with its path`() {
        let error = #expect(throws: RecordingFileError.self) { try RecordingFile(at: "/no/such/folder/incident.jsonl") }
        #expect(error?.description.contains("/no/such/folder/incident.jsonl") == true)
    }
}
