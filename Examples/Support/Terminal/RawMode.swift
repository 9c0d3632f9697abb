import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal mode in which keys are read without Enter, even after Ctrl-Z and `fg`.
///
/// A shell does not keep the terminal modes of a stopped program. So the program restores the
/// terminal when it stops and sets its modes again when it continues. Signal handlers do this,
/// without allocating memory or taking locks.
enum RawMode {
    /// The modes before and after ``begin()``.
    ///
    /// Handlers read them and are installed only after both have been set.
    nonisolated(unsafe) private static let modes = {
        let modes = UnsafeMutablePointer<termios>.allocate(capacity: 2)
        modes.initialize(repeating: termios(), count: 2)
        return modes
    }()

    /// Whether the modes are in effect, and the end of the pipe that wakes the redrawing thread.
    ///
    /// The second value is -1 if there is no pipe.
    nonisolated(unsafe) private static let shared = {
        let shared = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        shared.initialize(to: 0)
        (shared + 1).initialize(to: -1)
        return shared
    }()

    /// Allocates the memory that handlers read, because a handler must not allocate.
    static func prepare() {
        _ = (modes, shared)
    }

    /// Sets the modes of the terminal.
    ///
    /// - Returns: The end of a pipe, which receives a byte whenever the screen may need to be
    ///   redrawn because the terminal was resized or the program was continued. It is `nil` if
    ///   standard input is not a terminal.
    static func begin() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(STDIN_FILENO, modes) == 0, pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe has already woken the reader.
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

    /// Restores the modes if they were set, for handlers of signals that end the process.
    static func restore() {
        if shared[0] == 1 { apply(0) }
    }

    /// Sets modes, but only in the foreground.
    ///
    /// If a background program sets them, the system stops it.
    fileprivate static func apply(_ index: Int) {
        if tcgetpgrp(STDIN_FILENO) == getpgrp() { tcsetattr(STDIN_FILENO, TCSANOW, modes + index) }
    }

    /// Erases the status, so that the shell can write there.
    ///
    /// The cursor is at the beginning of the status.
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
