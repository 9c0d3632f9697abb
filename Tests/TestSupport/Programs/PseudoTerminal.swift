#if os(Linux)
import Foundation

/// A terminal with a shell in it, in which an example runs as a job.
///
/// A program without a shell around it cannot be stopped: nobody could let it continue.
package final class PseudoTerminal: Sendable {
    private let controller: Int32
    private let shell: ChildProgram
    private let input: Faucet
    private let output: Drain

    /// Starts a shell with job control on a terminal with so many columns.
    package init(columns: Int = 80) throws {
        // What the C library has for this is not in its module. The two requests are those of Linux's `asm/ioctls.h`.
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
        // Whatever runs there hears that its terminal is gone.
        close(controller)
    }

    /// What was written to the terminal so far; a line ends as it does in a file.
    package var text: String { output.text.replacing("\r\n", with: "\n") }

    /// What was written behind so many scalars of the text.
    package func text(behind mark: Int) -> String { String(text.unicodeScalars.dropFirst(mark)) }

    /// How much has been written so far.
    package var mark: Int { text.unicodeScalars.count }

    /// Whether whole lines are read there, and keys are shown.
    package var isCooked: Bool {
        var modes = termios()
        tcgetattr(controller, &modes)
        return modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    package func type(_ text: String) {
        input.write(text)
    }

    /// Runs an example and tells its status: "status N.".
    package func run(_ name: String, _ arguments: String = "") {
        let path = Example.products.appending(path: name).path(percentEncoded: false)
        type("'\(path)' \(arguments); echo status $?.\n")
    }

    package func resize(to columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Waits until something has been written behind a mark.
    package func shows(_ text: String, behind mark: Int = 0) async -> Bool {
        _ = await eventually { self.text(behind: mark).contains(text) || output.isClosed }
        return self.text(behind: mark).contains(text)
    }
}
#endif
