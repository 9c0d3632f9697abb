import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineRecording

/// Who reads a recording, and what it shows where values cannot be written.
@Suite(.timeLimit(.minutes(1)), .computing) struct RecordingReaderTests {
    /// Its events can be read again, its states only be written.
    private enum OtherWay: StateDefinition, Encodable {
        case on, off
        enum Event: Codable { case toggle }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .on ? .off : .on }
    }

    /// Cannot be written, though its type says so.
    private struct Secret: StateDefinition, Codable {
        struct Hidden: Error {}

        enum Event: Codable { case look }

        init() {}
        init(from decoder: any Decoder) throws { throw Hidden() }
        func encode(to encoder: any Encoder) throws { throw Hidden() }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {}
    }

    @Test func `where values cannot be written or read again, names are written alone`() {
        let other = MachineRecording(Trace(from: OtherWay.on, events: [.toggle])).jsonLines
        #expect(other.contains(#""state":"on""#) && !other.contains("values"))
        let secret = MachineRecording(Trace(from: Secret(), events: [.look])).jsonLines
        #expect(secret.contains(#""event":"look""#) && !secret.contains("values"))
    }

    @Test func `names of one's own replace values and the names in payloads`() throws {
        let trace = Trace(from: MachineRecordingTests.Note.blank, events: [.write("secret", 1)])
        let entry = try #require(MachineRecording(trace).entries.first)
        let json = entry.written { $0.casePath.joined(separator: "/").uppercased() }.text
        #expect(json.contains(#""event":"WRITE""#))
        #expect(json.contains(#""path":{"after":["written"],"event":["write"],"state":["blank"]}"#))
        #expect(!json.contains("secret") && !json.contains("values"))
        #expect(entry.json.contains("secret"))
    }

    /// Says of itself what is in it.
    private struct Place: StateDefinition, CustomStringConvertible {
        var name: String
        var description: String { "at \(name)" }
        mutating func handleEvent(_ event: String) throws(TransitionError) { name = event }
    }

    @Test func `with names of one's own, a path has the type of what describes itself`() throws {
        let entry = try #require(MachineRecording(Trace(from: Place(name: "home"), events: ["work"])).entries.first)
        #expect(entry.json.contains(#""path":{"after":["at work"],"event":["\"work\""],"state":["at home"]}"#))
        let json = entry.written { _ in "hidden" }.text
        #expect(json.contains(#"Place"],"event""#))
        #expect(!json.contains("at home") && !json.contains("at work"))
    }
}
