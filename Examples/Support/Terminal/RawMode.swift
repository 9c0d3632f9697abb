import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The mode of a terminal in which each key is read without Enter, also after Ctrl-Z and `fg`.
///
/// A shell does not keep the modes of a terminal for a program that is stopped: the program gives
/// the terminal back as it was, and takes it again when it continues. All of this happens in
/// handlers of signals, which allocate nothing and take no locks.
enum RawMode {
    /// The modes before and after ``begin()``: read by handlers, which are installed when both are
    /// there.
    nonisolated(unsafe) private static let modes = {
        let modes = UnsafeMutablePointer<termios>.allocate(capacity: 2)
        modes.initialize(repeating: termios(), count: 2)
        return modes
    }()

    /// Whether the modes are in force, and the end of a pipe that wakes the thread that redraws; -1
    /// for none.
    nonisolated(unsafe) private static let shared = {
        let shared = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        shared.initialize(to: 0)
        (shared + 1).initialize(to: -1)
        return shared
    }()

    /// Allocates the memory that handlers read: a handler itself must not allocate.
    static func prepare() {
        _ = (modes, shared)
    }

    /// Sets the modes of the terminal.
    ///
    /// - Returns: The end of a pipe from which a byte comes whenever the screen may have to be
    ///   drawn again: the terminal has another size, or the program continues. `nil` if standard
    ///   input is no terminal.
    static func begin() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(STDIN_FILENO, modes) == 0, pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe has woken the reader already.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        modes[1] = modes[0]
        modes[1].c_lflag &= ~tcflag_t(ICANON | ECHO)
        shared[0] = 1
        shared[1] = ends[1]
        apply(1)
        signal(SIGTSTP, didStop)
        signal(SIGCONT, didContinue)
        signal(SIGWINCH, didResize)
        return ends[0]
    }

    /// Restores the modes of the terminal.
    static func end() {
        for number in [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
        restore()
        shared[0] = 0
        close(shared[1])
        shared[1] = -1
    }

    /// Restores the modes, if they were set; for handlers of signals that end the process.
    static func restore() {
        if shared[0] == 1 { apply(0) }
    }

    /// Sets modes only in the foreground: the system stops a background program that does so.
    fileprivate static func apply(_ index: Int) {
        if tcgetpgrp(STDIN_FILENO) == getpgrp() { tcsetattr(STDIN_FILENO, TCSANOW, modes + index) }
    }

    /// Erases the status, at whose beginning the cursor is, so that the shell can write there.
    fileprivate static func eraseStatus() {
        let erasure: StaticString = "\r\u{1B}[J"
        _ = write(STDOUT_FILENO, erasure.utf8Start, erasure.utf8CodeUnitCount)
    }

    fileprivate static func wakeReader() {
        var byte: UInt8 = 0
        _ = write(shared[1], &byte, 1)
    }
}

private func didStop(_ number: Int32) {
    let code = errno
    RawMode.eraseStatus()
    RawMode.apply(0)
    signal(SIGTSTP, SIG_DFL)
    var (signals, others) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, &others)
    // The process stops here, unless there is no shell that could continue it.
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &others, nil)
    signal(SIGTSTP, didStop)
    RawMode.apply(1)
    errno = code
}

private func didContinue(_ number: Int32) {
    let code = errno
    RawMode.apply(1)
    RawMode.wakeReader()
    errno = code
}

private func didResize(_ number: Int32) {
    let code = errno
    RawMode.wakeReader()
    errno = code
}
