import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineRecording
@testable import StateMachineTesting

/// Properties along a recording: where they are violated, and what cannot be decided.
@Suite(.timeLimit(.minutes(1)), .computing) struct RecordingCheckTests {
    private func recording(_ events: [Session.Event], from state: Session = .signedOut) -> MachineRecording<Session> {
        let clock = ManualClock()
        let machine = StateMachine(state)
        let recorder = MachineRecorder(of: machine, name: "session", clock: clock)
        for event in events {
            clock.advance(by: .seconds(1))
            machine.send(event)
        }
        return recorder.recording
    }

    private let incident: [Session.Event] =
        [.signIn(password: "a"), .signIn(password: "b"), .refreshed(token: 2), .signOut, .signOut]
        + [.signIn(password: "a"), .signOut, .refreshed(token: 2), .refreshed(token: 3), .signOut]

    @Test func `a violation has its line, its date, a short trace and a failing test`() async throws {
        var recording = recording(incident)
        recording.date = Date(timeIntervalSince1970: 1_800_000_000)
        let check = await recording.check(Session.properties)
        let violation = try #require(check.violations.first)
        #expect(check.violations.count == 1 && violation.isReproduced)
        #expect(violation.entry == 7 && violation.line == 10 && violation.time == .seconds(8))
        #expect(violation.date == Date(timeIntervalSince1970: 1_800_000_008))
        #expect(recording.jsonLines.split(separator: "\n")[9].contains(#""event":"refreshed(token: 2)""#))
        #expect(violation.counterexample.trace?.events == [.refreshed(token: 2)])
        let test = try #require(violation.counterexample.swiftTest)
        #expect(test.contains(".refreshed(token: 2)") && test.contains("Session.signedOut"), "\(test)")
        #expect(
            violation.description == """
                Line 10, 8.0 seconds, 2027-01-15T08:00:08.000Z: "only signing in ends being signed out" does not hold: \
                signedOut handles refreshed(token: 2).
                  1. signedOut ─ refreshed(token: 2) → signedIn(token: 2)
                """
        )
        #expect(check.pending.isEmpty && check.undecided.map(\.property) == ["somebody is signed in"])
    }

    @Test func `the trace of a property with a memory is the shortest that the recorded steps allow`() async throws {
        var events: [Session.Event] = []
        for token in 0..<300 { events += [.refreshed(token: token), .signOut, .signOut] }
        events += [.signIn(password: "a"), .signOut, .signIn(password: "b"), .refreshed(token: 1), .signOut]
        events += [.signIn(password: "c"), .refreshed(token: 5)]
        let check = await recording(events).check([Session.properties[1]])
        let violation = try #require(check.violations.first)
        #expect(violation.entry == events.count - 2)
        #expect(violation.counterexample.trace?.steps.count == 5)
    }

    @Test func `a counter with thousands of values does not make the search endless`() async throws {
        let events = (0..<3_000).flatMap { [Session.Event.refreshed(token: $0), .signOut] }
        let count = MachineProperty<Session>.atAllTimes("few refreshes", remembering: { _ in 0 }) { count, step in
            if case .refreshed = step.event { count += 1 }
            return count <= 2_900
        }
        let violation = try #require(await recording(events).check([count]).violations.first)
        #expect(violation.entry == 5_800 && violation.isReproduced)
    }

    @Test func `properties of one name are judged by themselves, and an open goal at a gap is undecided`() async {
        var recording = recording([.signIn(password: ""), .refreshed(token: 2), .signOut, .signIn(password: "")])
        let twins: [MachineProperty<Session>] = [
            .never("p") { $0 == .signedIn(token: 99) }, .never("p") { $0 == .signedIn(token: 2) },
        ]
        let check = await recording.check(twins)
        #expect(check.violations.map(\.entry) == [1] && check.violations.allSatisfy(\.isReproduced))
        recording.entries.remove(at: 1)
        recording.entries.removeLast()
        let open = await recording.check([Session.properties[2], .eventually("signed in") { $0 != .signedOut }])
        #expect(open.pending.isEmpty && open.undecided.map(\.property) == ["who is signed in signs out"])
    }

    @Test func `a first state that breaks a property has no line`() async throws {
        let check = await recording([.signOut]).check([.always("signed in") { $0 != .signedOut }])
        let violation = try #require(check.violations.first)
        #expect(
            violation.line == nil && violation.entry == nil && violation.counterexample.trace?.steps.isEmpty == true
        )
        #expect(violation.description.hasPrefix("The first state: "))
    }

    @Test func `a recording from the middle of a life says what it cannot decide`() async {
        let check = await recording([.signOut, .signIn(password: "a")], from: .signedIn(token: 4)).check(
            Session.properties
        )
        #expect(check.violations.isEmpty && check.pending == ["who is signed in signs out"])
        #expect(check.undecided.map(\.property) == ["signed in at most twice", "somebody is signed in"])
        #expect(
            check.undecided[0].reason
                == "the recording begins in the middle of the machine's life, in signedIn(token: 4)"
        )
    }

    @Test func `after a gap, only properties without a memory go on`() async throws {
        var recording = recording(incident)
        recording.entries.remove(at: 3)
        let check = await recording.check(Session.properties)
        #expect(check.violations.map(\.counterexample.property) == ["only signing in ends being signed out"])
        #expect(check.violations.map(\.line) == [9])
        #expect(check.undecided[0].reason == "events are missing before line 6")
    }

    @Test func `a mistake that was corrected since is found, and is not reproduced`() async throws {
        /// The session without its mistake.
        enum Corrected: FiniteStateDefinition, Codable {
            case signedOut
            case signedIn(token: Int)
            typealias Event = Session.Event
            static var initialStates: [Corrected] { [.signedOut] }
            var sampleEvents: [Session.Event] { Session.signedOut.sampleEvents }
            mutating func handleEvent(_ event: Session.Event) throws(TransitionError) {
                switch (self, event) {
                case (.signedOut, .signIn): self = .signedIn(token: 1)
                case (.signedIn, .refreshed(let token)): self = .signedIn(token: token)
                case (.signedIn, .signOut): self = .signedOut
                case (.signedOut, .refreshed), (.signedIn, .signIn), (.signedOut, .signOut): throw .invalid
                }
            }
        }
        let lines = recording(incident).jsonLines.replacing(
            "StateMachineTestingTests.Session",
            with: Corrected.recordedType
        )
        let recorded = try MachineRecording<Corrected>(jsonLines: lines)
        let property = MachineProperty<Corrected>.everyTransition("only signing in ends being signed out") { step in
            if case .signIn = step.event { true } else { step.before != .signedOut || step.after == .signedOut }
        }
        let violation = try #require(await recorded.check([property]).violations.first)
        #expect(!violation.isReproduced && violation.line == 10)
        #expect(
            violation.description.hasSuffix("The current definition does not violate the property along this trace.")
        )
    }

    @Test func `a file of the former format is checked as well`() async throws {
        let lines = recording(incident).entries.map(\.json).joined(separator: "\n")
        let check = await (try MachineRecording<Session>(jsonLines: lines)).check(Session.properties)
        #expect(check.violations.map(\.line) == [8])
    }

    @Test func `names stand for samples, and an event that fits none is an error`() async throws {
        var recording = recording(incident)
        // Without a redaction, a sample must have the recorded payload.
        let contradiction = recording.jsonLines
        #expect(throws: MachineRecording<Session>.MalformedLine.self) {
            try MachineRecording<Session>(names: contradiction)
        }
        recording.redaction = .payloads
        let lines = recording.jsonLines
        let named = try MachineRecording<Session>(names: lines)
        #expect(named.entries.map(\.isHandled) == recording.entries.map(\.isHandled))
        #expect(named.entries[0].event == .signIn(password: "sample"))
        #expect(named.entries.map(\.time) == recording.entries.map(\.time))
        let wrong = lines.replacing(
            #""path":{"after":["signedIn"],"event":["signIn"]"#,
            with: #""path":{"after":["signedIn"],"event":["signOut"]"#
        )
        let error = #expect(throws: MachineRecording<Session>.MalformedLine.self) {
            try MachineRecording<Session>(names: wrong)
        }
        #expect(error?.number == 3 && error?.reason.contains("no sample event") == true)
    }
}
