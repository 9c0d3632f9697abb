import InspectionMessages
import StateMachineInspection
import TestSupport
import Testing

@testable import StateMachines

@Suite(.timeLimit(.minutes(1)), .computing) struct NobodyTests {
    @Test(.enabled(if: Inspector.shared == nil))
    func `without an inspector, inspecting leaves nothing in the machine`() {
        let machine = StateMachine(Player.idle)
        let inspection = machine.inspect("player", watching: Player.properties, accepting: [.samples])
        #expect(inspection == nil)
        #expect(machine.runtime == nil && machine.signal == nil)
        machine.start()
        #expect(machine.flags.isEmpty)
    }

    @Test(arguments: [
        "", "nonsense", "http://127.0.0.1:80/", "http://127.0.0.1/?token=a", "https://127.0.0.1:80/?token=a",
    ])
    func `an address without a token, or of another kind, is none`(text: String) {
        #expect(Inspector(at: text) == nil)
    }

    @Test func `an address can be read again`() throws {
        let address = InspectorAddress(origin: "http://127.0.0.1:80", token: "0123")
        #expect(InspectorAddress(address.text) == address)
    }
}
