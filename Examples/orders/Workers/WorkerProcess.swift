import Foundation
import StateMachineExampleSupport
import StateMachineLocks
import StateMachineProcesses

/// A worker that this program has started: this program again, with other arguments.
///
/// It runs in its own process group, so that Ctrl-C in the terminal does not reach it. Its input is
/// a pipe that closes when this program ends, for whatever reason.
final class WorkerProcess: Sendable {
    private struct State {
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let id: pid_t
    private let lifeline: Int32
    private let state = Locked(State())

    /// Starts a worker.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program.
    ///   - onEnd: A closure to call once when the worker has ended, with its status as in a shell.
    init(_ arguments: [String], onEnd: @escaping @Sendable (Int32) -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Problem(description: "cannot create a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        lifeline = ends[1]
        defer { close(ends[0]) }
        var start = ProgramStart(resetting: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ])
        start.leadGroup()
        start.copy(ends[0], as: STDIN_FILENO)
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        do {
            id = try start.run([program] + arguments)
        } catch {
            close(lifeline)
            throw Problem(description: "\(error)")
        }
        waitForEnd(of: id) { [self] reap in onEnd(end(reap)) }
    }

    /// Sends a signal to the worker, unless it has ended.
    func send(_ number: Int32) {
        state.withLock { state in
            if !state.isOver { _ = kill(id, number) }
        }
    }

    /// Asks the worker to end, kills it after three seconds, and returns when it has ended.
    func end() async {
        send(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + 3) { [weak self] in self?.send(SIGKILL) }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    private func end(_ reap: () -> Int32) -> Int32 {
        let (waiters, status) = state.withLock { state in
            let status = reap()
            state.isOver = true
            defer { state.waiters = [] }
            return (state.waiters, status)
        }
        close(lifeline)
        for waiter in waiters { waiter.resume() }
        return status
    }
}
