#if os(Linux)
import Foundation

/// A terminal with a shell in it, in which an example runs as a job.
///
/// Ctrl-Z needs a shell: only a shell can stop a program and continue it.
package final class PseudoTerminal: Sendable {
    private let controller: Int32
    private let shell: ChildProgram
    private let input: Faucet
    private let output: Drain

    /// Starts a shell with job control on a terminal of a given width.
    package init(columns: Int = 80) throws {
        // The functions of the C library are not in its module. The two requests are from Linux's
        // `asm/ioctls.h`.
        let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard controller >= 0, ioctl(controller, unlock, &isLocked) == 0, ioctl(controller, getNumber, &number) == 0
        else { throw CocoaError(.fileReadUnknown) }
        let path = "/dev/pts/\(number)"
        var environment = ProcessInfo.processInfo.environment
        environment.merge(["TERM": "xterm", "NO_COLOR": "1", "PS1": "$ ", "ENV": "", "ASAN_OPTIONS": "detect_leaks=0"])
        { $1 }
        shell = try ChildProgram("/bin/sh", ["-i"], environment: environment, terminal: path)
        input = Faucet(dup(controller))
        output = Drain(dup(controller))
        resize(to: columns)
    }

    deinit {
        shell.signal(SIGKILL)
        // The programs on the terminal get SIGHUP.
        close(controller)
    }

    /// The text that was written to the terminal so far, with the line ends of a file.
    package var text: String { output.text.replacing("\r\n", with: "\n") }

    /// The text after a mark.
    package func text(behind mark: Int) -> String { String(text.unicodeScalars.dropFirst(mark)) }

    /// The number of scalars that have been written so far.
    package var mark: Int { text.unicodeScalars.count }

    /// Whether the terminal edits lines and echoes keys.
    package var isCooked: Bool {
        var modes = termios()
        tcgetattr(controller, &modes)
        return modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    package func type(_ text: String) {
        input.write(text)
    }

    /// Runs an example and prints its status: "status N.".
    package func run(_ name: String, _ arguments: String = "") {
        let path = Example.products.appending(path: name).path(percentEncoded: false)
        type("'\(path)' \(arguments); echo status $?.\n")
    }

    package func resize(to columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Waits until a text has been written after a mark.
    package func shows(_ text: String, behind mark: Int = 0) async -> Bool {
        _ = await eventually { self.text(behind: mark).contains(text) || output.isClosed }
        return self.text(behind: mark).contains(text)
    }
}
#endif
