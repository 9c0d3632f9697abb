import ExampleSupport
import Foundation
import StateMachines

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program in a process group of its own, which is suspended, resumed and ended with all its
/// child processes.
///
/// Ctrl-C in the terminal does not reach it. Its input is empty, and only its errors are shown.
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
    ///   - onEnd: Called once, when the program has ended, with its status as a shell has it: 128
    ///     and more for a signal.
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

    /// Resumes it.
    func resume() {
        send(SIGCONT)
    }

    /// Asks the program to end, and kills it after a second; returns when it has ended.
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

    /// Notes the end, and kills child processes that the program has left behind.
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
