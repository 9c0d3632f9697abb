import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

/// `SIGPIPE` keeps its default here, which would end the process; the test therefore runs in a
/// process of its own.
@Suite(.timeLimit(.minutes(5)), .outside) struct BrokenPipeTests {
    #if os(Linux) || os(macOS)
    @Test func `writing to a disconnected client raises no signal`() async {
        await #expect(processExitsWith: .success) {
            limitProcess()
            signal(SIGPIPE, SIG_DFL)
            let listener = try ListeningSocket(port: 0)
            try listener.startListening()
            var client: RawClient? = try RawClient(port: listener.port)
            guard case .connection(let descriptor) = POSIX.takeConnection(from: listener.descriptor.rawValue) else {
                preconditionFailure("no connection is waiting")
            }
            precondition(client != nil)
            client = nil
            // The first write is answered with RST; a later one fails.
            let writes = (1...3).map { _ in
                [UInt8](repeating: 7, count: 10).withUnsafeBytes { POSIX.transmit($0, to: descriptor) }
            }
            precondition(writes.contains(.closed))
        }
    }
    #endif
}
