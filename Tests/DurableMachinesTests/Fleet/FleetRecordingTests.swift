import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@testable import DurableMachines

/// The history of a machine as a recording.
@Suite(.timeLimit(.minutes(2)), .computing) struct FleetRecordingTests {
    @Test(arguments: StoreKind.allCases)
    func `a history can be replayed, checked and written`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.deliver, to: "a", eventID: "1")
        try await orders.send(.pay(card: "4711"), to: "a", eventID: "2")
        try await orders.send(.cancel, to: "a", eventID: "3")
        let recording = try await orders.recording(of: "a")
        #expect(recording.name == "a" && recording.date != nil)
        #expect(recording.entries.map(\.isHandled) == [false, true, true])
        #expect(recording.entries.map(\.after).last == .cancelled)
        try recording.replay()
        #expect(try MachineRecording<Order>(jsonLines: recording.jsonLines) == recording)
        let check = await recording.check([.never("an order is cancelled") { $0 == .cancelled }])
        let violation = try #require(check.violations.first)
        #expect(violation.line == 5 && violation.date == recording.date(ofEntry: 2) && violation.isReproduced)
        // The rejected event is not needed, nor is the payment.
        #expect(violation.counterexample.trace?.events == [.cancel])
        let lines = try await orders.recording(of: "a", redacting: .payloads).jsonLines
        #expect(!lines.contains("4711") && lines.contains(#""event":"pay""#))
    }

    @Test func `what a history does not contain any more is an error with the number of the entry`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore())
        await #expect(throws: FleetError.noMachine("a")) { try await orders.recording(of: "a") }
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "1")
        try await orders.send(.remind, to: "a", eventID: "2")
        try await orders.removePayloads(of: "a", before: .distantFuture, keeping: 1)
        let error = await #expect(throws: FleetError.self) { try await orders.recording(of: "a") }
        #expect(error?.description.contains("entry 2") == true || error?.description.contains("entry 1") == true)
        try await orders.removeHistory(of: "a", before: .distantFuture, keeping: 1)
        let other = await #expect(throws: FleetError.self) { try await orders.recording(of: "a") }
        #expect(other?.description.contains("begins with entry 3") == true)
        // A new machine of the name begins a new recording.
        try await orders.delete("a")
        try await orders.create("a", in: .placed(reminders: 7))
        try await orders.send(.remind, to: "a", eventID: "3")
        #expect(try await orders.recording(of: "a").entries.map(\.state) == [.placed(reminders: 7)])
    }
}
