import Foundation
import StateMachineLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output or standard error of a program, which remembers a failure of standard output.
///
/// `print` ignores a full disk, and `FileHandle.write(_:)` ends the process with a trap. A program
/// that writes here ends with an error instead, if it returns ``status(_:of:)`` to the system.
package struct ProgramOutput: Sendable {
    /// Standard output.
    package static let standard = ProgramOutput(descriptor: STDOUT_FILENO)

    /// Standard error.
    package static let error = ProgramOutput(descriptor: STDERR_FILENO)

    /// The file descriptor.
    package let descriptor: Int32

    private static let failure = Locked<Int32?>(nil)

    /// The reason why standard output could not be written; `nil` if no write has failed.
    package static var writeError: String? {
        failure.withLock { $0.map { $0 == EBADF ? "it is closed" : String(cString: strerror($0)) } }
    }

    /// Whether the reader of standard output has closed the pipe.
    package static var isBroken: Bool { failure.withLock { $0 == EPIPE } }

    /// The status that shells report for a program that ended because of a closed pipe.
    package static let brokenPipeStatus = 128 + SIGPIPE

    /// Returns the status with which a program ends.
    ///
    /// If a successful program could not write its output, this prints the reason and returns 1. If
    /// the reader has closed the pipe, as `head` does, it returns 141 and prints nothing.
    ///
    /// - Parameters:
    ///   - status: The status of the work.
    ///   - name: The name of the program, with which the message begins.
    package static func status(_ status: Int32, of name: String) -> Int32 {
        if isBroken { return brokenPipeStatus }
        guard status == EXIT_SUCCESS, let reason = writeError else { return status }
        error.print("\(name): cannot write: \(reason)")
        return EXIT_FAILURE
    }

    /// Writes text unchanged.
    ///
    /// Text that cannot be written is lost, and ``writeError`` contains the reason.
    package func write(_ text: String) {
        Self.ignoreSizeLimitSignal
        guard isOpen else { return fail(EBADF) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                let code = errno
                if code == EINTR { continue }
                guard code == EAGAIN || code == EWOULDBLOCK else { return fail(code) }
                // The output is a pipe that another program has set not to block.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            }
            bytes = bytes.dropFirst(max(written, 0))
        }
    }

    /// Writes a line.
    package func print(_ line: String = "") {
        write(line + "\n")
    }

    /// Whether the descriptor is still that of the program's output.
    ///
    /// If a program starts with a closed output, the next file that it opens gets this descriptor,
    /// for example an event queue of Dispatch, which has no file type.
    private var isOpen: Bool {
        var information = stat()
        return fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT != 0
    }

    /// Lets a write to a file that exceeds its size limit fail like a write to a full disk.
    ///
    /// Otherwise, a signal would end the process.
    private static let ignoreSizeLimitSignal: Void = { signal(SIGXFSZ, SIG_IGN) }()

    /// Records a failure of standard output.
    ///
    /// A program that cannot write a message to standard error has still done its work.
    private func fail(_ code: Int32) {
        guard descriptor == STDOUT_FILENO else { return }
        Self.failure.withLock { $0 = $0 ?? code }
    }
}

/// Calls the system's `write`, whose name a method above shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
