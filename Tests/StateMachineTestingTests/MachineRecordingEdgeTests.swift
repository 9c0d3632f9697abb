import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct MachineRecordingEdgeTests {
    /// Its states can be read again, its events only be written.
    private enum OneWay: StateDefinition, Codable {
        case on, off
        enum Event: Encodable { case toggle }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .on ? .off : .on }
    }

    @Test func `values that cannot be read again are not written`() {
        let machine = StateMachine(OneWay.off)
        let recorder = MachineRecorder(of: machine, clock: ManualClock())
        machine.send(.toggle)
        #expect(
            recorder.recording.entries.map(\.json) == [
                """
                {"after":"on","entered":[],"event":"toggle","exited":[],"outcome":"handled",\
                "path":{"after":["on"],"event":["toggle"],"state":["off"]},"state":"off","time":0,"version":2}
                """
            ]
        )
    }

    @Test func `lines may end with CR LF, and may be empty`() throws {
        let machine = StateMachine(Door.closed)
        let recorder = MachineRecorder(of: machine)
        for event in [Door.Event.open, .lock, .close] { machine.send(event) }
        let text = recorder.recording.jsonLines
        let recording = try MachineRecording<Door>(
            jsonLines: "\r\n  \n" + text.replacing("\n", with: "\r\n") + "\r\n \r\n"
        )
        #expect(recording.jsonLines == text)
    }
}
