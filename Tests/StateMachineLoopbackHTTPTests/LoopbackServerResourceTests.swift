import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

/// The test counts descriptors and threads of the process, and therefore runs in a process of its
/// own.
@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerResourceTests {
    #if os(Linux)
    @Test func `hundreds of connections leave no descriptor and no thread behind`() async throws {
        await #expect(processExitsWith: .success) {
            limitProcess()
            let sockets = ProcessResources.socketsAndPipes
            let threads = ProcessResources.threads
            for _ in 1...4 {
                let server = try LoopbackServer { request, writer in
                    if request.path == "/hang" { try writer.waitForDisconnection() }
                    if request.path == "/abort" { return writer.abort() }
                    try writer.respond()
                }
                for number in 1...100 {
                    let client = try RawClient(port: server.port)
                    client.send("GET /\(["", "hang", "abort", "x"][number % 4]) HTTP/1.1\r\n\r\n")
                    if number % 4 == 3 { client.send("nonsense\r\n\r\n") }
                }
                try server.refuseConnections()
                try server.acceptConnections()
                let last = try RawClient(port: server.port)
                last.send("GET /hang HTTP/1.1\r\n\r\n")
                server.stop()
                precondition(server.openConnections == 0)
            }
            precondition(ProcessResources.socketsAndPipes == sockets)
            // Threads take a moment to end, and the test itself has a few.
            let threadsAreGone = await eventually { ProcessResources.threads <= threads + 4 }
            precondition(threadsAreGone)
        }
    }
    #endif
}
