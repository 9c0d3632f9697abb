import Foundation
import TrapHandling

/// How work on a thread of its own has ended, if it has not returned.
struct TrapReport {
    enum End {
        case trapped
        case blocked
        case endless
        case noThread
    }

    let end: End

    /// What happened, in words, without what the code under test has to say.
    let reason: String

    /// Whether the runtime of Swift writes a message before such a trap.
    let hasMessage: Bool

    /// Where its messages begin in the captured errors.
    let errorsBegin: Int

    /// Where the thread was, innermost first: the addresses behind the instruction that trapped,
    /// and behind each call.
    let frames: [UInt64]

    /// `nil` if the work has returned.
    init?(_ report: trap_report) {
        switch report.end {
        case trap_end_trapped: end = .trapped
        case trap_end_blocked: end = .blocked
        case trap_end_endless: end = .endless
        case trap_end_no_thread: end = .noThread
        default: return nil
        }
        errorsBegin = report.errors_begin
        hasMessage = ![SIGSEGV, SIGBUS, SIGFPE].contains(report.signal)
        reason = report.is_stack_overflow ? "stack overflow" : Self.words(for: report.signal)
        frames = withUnsafeBytes(of: report.frames) { bytes in
            bytes.bindMemory(to: UInt.self).prefix(Int(report.frame_count)).map(UInt64.init)
        }
    }

    private static func words(for signal: Int32) -> String {
        switch signal {
        case SIGSEGV, SIGBUS: "bad access to memory"
        case SIGFPE: "division by zero"
        case SIGABRT: "abort"
        default: "trap"
        }
    }
}
