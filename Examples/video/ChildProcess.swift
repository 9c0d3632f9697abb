import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program in a process group of its own, which can be suspended, and is ended with all that it has started.
///
/// Ctrl-C in the terminal does not reach it; what reads it is nothing, and what it prints is not shown, errors excepted.
final class ChildProcess: Sendable {
    /// The program could not be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let id: pid_t

    /// Starts a program.
    ///
    /// - Parameter words: The path of the program and its arguments.
    init(_ words: [String]) throws(Failure) {
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
        // What this program ignores, a child would ignore as well.
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
    }

    /// Holds the program and all that it has started.
    func suspend() {
        kill(-id, SIGSTOP)
    }

    /// Lets it go on.
    func resume() {
        kill(-id, SIGCONT)
    }

    /// Asks the program to end, and makes it if it has not after a second; returns when it is gone.
    func end() async {
        await withCheckedContinuation { continuation in
            let thread = Thread { [self] in
                kill(-id, SIGTERM)
                kill(-id, SIGCONT)
                var isGone = false
                for _ in 0..<100 where !isGone {
                    isGone = waitpid(id, nil, WNOHANG) != 0
                    if !isGone { usleep(10_000) }
                }
                kill(-id, SIGKILL)
                if !isGone { while waitpid(id, nil, 0) < 0, errno == EINTR {} }
                continuation.resume()
            }
            thread.start()
        }
    }
}
