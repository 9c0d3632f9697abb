import Foundation
import StateMachineExampleSupport
import StateMachineLocks
import StateMachineProcesses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that runs in its own process group, with its child processes.
///
/// It can be suspended, resumed and ended together with its child processes. Ctrl-C in the terminal
/// does not reach it. Its input is empty, and only its errors are shown.
final class ChildProcess: Sendable {
    private struct State {
        var isOver = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let id: pid_t
    private let state = Locked(State())

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The path of the program and its arguments.
    ///   - onEnd: A closure to call once when the program has ended, with its status as in a shell.
    ///     A status of 128 or more means a signal.
    init(_ words: [String], onEnd: @escaping @Sendable (Int32) -> Void) throws(ProgramStart.Failure) {
        var start = ProgramStart(resetting: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ])
        start.leadGroup()
        start.open("/dev/null", O_RDONLY, as: STDIN_FILENO)
        start.open("/dev/null", O_WRONLY, as: STDOUT_FILENO)
        id = try start.run(words)
        waitForEnd(of: id) { [self] reap in onEnd(end(reap)) }
    }

    /// Suspends the program and its child processes.
    func suspend() {
        send(SIGSTOP)
    }

    /// Resumes the program and its child processes.
    func resume() {
        send(SIGCONT)
    }

    /// Asks the program to end, kills it after a second, and returns when it has ended.
    func end() async {
        send(SIGTERM)
        send(SIGCONT)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in send(SIGKILL) }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiter = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Sends a signal to the program and its child processes, unless it has ended.
    private func send(_ number: Int32) {
        state.withLock { state in
            if !state.isOver { _ = kill(-id, number) }
        }
    }

    /// Records the end and kills the child processes that are still running.
    private func end(_ reap: () -> Int32) -> Int32 {
        let (waiter, status) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Int32) in
            kill(-id, SIGKILL)
            let status = reap()
            state.isOver = true
            return (state.waiter.take(), status)
        }
        waiter?.resume()
        return status
    }
}
