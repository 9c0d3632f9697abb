import Foundation
import StateMachineLocks
import StateMachineProcesses

/// A program that this process has started, and for whose end a thread waits.
///
/// Foundation's `Process` notices an end by a socket in the program, which another program that
/// starts at the same moment can inherit, or a child that the program leaves behind. Here the
/// program gets three descriptors and no other.
package final class ChildProgram: Sendable {
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
    ///   - descriptors: Its standard input, output and error; -1 for a closed one.
    ///   - terminal: Its controlling terminal, which it reads and writes instead of the
    ///     descriptors.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        descriptors: (Int32, Int32, Int32) = (-1, -1, -1),
        terminal: String? = nil
    ) throws {
        var start = ProgramStart(
            resetting: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGTSTP, SIGTTIN, SIGTTOU]
        )
        if let terminal {
            start.leadSession()
            start.open(terminal, O_RDWR, as: STDIN_FILENO)
            start.copy(STDIN_FILENO, as: STDOUT_FILENO)
            start.copy(STDIN_FILENO, as: STDERR_FILENO)
        } else {
            let standard = [STDIN_FILENO: descriptors.0, STDOUT_FILENO: descriptors.1, STDERR_FILENO: descriptors.2]
            for (number, descriptor) in standard {
                if descriptor < 0 { start.close(number) } else { start.copy(descriptor, as: number) }
            }
        }
        start.closeOthers()
        id = try ClosingPipe.whileNoneIsMade {
            #if !canImport(Darwin)
            for descriptor in Self.openDescriptors { start.close(descriptor) }
            #endif
            return try start.run([path] + arguments, environment: environment)
        }
        waitForEnd(of: id) { [self] reap in phase.withLock { $0 = .ended(status: reap()) } }
    }

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
}
