import Foundation
import StateMachineInspection
import StateMachineInspectionMessages
import StateMachineTestSupport
import Testing

@testable import StateMachines

@Suite(.timeLimit(.minutes(1)), .computing) struct NobodyTests {
    @Test(.enabled(if: MachineInspector.shared == nil))
    func `without an inspector, inspecting leaves nothing in the machine`() {
        let machine = StateMachine(Player.idle)
        let inspection = machine.inspect("player", watching: Player.properties, accepting: [.samples])
        #expect(inspection == nil)
        #expect(machine.runtime == nil && machine.stateSignal == nil && machine.activitiesSignal == nil)
        machine.start()
        #expect(machine.flags.isEmpty)
    }

    #if os(Linux) || os(macOS)
    @Test func `an address in the environment that cannot be one is ignored with a warning`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("MACHINE_INSPECTOR", "http://evil.com:80/?token=\(testToken)", 1)
            precondition(MachineInspector.shared == nil)
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("inspector: MACHINE_INSPECTOR is ignored. The host must be 127.0.0.1"), "\(words)")
    }
    #endif

    @Test(arguments: [
        ("", "The address must look like"), ("nonsense", "The address must look like"),
        ("https://127.0.0.1:80/?token=\(testToken)", "The address must look like"),
        ("http://evil.com:80/?token=\(testToken)", "The host must be 127.0.0.1"),
        ("http://127.0.0.1.evil.com:80/?token=\(testToken)", "The host must be 127.0.0.1"),
        ("http://127.0.0.2:80/?token=\(testToken)", "The host must be 127.0.0.1"),
        ("http://127.0.0.1/?token=\(testToken)", "The port must be"),
        ("http://127.0.0.1:0/?token=\(testToken)", "The port must be"),
        ("http://127.0.0.1:65536/?token=\(testToken)", "The port must be"),
        ("http://127.0.0.1:80/", "openssl rand -hex 16"), ("http://127.0.0.1:80/?token=a", "openssl rand -hex 16"),
        ("http://127.0.0.1:80/?token=\(testToken.dropLast())", "openssl rand -hex 16"),
        ("http://127.0.0.1:80/?token=\(testToken.dropLast())g", "openssl rand -hex 16"),
    ])
    func `an address that cannot be one of an inspector is refused with what to change`(text: String, reason: String) {
        let error = #expect(throws: InspectorAddressError.self) { try MachineInspector(at: text) }
        #expect(error?.description.hasPrefix(reason) == true || error?.description.contains(reason) == true)
        #expect(error?.description.contains("0123456789") == false)
    }

    @Test func `an address can be read again`() throws {
        for origin in ["http://127.0.0.1:80", "http://localhost:65535"] {
            let address = InspectorAddress(origin: origin, token: testToken)
            #expect(try InspectorAddress(address.text) == address)
        }
    }
}
