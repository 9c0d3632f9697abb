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
    /// The program could not be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

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
    init(_ words: [String], onEnd: @escaping @Sendable (Int32) -> Void) throws(Failure) {
        #if canImport(Darwin)
        var (attributes, files): (posix_spawnattr_t?, posix_spawn_file_actions_t?) = (nil, nil)
        #else
        var (attributes, files) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        // A child would inherit the signals that this program ignores.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, words.first ?? "", &files, &attributes, &arguments, environ)
        guard code == 0 else {
            throw Failure(description: "cannot start \(words.first ?? ""): \(String(cString: strerror(code)))")
        }
        self.id = id
        let thread = Thread { [self] in onEnd(waitForEnd()) }
        thread.name = "waits for the player"
        thread.start()
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

    private func waitForEnd() -> Int32 {
        // The end is noted while the process ID is still taken, so that no signal goes to another
        // process that gets the ID next.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let (waiter, status) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Int32) in
            // Child processes that it has left behind.
            kill(-id, SIGKILL)
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            state.isOver = true
            let signal = status & 0x7F
            return (state.waiter.take(), signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
        waiter?.resume()
        return status
    }
}
