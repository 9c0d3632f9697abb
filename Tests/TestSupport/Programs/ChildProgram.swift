import Foundation
import StateMachines

/// A program that this process has started, and for whose end a thread waits.
///
/// Foundation's `Process` notices an end by a socket in the program, which another program that
/// starts at the same moment can inherit, or a child that the program leaves behind. Here the
/// program gets three descriptors and no other.
package final class ChildProgram: Sendable {
    /// The program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private enum Phase {
        case running
        case ended(status: Int32)
    }

    private let id: pid_t
    private let phase = Locked(Phase.running)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Its environment.
    ///   - descriptors: Its standard input, output and error.
    ///   - terminal: Its controlling terminal, which it reads and writes instead of the
    ///     descriptors.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        descriptors: (Int32, Int32, Int32) = (-1, -1, -1),
        terminal: String? = nil
    ) throws {
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
        // A child would inherit the signals that this process ignores.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGTSTP, SIGTTIN, SIGTTOU] {
            sigaddset(&signals, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        if let terminal {
            // The first terminal that a session leader opens becomes the controlling terminal.
            flags |= Self.newSession
            posix_spawn_file_actions_addopen(&files, STDIN_FILENO, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_adddup2(&files, descriptors.0, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&files, descriptors.1, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&files, descriptors.2, STDERR_FILENO)
        }
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var id: pid_t = 0
        let code = ClosingPipe.whileNoneIsMade {
            #if !canImport(Darwin)
            for descriptor in Self.openDescriptors { posix_spawn_file_actions_addclose(&files, descriptor) }
            #endif
            return posix_spawn(&id, path, &files, &attributes, &words, &settings)
        }
        guard code == 0 else {
            throw Failure(description: "cannot start \(path): \(String(cString: strerror(code)))")
        }
        self.id = id
        let thread = Thread { [self] in waitForEnd() }
        thread.name = "waits for \(id)"
        thread.start()
    }

    /// The flag of `posix_spawn` for a program that leads a session of its own.
    #if canImport(Darwin)
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
    #else
    // It is not in the module of the C library.
    private static let newSession: Int32 = 0x80
    #endif

    #if !canImport(Darwin)
    /// All descriptors but the standard ones: other libraries may have opened some without
    /// `FD_CLOEXEC`.
    private static var openDescriptors: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
    }
    #endif

    /// The exit status as a shell reports it, 128 and more for a signal; `nil` while the program
    /// runs.
    package var status: Int32? {
        phase.withLock { phase in
            switch phase {
            case .running: nil
            case .ended(let status): status
            }
        }
    }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        phase.withLock { phase in
            if case .running = phase { _ = kill(id, number) }
        }
    }

    private func waitForEnd() {
        // The end is noted while the process ID is still taken, so that no signal goes to another
        // process that gets the ID next.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        phase.withLock { phase in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            phase = .ended(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
    }
}
