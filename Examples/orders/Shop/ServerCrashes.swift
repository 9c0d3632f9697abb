import Foundation
import StateMachineExampleSupport
import StateMachineLocks
import StateMachineProcesses

/// Crashes of the database server, each by a command of the user that also starts the server again.
final class ServerCrashes: Sendable {
    private let command: String
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let completed = Locked(0)

    init(_ command: String) {
        self.command = command
        (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    /// The number of crashes after which the server was started again.
    var count: Int { completed.withLock(\.self) }

    /// Asks for a crash, without waiting for it.
    func request() { continuation.yield() }

    /// Performs the requested crashes, one after the other, until the task is cancelled.
    func perform() async throws {
        for await _ in requests {
            let status = try await run()
            guard status == 0 else {
                throw Problem(description: "the command after --crash has ended with the status \(status)")
            }
            completed.withLock { $0 += 1 }
        }
    }

    private func run() async throws -> Int32 {
        var start = ProgramStart(resetting: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ])
        // Ctrl-C in the terminal does not reach it, so the server is started again in any case.
        start.leadGroup()
        let id: pid_t
        do {
            id = try start.run(["/bin/sh", "-c", command])
        } catch {
            throw Problem(description: "\(error)")
        }
        return await withCheckedContinuation { continuation in
            waitForEnd(of: id) { reap in continuation.resume(returning: reap()) }
        }
    }
}
